/** Backups of the platform while it runs or is stopped: `backup`, `backup list`, `backup verify`. */
import { listBackups, readJournal, readWalState, seriesOf } from '#backup/catalog.ts'
import { FileSaver } from '#backup/files.ts'
import { makeBackup } from '#backup/make.ts'
import type { Manifest } from '#backup/manifest.ts'
import { pruneBackups, removeSeries } from '#backup/prune.ts'
import { verifyBackup } from '#backup/verify.ts'
import { readBackupSettings, storeAt } from '#bin/settings/backup-settings.ts'
import { argumentsOrExit } from '#bin/settings/command-line.ts'
import { type Config, configOrExit, readSecret } from '#bin/settings/config.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { Vault } from '#domain/platform/index.ts'
import { toError } from '#values/error.ts'
import packageFile from '../package.json' with { type: 'json' }

const usage = `用法：hongyan backup [命令] [--to 位置] [--keep 份数]
  （无命令）        立即做一份完整备份，平台可以正在运行；--keep 之外的旧备份随后删除
  list              列出备份和能恢复到的时间
  verify [编号]     读出并核对最新的或指定的备份
  remove <系列>     删除一个系列的全部备份，如已停用的旧机器的；本机的系列不能删除
位置是文件夹或 s3://桶/前缀，缺省为环境变量 BACKUP_TO`

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`
const describe = ({ backupId, endedAt, cluster, files, keyId, version, series }: Manifest) =>
  `${backupId}  ${endedAt}  数据库 ${megabytes(cluster.bytes)}（存 ${megabytes(cluster.storedBytes)}）  文件 ${files.length} 个  版本 ${version}  密钥 ${keyId}  系列 ${series}`

/** The URL of a login with the right of replication; starts a stopped embedded database for as long as `work` takes. */
async function withDatabase(config: Config, given: string | undefined, work: (url: string) => Promise<void>): Promise<void> {
  const running = given ?? config.databaseUrl ?? (await findRunningPostgres(config.dataDir))
  if (running) return work(running)
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    await work(server.url)
  } finally {
    await server.stop()
  }
}

async function verify(vault: Vault, backupId: string | undefined): Promise<void> {
  const backups = await listBackups(vault)
  const backup = backupId === undefined ? backups.at(-1) : backups.find(one => one.backupId === backupId)
  if (!backup) throw new Error(backupId === undefined ? `${vault.store.place} 里没有备份` : `没有编号为 ${backupId} 的备份`)
  const { objectCount, problems, restorableUntil } = await verifyBackup(vault, backup)
  if (problems.length > 0) throw new Error([`备份 ${backup.backupId} 有 ${problems.length} 处问题`, ...problems].join('\n'))
  const until = restorableUntil === null ? backup.endedAt : `${backup.endedAt} 到 ${restorableUntil} 之间的任一时刻`
  console.log(`备份 ${backup.backupId} 完好：核对了 ${objectCount} 个文件，可恢复到 ${until}`)
}

async function list(vault: Vault): Promise<void> {
  const backups = await listBackups(vault)
  for (const backup of backups) console.log(describe(backup))
  const newest = backups.at(-1)
  if (!newest) return console.log(`${vault.store.place} 里没有备份`)
  const state = await readWalState(vault, newest.series)
  console.log(`可恢复到：${state && state.at > newest.endedAt ? `${backups[0]?.endedAt} 到 ${state.at} 之间的任一时刻` : newest.endedAt}`)
}

async function removeOther(vault: Vault, { dataDir }: Config, series: string | undefined): Promise<void> {
  if (series === undefined) throw new Error(usage)
  if (series === (await seriesOf(dataDir))) throw new Error(`${series} 是本机的系列，它的旧备份由 --keep 删除`)
  if (!(await removeSeries(vault, series))) throw new Error(`${vault.store.place} 里没有系列 ${series}`)
  console.log(`已删除系列 ${series} 的全部备份`)
}

async function run(): Promise<void> {
  const options = { to: { type: 'string' }, keep: { type: 'string' } } as const
  const { values, positionals } = argumentsOrExit({ allowPositionals: true, options }, usage)
  const [command = 'once', name] = positionals
  const config = configOrExit()
  const settings = readBackupSettings(process.env)
  const keepCount = values.keep === undefined ? null : Number(values.keep)
  const isKnown = ['once', 'list', 'verify', 'remove'].includes(command)
  if (!isKnown || (keepCount !== null && !(Number.isInteger(keepCount) && keepCount >= 1))) throw new Error(usage)
  const secret = await readSecret(config)
  const vault = new Vault(storeAt(values.to ?? settings.to, config), secret)
  if (command === 'list') return list(vault)
  if (command === 'verify') return verify(vault, name)
  if (command === 'remove') return removeOther(vault, config, name)
  await withDatabase(config, settings.databaseUrl, async url => {
    const { dataDir } = config
    const source = { url, isEmbedded: config.databaseUrl === undefined, secret, version: packageFile.version }
    const series = await seriesOf(dataDir)
    const own = (await listBackups(vault)).filter(one => one.series === series)
    const saved = [...own.flatMap(one => one.files), ...(await readJournal(vault, series))]
    const made = await makeBackup(vault, new FileSaver(vault, { dataDir, series, saved }), { ...source, series })
    console.log(`已备份到 ${vault.store.place}\n${describe(made)}`)
    const removed = await pruneBackups(vault, series, keepCount ?? Number.POSITIVE_INFINITY)
    if (removed.length > 0) console.log(`已删除旧备份 ${removed.join('、')}`)
  })
}

process.umask(0o077)
try {
  await run()
  process.exit(0)
} catch (error) {
  console.error(toError(error).message)
  process.exit(1)
}
