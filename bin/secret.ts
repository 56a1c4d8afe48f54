/** The secret that encrypts: what it has encrypted, its rotation, and a copy of it under a passphrase. */
import { randomBytes } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import path from 'node:path'
import { argumentsOrExit } from '#bin/settings/command-line.ts'
import { type Config, configOrExit, readSecret } from '#bin/settings/config.ts'
import { databaseUrls } from '#bin/settings/database-urls.ts'
import { openArchive, openFiles } from '#bin/settings/files.ts'
import { writeSecretCopy } from '#bin/settings/secret-copy.ts'
import { type Db, openDb } from '#db/connect.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import type { MessageArchive } from '#domain/message-archive/index.ts'
import { type Files, secretsOf } from '#domain/platform/index.ts'
import { readUse, reEncryptAll, type SecretUse } from '#domain/re-encryption/index.ts'
import { toError } from '#values/error.ts'
import { lastOrThrow } from '#values/or-throw.ts'

const usage = `用法：hongyan secret <命令>
  status            各密钥加密了多少数据
  rotate            换用新密钥；重新启动平台后，旧数据在后台用新密钥重新加密
  re-encrypt        立即重新加密，而不等后台任务；可以中断，再次运行时继续
  retire --confirm  删除已不再使用的旧密钥；用它们加密的备份从此不能恢复
  save --to 文件    把密钥用口令（环境变量 HONGYAN_PASSPHRASE）加密后另存一份`

interface Context {
  config: Config
  secret: string
  db: Db
  files: Files
  archive: MessageArchive
}

const describe = ({ keyId, isCurrent, isKnown, valueCount, fileCount }: SecretUse) => {
  const name = keyId ?? '（无编号，早于密钥编号）'
  const state = isCurrent ? '当前' : isKnown ? '旧' : '未知，缺少这个密钥'
  return `${name}  ${state}  数据 ${valueCount} 项  文件 ${fileCount} 个`
}

async function status({ db, secret, files }: Context): Promise<string> {
  return (await readUse(db, secret, files)).map(describe).join('\n')
}

async function reEncryptNow({ db, secret, files, archive }: Context): Promise<string> {
  await reEncryptAll({ db, secret, files, archive }, () => new Date())
  return '全部数据已用当前密钥加密'
}

/** Removes all secrets but the current one and the root. */
async function retire(context: Context): Promise<string> {
  const { config, db, secret, files } = context
  const [current = '', ...former] = secretsOf(secret)
  if (former.length < 2) return '没有可以删除的旧密钥：最后一行是根密钥，短信里的退订链接、密码等的校验值由它产生，须一直保留'
  const left = (await readUse(db, secret, files)).filter(one => !one.isCurrent && one.valueCount + one.fileCount > 0)
  if (left.length > 0)
    throw new Error(['还有数据由旧密钥加密，请先重新加密（hongyan secret re-encrypt）：', ...left.map(describe)].join('\n'))
  return replaceSecret(config, [current, lastOrThrow(former)], '已删除旧密钥')
}

async function rotate(config: Config, secret: string): Promise<string> {
  const done = await replaceSecret(config, [randomBytes(32).toString('base64url'), ...secretsOf(secret)], '已换用新密钥')
  return `${done}\n请立即另存一份（hongyan secret save），没有它，今后的备份和加密的数据都无法恢复。重新启动平台后，旧数据在后台重新加密`
}

/** In the data folder, or printed where the environment has it. */
async function replaceSecret({ dataDir, secretText }: Config, secrets: readonly string[], done: string): Promise<string> {
  if (secretText) return `密钥由环境变量 HONGYAN_SECRET 指定，请把它改成（\\n 分隔）：\n${secrets.join('\\n')}`
  const file = path.join(dataDir, 'secret')
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    await handle.writeFile(secrets.join('\n'))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
  return `${done}，写入 ${file}`
}

async function withContext(config: Config, secret: string, work: (context: Context) => Promise<string>): Promise<string> {
  const running = config.databaseUrl ?? config.databasePlatformUrl ?? (await findRunningPostgres(config.dataDir))
  const server = running ? null : await startEmbeddedPostgres({ dataDir: config.dataDir })
  const { direct } = databaseUrls(running ?? server?.url, config, secret)
  const db = openDb({ url: direct, role: 'hongyan_platform', max: 2 })
  try {
    return await work({ config, secret, db, files: openFiles(config, secret), archive: openArchive(config, secret, direct) })
  } finally {
    await db.destroy()
    await server?.stop()
  }
}

async function run(): Promise<string> {
  const options = { to: { type: 'string' }, confirm: { type: 'boolean', default: false } } as const
  const { values, positionals } = argumentsOrExit({ allowPositionals: true, options }, usage)
  const [command] = positionals
  const config = configOrExit()
  const secret = await readSecret(config)
  if (command === 'rotate') return rotate(config, secret)
  if (command === 'status') return withContext(config, secret, status)
  if (command === 're-encrypt') return withContext(config, secret, reEncryptNow)
  if (command === 'retire' && values.confirm) return withContext(config, secret, retire)
  if (command !== 'save' || !values.to) throw new Error(usage)
  await writeSecretCopy(values.to, secret, process.env)
  return `已另存到 ${path.resolve(values.to)}，请和备份分开保管`
}

process.umask(0o077)
try {
  console.log(await run())
} catch (error) {
  console.error(toError(error).message)
  process.exitCode = 1
}
