/** Restores a backup into an empty data folder, or the database alone into a folder for a server of one's own. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { planRestore, restore } from '#backup/restore.ts'
import { lockDataFolder } from '#bin/run/data-lock.ts'
import { readBackupSettings, storeAt } from '#bin/settings/backup-settings.ts'
import { argumentsOrExit } from '#bin/settings/command-line.ts'
import { type Config, configOrExit } from '#bin/settings/config.ts'
import { readSecretFile } from '#bin/settings/secret-copy.ts'
import { Vault } from '#domain/platform/index.ts'
import { errorCode, toError } from '#values/error.ts'

const usage = `用法：hongyan restore [--from 位置] [--at 时间] [--backup 编号] [--secret-file 文件] [--database-folder 文件夹]
  恢复到 DATA_DIR，它须是空的；缺省恢复到备份里的最后一刻，--at 例如 2026-11-26T10:30:00+08:00
  主密钥取自 HONGYAN_SECRET、DATA_DIR/secret 或 --secret-file，恢复后写入 DATA_DIR/secret
  --database-folder 把数据库恢复成一个 PostgreSQL 数据文件夹，由同一大版本的服务器启动；文件仍恢复到 DATA_DIR`

/** A new secret would decrypt nothing: unlike at a start none is made. */
async function secretFor(config: Config, file: string | undefined): Promise<string> {
  if (config.secretText) return config.secretText
  const from = file ?? path.join(config.dataDir, 'secret')
  try {
    return await readSecretFile(from, process.env)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    throw new Error(`没有主密钥（${from} 不存在）：请设置 HONGYAN_SECRET，或用 --secret-file 指定另外保存的密钥文件`)
  }
}

async function run(): Promise<void> {
  const options = {
    from: { type: 'string' },
    at: { type: 'string' },
    backup: { type: 'string' },
    'secret-file': { type: 'string' },
    'database-folder': { type: 'string' },
  } as const
  const { values } = argumentsOrExit({ options }, usage)
  const at = values.at === undefined ? null : new Date(values.at)
  if (at !== null && !/T\d.*(Z|[+-]\d{2}:\d{2})$/.test(values.at ?? '')) throw new Error(`--at 须写明时区\n${usage}`)
  if (Number.isNaN(at?.getTime())) throw new Error(`--at 不是时间：${values.at}\n${usage}`)
  const config = configOrExit()
  const secretFile = values['secret-file']
  const secret = await secretFor(config, secretFile)
  const vault = new Vault(storeAt(values.from ?? readBackupSettings(process.env).to, config), secret)
  const startedAtMs = performance.now()
  const plan = await planRestore(vault, { at, backupId: values.backup ?? null })
  const say = (text: string) => console.log(`${text}……`)
  const databaseFolder = values['database-folder'] ?? null
  const lock = await lockDataFolder(config.dataDir)
  try {
    await restore(vault, plan, { dataDir: config.dataDir, databaseFolder, say })
    if (secretFile !== undefined) await writeFile(path.join(config.dataDir, 'secret'), secret, { mode: 0o600 })
  } finally {
    await lock.close()
  }
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
  console.log(
    `已恢复到 ${[config.dataDir, ...(databaseFolder === null ? [] : [path.resolve(databaseFolder)])].join('、')}（备份 ${plan.backup.backupId}），用时 ${seconds} 秒`,
  )
}

process.umask(0o077)
try {
  await run()
} catch (error) {
  console.error(toError(error).message)
  process.exitCode = 1
}
