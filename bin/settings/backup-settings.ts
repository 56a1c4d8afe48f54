import path from 'node:path'
import { z } from 'zod'
import { dropSlot } from '#backup/wal-follower.ts'
import { openDb } from '#db/connect.ts'
import { forgetBackupStates, type ObjectStore, openStore } from '#domain/platform/index.ts'
import type { Config } from './config.ts'

const days = 86_400
const settings = z.object({
  /** A folder, or `s3://bucket/folder`. Set: `npm start` keeps it current. */
  BACKUP_TO: z.string().optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).default(7),
  BACKUP_EVERY_HOURS: z.coerce
    .number()
    .min(0.01)
    .max(24 * 31)
    .default(24),
  BACKUP_LAG_SECONDS: z.coerce.number().min(0.1).max(days).default(10),
  /** A login with the right of replication, where that of `DATABASE_URL` has none. */
  BACKUP_DATABASE_URL: z.string().optional(),
})

export interface BackupSettings {
  to: string | undefined
  keepCount: number
  backupEveryMs: number
  lagMs: number
  databaseUrl: string | undefined
}

/** Throws a sentence that names the wrong variable. */
export function readBackupSettings(env: NodeJS.ProcessEnv): BackupSettings {
  const parsed = settings.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!parsed.success)
    throw new Error(parsed.error.issues.map(issue => `环境变量 ${issue.path.join('.')} 有误：${issue.message}`).join('；'))
  const { data } = parsed
  return {
    to: data.BACKUP_TO,
    keepCount: data.BACKUP_KEEP,
    backupEveryMs: data.BACKUP_EVERY_HOURS * 3_600_000,
    lagMs: data.BACKUP_LAG_SECONDS * 1_000,
    databaseUrl: data.BACKUP_DATABASE_URL,
  }
}

/** Ends the continuous backup of a data folder: the server keeps no WAL for it any more, and nobody waits for it. */
export async function stopArchiving({ ownerUrl, platformUrl, series }: { ownerUrl: string; platformUrl: string; series: string }) {
  const db = openDb({ url: platformUrl, role: 'hongyan_platform', max: 1 })
  try {
    await forgetBackupStates(db)
  } finally {
    await db.destroy()
  }
  await dropSlot(ownerUrl, series)
}

/** The store at a place. Throws a sentence where there is none, or where it would be a part of what is backed up. */
export function storeAt(place: string | undefined, { dataDir }: Pick<Config, 'dataDir'>, env = process.env): ObjectStore {
  if (!place) throw new Error('请用 --to、--from 或环境变量 BACKUP_TO 指定备份的位置：一个文件夹，或 s3://桶/前缀')
  const store = openStore(place, env)
  if (`${store.place}${path.sep}`.startsWith(`${dataDir}${path.sep}`))
    throw new Error(`备份不能放在 DATA_DIR（${dataDir}）里，请放到另一块磁盘`)
  return store
}
