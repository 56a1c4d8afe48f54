import { createWriteStream } from 'node:fs'
import { appendFile, chown, mkdir, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openClusterHome, type ServerUser, startEmbeddedPostgres } from '#db/embedded.ts'
import type { Vault } from '#domain/platform/index.ts'
import { toError } from '#values/error.ts'
import { inParallel } from '#values/parallel.ts'
import { listBackups, readJournal, readWalState } from './catalog.ts'
import { parseLsn, segmentName, segmentStart } from './lsn.ts'
import { type Manifest, names, type SavedFile, type WalState } from './manifest.ts'
import { unpackTar } from './tar.ts'

export interface RestoreOptions {
  dataDir: string
  /** Where the database goes; null: into the data folder, for the embedded server. */
  databaseFolder: string | null
  say: (text: string) => void
}

interface RestoreChoice {
  /** Null: as late as the archived WAL allows. */
  at: Date | null
  /** Null: the newest that can reach the moment. */
  backupId: string | null
}

/** What is restored: a backup, and the moment to which its WAL is replayed. */
export interface RestorePlan {
  backup: Manifest
  state: WalState | null
  at: Date | null
}

/** Chooses the backup. Throws a sentence for people where nothing reaches the moment. */
export async function planRestore(vault: Vault, { at, backupId }: RestoreChoice): Promise<RestorePlan> {
  const backups = await listBackups(vault)
  if (backups.length === 0) throw new Error(`${vault.store.place} 里没有备份`)
  const named = backups.filter(one => backupId === null || one.backupId === backupId)
  if (named.length === 0) throw new Error(`没有编号为 ${backupId} 的备份`)
  const early = named.filter(one => at === null || one.endedAt <= at.toISOString())
  const backup = early.at(-1)
  if (!backup) throw new Error(`最早只能恢复到 ${named[0]?.endedAt}`)
  const state = await readWalState(vault, backup.series)
  const latest = state && state.at > backup.endedAt ? state.at : backup.endedAt
  if (at !== null && at.toISOString() > latest) throw new Error(`最晚只能恢复到 ${latest}`)
  return { backup, state, at }
}

/**
 * Restores a backup into a data folder that has none, replays the archived WAL up to the moment, and stops the
 * database again: a start of the platform finds everything as after a clean stop. With `databaseFolder` the database
 * becomes a folder of its own, on which a server of the same release replays the WAL at its first start.
 */
export async function restore(vault: Vault, plan: RestorePlan, { dataDir, databaseFolder, say }: RestoreOptions): Promise<void> {
  if (databaseFolder === null && !plan.backup.isEmbedded)
    throw new Error('这是外部 PostgreSQL 的备份，请用 --database-folder 指定它的数据文件夹（docs/operating/backup.md）')
  for (const folder of [dataDir, databaseFolder]) if (folder !== null) await requireEmpty(folder)
  await restoreFiles(vault, plan, dataDir, say)
  if (databaseFolder === null) return restoreEmbedded(vault, plan, dataDir, say)
  await restoreDatabaseFolder(vault, plan, path.resolve(databaseFolder), say)
}

async function restoreEmbedded(vault: Vault, plan: RestorePlan, dataDir: string, say: (text: string) => void): Promise<void> {
  const { home, user } = await openClusterHome(dataDir)
  const cluster = path.join(home, 'cluster')
  const hasWal = await restoreCluster(vault, plan, { cluster, archive: path.join(home, archiveName), user, say })
  say('正在重放预写日志')
  const recovered = async (settings: Record<string, string>) => (await startEmbeddedPostgres({ dataDir, settings })).stop()
  try {
    await recovered(hasWal ? { ...recovery, ...targetOf(plan) } : {})
  } catch (error) {
    // Nothing was committed after the moment: all of the WAL is before it.
    if (plan.at === null || !toError(error).message.includes('before configured recovery target')) throw error
    await recovered(recovery)
  }
  await rm(path.join(home, archiveName), { recursive: true, force: true })
}

async function restoreDatabaseFolder(vault: Vault, plan: RestorePlan, cluster: string, say: (text: string) => void): Promise<void> {
  const archive = `${cluster}-wal`
  if (!(await restoreCluster(vault, plan, { cluster, archive, user: null, say }))) return
  const settings = { restore_command: `cp "${archive}/%f" "%p"`, recovery_target_action: 'promote', ...targetOf(plan) }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
  await appendFile(path.join(cluster, 'postgresql.auto.conf'), lines.join(''))
}

const archiveName = 'restored-wal'
/** Not a hot standby: it answers when all is replayed, whatever settings the other server had. */
const recovery = { hot_standby: 'off', restore_command: `cp ../${archiveName}/%f "%p"`, recovery_target_action: 'promote' }

const targetOf = ({ at, backup }: RestorePlan): Record<string, string> =>
  at === null || at.toISOString() <= backup.endedAt ? {} : { recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00') }

async function requireEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = (await readdir(folder)).filter(name => name !== 'secret' && name !== 'lock')
  if (found.length > 0) throw new Error(`${folder} 不是空文件夹（有 ${found.slice(0, 3).join('、')}），恢复不会覆盖已有的数据`)
}

/** Returns whether there is archived WAL to replay. */
async function restoreCluster(
  vault: Vault,
  plan: RestorePlan,
  { cluster, archive, user, say }: { cluster: string; archive: string; user: ServerUser | null; say: (text: string) => void },
): Promise<boolean> {
  const { backup, state } = plan
  say(`正在恢复数据库（备份 ${backup.backupId}）`)
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  await unpackTar(await vault.open(backup.cluster.object), cluster, user)
  if (user) await chown(cluster, user.uid, user.gid)
  if (!state || state.at <= backup.endedAt || (plan.at !== null && plan.at.toISOString() <= backup.endedAt)) return false
  say('正在取回预写日志')
  await mkdir(archive, { mode: 0o700 })
  await restoreWal(vault, plan, archive)
  await writeFile(path.join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  if (user)
    for (const file of [archive, ...(await readdir(archive)).map(name => path.join(archive, name)), path.join(cluster, 'recovery.signal')])
      await chown(file, user.uid, user.gid)
  return true
}

/** The segments from the backup's start on. The newest is filled with zeros, at which a replay ends. */
async function restoreWal(vault: Vault, { backup }: RestorePlan, archive: string): Promise<void> {
  const { series, segmentBytes, timeline } = backup
  const first = segmentName(timeline, segmentStart(parseLsn(backup.startLsn), segmentBytes), segmentBytes)
  const objects = await vault.store.list(names.wal(series))
  const whole = new Set(objects.map(name => path.basename(name)).filter(name => !name.endsWith('.partial')))
  for (const object of objects) {
    const segment = path.basename(object, '.partial')
    if (segment.slice(0, 8) !== first.slice(0, 8) || segment < first) continue
    if (object.endsWith('.partial') && whole.has(segment)) continue
    const file = path.join(archive, segment)
    await pipeline(await vault.open(object), createWriteStream(file, { mode: 0o600 }))
    await truncate(file, segmentBytes)
  }
}

/**
 * The files that belong to the moment. One that only grows, as an export does, is taken as it was after it: what the
 * database knows of it is there. Of the rest, the last state before it.
 */
export function filesAt({ files }: Pick<Manifest, 'files'>, journal: readonly SavedFile[], at: Date | null): SavedFile[] {
  const states = Map.groupBy([...files, ...journal], file => file.path)
  return [...states.values()].flatMap(found => {
    const sorted = found.toSorted((a, b) => a.modifiedAtMs - b.modifiedAtMs)
    const before = sorted.filter(file => at === null || file.modifiedAtMs <= at.getTime())
    const after = sorted[before.length]
    const chosen = before.length > 0 && after?.path.startsWith('files/') ? after : before.at(-1)
    return chosen ? [chosen] : []
  })
}

async function restoreFiles(vault: Vault, { backup, state, at }: RestorePlan, dataDir: string, say: (text: string) => void): Promise<void> {
  const journal = state ? await readJournal(vault, backup.series) : []
  const found = filesAt(backup, journal, at)
  say(`正在恢复 ${found.length} 个文件`)
  await inParallel(found, async file => {
    const target = path.join(dataDir, file.path)
    if (!target.startsWith(`${path.resolve(dataDir)}${path.sep}`)) throw new Error(`a file outside of the data folder: ${file.path}`)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(await vault.open(file.object), createWriteStream(target, { mode: 0o600, flush: true }))
    await utimes(target, new Date(file.modifiedAtMs), new Date(file.modifiedAtMs))
  })
}
