import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import pino from 'pino'
import { openDb } from '#db/connect.ts'
import type { EmbeddedPostgres } from '#db/embedded.ts'
import { visitFigures } from '#domain/visit-statistics/index.ts'
import { promoteVisits, rollUpVisits, writeNote } from '#domain/visits/index.ts'
import { VisitIngester } from '#redirect/visit-ingester.ts'
import { createAccount } from '#test/support/account.ts'
import { seeded } from '#test/support/engine.ts'
import { createLinks } from '#test/support/links.ts'
import { type AccountId, newId } from '#values/id.ts'

const visitCount = Number(process.env.VISITS ?? 400_000)
const secret = 'x'.repeat(40)
/** The platform's design rate of visits per second. */
const wantedPerSecond = 20_000

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const agents = [
  `${phone} Mobile/15E148 MicroMessenger/8.0.48`,
  `${phone} Version/17.4 Mobile/15E148 Safari/604.1`,
  ...Array.from(
    { length: 200 },
    (_, model) => `Mozilla/5.0 (Linux; Android 14; V23${model}A) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36`,
  ),
]

/**
 * Visits that wait on disk are ingested at full speed, by the redirector's ingester, while another thread rolls them
 * up as the job does: all for one link, then spread over 1,000 links.
 */
export async function measureRecording({ url, pid }: EmbeddedPostgres, folder: string): Promise<void> {
  for (const linkCount of [1, 1_000]) await measure(url, folder, linkCount, () => serverCpuMs(pid))
}

async function measure(url: string, folder: string, linkCount: number, databaseMs: () => Promise<number>): Promise<void> {
  const app = openDb({ url, role: 'hongyan_app', max: 2 })
  const db = openDb({ url, role: 'hongyan_platform', max: 2 })
  const { account } = await createAccount(app, { linkUnits: 100_000_000 })
  const links = await createLinks(db, account, linkCount)
  const logs = path.join(folder, `visits-${linkCount}`)
  await mkdir(logs, { recursive: true })
  await writeLog(
    logs,
    account,
    links.map(link => link.linkId),
  )
  const folding = new Worker(new URL('./folding.ts', import.meta.url), { workerData: { url } })
  const ingester = new VisitIngester({
    folder: logs,
    db,
    secret,
    logger: pino({ level: 'error' }),
    now: () => new Date(),
    maxPerSecond: () => 1e9,
  })
  const cpu = process.cpuUsage()
  const databaseBefore = await databaseMs()
  const startedAt = performance.now()
  const ingested = await ingester.ingest()
  const ingestedMs = performance.now() - startedAt
  folding.postMessage('end')
  await new Promise(resolve => folding.once('exit', resolve))
  await rollUpVisits(db, new Date())
  const wholeMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpu)
  const databaseCpuMs = (await databaseMs()) - databaseBefore
  const figures = await visitFigures(
    db,
    account,
    { kind: 'account' },
    { from: new Date(Date.now() - 7_200_000), until: new Date(Date.now() + 3_600_000) },
  )
  if (ingested !== visitCount || figures.pv + figures.bots !== visitCount) throw new Error(`${ingested} ingested, ${figures.pv} counted`)
  const promoting = performance.now()
  await promoteVisits(db, account, new Date(Date.now() + 2 * 86_400_000))
  const perSecond = (ms: number) => Math.round((visitCount * 1000) / ms)
  const text = (value: number) => value.toLocaleString('en')
  console.log(
    `${text(visitCount)} visits to ${text(linkCount)} link(s): ${text(perSecond(ingestedMs))} a second recorded with figures (${(perSecond(ingestedMs) / wantedPerSecond).toFixed(1)} times the goal), ${text(perSecond(wholeMs))} until all was added up; then hours and days in ${text(Math.round(performance.now() - promoting))} ms`,
  )
  const [ownEach, databaseEach] = [(user + system) / visitCount, (databaseCpuMs * 1000) / visitCount]
  console.log(
    `processor time for each visit: ${ownEach.toFixed(0)} µs of ours, adding up included, ${databaseEach.toFixed(0)} µs of PostgreSQL: ${text(Math.round(2e6 / (ownEach + databaseEach)))} a second on two cores that do nothing else`,
  )
  const { rows } = await sql<{ table: string; size: string }>`
    select name as table, pg_size_pretty(pg_total_relation_size(name::regclass)) as size
    from unnest(array['visit_delta', 'visit_minute', 'visit_hour', 'visit_day', 'visit_week', 'visit_total']) as name`.execute(db)
  console.log(rows.map(row => `${row.table} ${row.size}`).join(', '))
  await app.destroy()
  await db.destroy()
}

/** Processor time of a server's processes so far, as Linux counts it: in steps of 10 ms. */
async function serverCpuMs(serverPid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const times = await Promise.all(
    pids.map(async pid => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(fields[1]) === serverPid) return Number(fields[11]) + Number(fields[12])
      // The time of ended processes is counted with their parent.
      return Number(pid) === serverPid ? Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14]) : 0
    }),
  )
  return times.reduce((sum, ticks) => sum + ticks, 0) * 10
}

/** Logs that a redirector would have written within the last minute. */
async function writeLog(folder: string, account: AccountId, linkIds: readonly string[]): Promise<void> {
  const random = seeded(1)
  const below = (count: number) => Math.floor(random() * count)
  const startMs = Date.now() - 60_000
  const lines = Array.from({ length: visitCount }, (_, index) =>
    writeNote({
      atMs: startMs + Math.floor((index * 60_000) / visitCount),
      accountId: account,
      linkId: linkIds[below(linkIds.length)]!,
      messageId: null,
      address: `${36 + below(180)}.${below(256)}.${below(8)}.${below(254) + 1}`,
      method: 'get',
      arm: null,
      agent: agents[below(agents.length)]!,
      referrer: '',
      language: 'zh-CN,zh;q=0.9',
      visitor: random() < 0.5 ? '' : `visitor-${below(500_000)}`,
      missed: null,
    }),
  )
  await pause(0)
  await writeFile(path.join(folder, `${newId()}.log`), lines.join(''))
}
