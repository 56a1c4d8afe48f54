/**
 * The commands of an installation: `./hongyan <command>`. Each module acts when it is loaded, and reads its arguments
 * from `process.argv` as when it is started by itself.
 */

import { isHelp } from '#bin/settings/command-line.ts'
import { toError } from '#values/error.ts'
import { isKeyOf, pairsOf } from '#values/keys.ts'
import manifest from '../package.json' with { type: 'json' }

interface Command {
  load: () => Promise<unknown>
  does: string
  /** It has arguments and a usage of its own. */
  hasUsage?: true
}

const commands = {
  start: { load: () => import('./run.ts'), does: '启动全部程序，首次启动时建立数据库' },
  doctor: { load: () => import('./doctor.ts'), does: '检查设置、数据库、时钟、磁盘和各地址，逐条说明怎样改正', hasUsage: true },
  migrate: { load: () => import('./migrate.ts'), does: '升级 DATABASE_URL 的数据库结构，写入基础数据' },
  admin: { load: () => import('./admin.ts'), does: '运营人员账号、账本核对、重新统计', hasUsage: true },
  'verify-audit': { load: () => import('./verify-audit.ts'), does: '核对操作记录的哈希链', hasUsage: true },
  backup: { load: () => import('./backup.ts'), does: '备份到文件夹或S3，列出和核对备份', hasUsage: true },
  restore: { load: () => import('./restore.ts'), does: '把备份恢复到空的 DATA_DIR，可指定时刻', hasUsage: true },
  secret: { load: () => import('./secret.ts'), does: '换用新的密钥并重新加密，另存密钥', hasUsage: true },
  http: { load: () => import('./http.ts'), does: '单独运行控制台、运营后台和开放接口' },
  jobs: { load: () => import('./jobs.ts'), does: '单独运行后台任务' },
  dispatch: { load: () => import('./dispatch.ts'), does: '单独运行发送程序' },
  esme: { load: () => import('./esme.ts'), does: '单独运行SMPP与CMPP服务' },
  redirect: { load: () => import('./redirect.ts'), does: '单独运行短链跳转' },
  archive: { load: () => import('./archive.ts'), does: '单独运行持续备份' },
} satisfies Record<string, Command>

const version = `鸿雁 ${manifest.version}`
const lines = pairsOf(commands).map(([name, { does }]) => `  ${name.padEnd(14)}${does}`)
const usage = `${version}
用法：hongyan [--settings=文件] <命令> [参数]
${lines.join('\n')}
设置取自环境变量；--settings 指定的文件里每行一个 名称=值，已有的环境变量优先
hongyan <命令> --help 列出该命令的参数`

const [option = '', ...rest] = process.argv.slice(2)
const settingsFile = /^--settings=(.+)$/.exec(option)?.[1]
const [name = '', ...args] = settingsFile === undefined ? [option, ...rest] : rest
if (isHelp(name) || name === 'help' || name === '--version') {
  console.log(name === '--version' ? version : usage)
  process.exit(0)
}
const command: Command | null = isKeyOf(commands, name) ? commands[name] : null
if (command === null) {
  console.error(usage)
  process.exit(1)
}
// A start that was asked for help must not start.
if (args.length > 0 && !command.hasUsage) {
  const ownUsage = `用法：hongyan [--settings=文件] ${name}\n  ${command.does}；没有参数`
  if (args.some(isHelp)) console.log(ownUsage)
  else console.error(ownUsage)
  process.exit(args.some(isHelp) ? 0 : 1)
}
try {
  if (settingsFile !== undefined) process.loadEnvFile(settingsFile)
} catch (error) {
  console.error(`设置文件 ${settingsFile} 无法读取：${toError(error).message}`)
  process.exit(1)
}
process.argv.splice(2, Number.POSITIVE_INFINITY, ...args)
await command.load()
