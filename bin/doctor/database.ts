import { sql } from 'kysely'
import { measureClockOffset } from '#bin/run/host-monitor.ts'
import type { Config } from '#bin/settings/config.ts'
import { databaseUrls, loginProblem, ownerProblem } from '#bin/settings/database-urls.ts'
import { type Db, openDb } from '#db/connect.ts'
import { PrimaryClient } from '#db/primary.ts'
import { readFromReplica } from '#db/replica.ts'
import { toError } from '#values/error.ts'
import { limits } from '#values/limits.ts'
import { type Finding, findingsOf } from './finding.ts'

const oldestVersion = 15
const newestVersion = 18
/** Of one of each program (docs/operating/database.md). */
const neededConnections = 150
/** Settings by which a crash of the machine loses committed messages. */
const durabilitySettings = ['fsync', 'full_page_writes', 'synchronous_commit']

const { ok, notice, wrong } = findingsOf('数据库')
const clock = findingsOf('时钟')

/**
 * Connection, rights of the logins, version, settings and clock. `url` is the owner's login or the platform's; without
 * a `secret` the roles are not there yet.
 */
export async function checkDatabase(url: string, config: Config, secret: string | null, hostNowMs = Date.now): Promise<Finding[]> {
  const unreachable = await connectionProblem(url)
  if (unreachable !== null) return [wrong(`连接不上：${unreachable}，请检查数据库是否运行，以及 DATABASE_URL`)]
  const found: Finding[] = []
  const isForeign = url === config.databaseUrl && config.productionVariables.length > 0
  const ownersProblem = isForeign ? await ownerProblem(url) : null
  if (ownersProblem !== null) found.push(wrong(ownersProblem))
  if (secret === null) return [...found, notice('第一次启动时建立角色，启动后再检查权限')]
  const urls = databaseUrls(config.databaseUrl ?? url, config, secret)
  const problem = await loginProblem(urls)
  if (problem !== null) return [...found, wrong(problem)]
  const db = openDb({ url: urls.direct, role: 'hongyan_platform', max: 1 })
  try {
    const replica = urls.replica === null ? [] : [await checkReplica(db, urls.replica)]
    return [...found, ...(await checkServer(db)), ...replica, await checkClock(db, hostNowMs)]
  } finally {
    await db.destroy()
  }
}

async function connectionProblem(url: string): Promise<string | null> {
  const client = new PrimaryClient({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // A broken connection rejects the statement that runs on it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return null
  } catch (error) {
    return toError(error).message
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Whether exports and statistics can read the replica. */
export async function checkReplica(primary: Db, url: string): Promise<Finding> {
  const db = openDb({ url, role: 'hongyan_platform', max: 1 })
  const problems: string[] = []
  try {
    await readFromReplica(primary, { db, onSkip: ({ message }) => problems.push(message) })
  } finally {
    await db.destroy()
  }
  const [problem] = problems
  if (problem === undefined) return ok('只读副本与主库同步')
  return wrong(`只读副本不能用（${problem}），导出和统计由主库承担，请检查 DATABASE_REPLICA_URL 和备库的复制`)
}

async function checkServer(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('server_version_num', 'max_connections') or name = any(${durabilitySettings})`.execute(db)
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  const version = Math.floor(Number(settings.get('server_version_num')) / 10_000)
  const found: Finding[] = []
  if (version < oldestVersion || version > newestVersion)
    found.push(wrong(`PostgreSQL ${version} 不受支持，请使用 ${oldestVersion} 到 ${newestVersion}`))
  const lossy = durabilitySettings.filter(name => settings.get(name) === 'off')
  if (lossy.length > 0) found.push(wrong(`${lossy.join('、')} 已关闭，断电会丢失已受理的短信，请设为 on`))
  const connections = Number(settings.get('max_connections'))
  if (connections < neededConnections)
    found.push(wrong(`max_connections 是 ${connections}，程序最多要用约 ${neededConnections} 个连接，请设为 200`))
  return found.length > 0 ? found : [ok(`PostgreSQL ${version}，两个角色的权限正确`)]
}

async function checkClock(db: Db, hostNowMs: () => number): Promise<Finding> {
  const offsetMs = await measureClockOffset(db, hostNowMs)
  if (offsetMs === null) return clock.notice('数据库应答太慢，没能比较，请稍后再试')
  const seconds = `${(Math.abs(offsetMs) / 1000).toFixed(1)} 秒`
  if (Math.abs(offsetMs) < limits.clockWarnedMs) return clock.ok(`与数据库相差 ${seconds}`)
  return clock.wrong(`比数据库的时钟${offsetMs < 0 ? '快' : '慢'} ${seconds}，请在两台机器上启用时间同步（systemd-timesyncd 或 chrony）`)
}
