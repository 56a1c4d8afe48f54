/**
 * Continuous backup to BACKUP_TO: whole backups at intervals, and the WAL and new files all the time. `npm start` runs
 * it where BACKUP_TO is set.
 */
import { follow } from '#backup/follow.ts'
import { readBackupSettings, storeAt } from '#bin/settings/backup-settings.ts'
import { configOrExit, readSecret } from '#bin/settings/config.ts'
import { databaseUrls } from '#bin/settings/database-urls.ts'
import { openDb } from '#db/connect.ts'
import { findRunningPostgres } from '#db/embedded.ts'
import { recordBackupState, Vault } from '#domain/platform/index.ts'
import { toError } from '#values/error.ts'
import packageFile from '../package.json' with { type: 'json' }

/** Each record is WAL, which the next pass archives. */
const recordEveryMs = 60_000

process.umask(0o077)
const config = configOrExit()
try {
  const settings = readBackupSettings(process.env)
  const secret = await readSecret(config)
  const url = settings.databaseUrl ?? config.databaseUrl ?? (await findRunningPostgres(config.dataDir))
  if (!url) throw new Error('请先启动平台，或设置 DATABASE_URL')
  const db = openDb({ url: databaseUrls(url, config, secret).platform, role: 'hongyan_platform', max: 1, onError: () => undefined })
  const store = storeAt(settings.to, config)
  let recordedAtMs = 0
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, () => ending.abort())
  process.send?.({ ready: {} })
  await follow(new Vault(store, secret), {
    url,
    isEmbedded: config.databaseUrl === undefined,
    secret,
    version: packageFile.version,
    dataDir: config.dataDir,
    everyMs: settings.lagMs,
    backupEveryMs: settings.backupEveryMs,
    keepCount: settings.keepCount,
    onPass: async state => {
      if (Date.now() - recordedAtMs < recordEveryMs) return
      recordedAtMs = Date.now()
      await recordBackupState(db, { ...state, place: store.place, backupEverySeconds: settings.backupEveryMs / 1000 })
    },
    say: text => console.log(`${new Date().toISOString()} ${text}`),
    signal: ending.signal,
    now: () => new Date(),
  })
  process.exit(0)
} catch (error) {
  console.error(toError(error).message)
  process.exit(1)
}
