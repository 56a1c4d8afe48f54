/**
 * The commands of an installation: `./hongyan <command>`. Each module acts when it is loaded, and reads its arguments
 * from `process.argv` as when it is started by itself.
 */
import { toError } from '#values/error.ts'
import { isKeyOf, pairsOf } from '#values/keys.ts'
import manifest from '../package.json' with { type: 'json' }

interface Command {
  load: () => Promise<unknown>
  does: string
}

const commands = {
  start: { load: () => import('./run.ts'), does: '启动全部程序，首次启动时建立数据库' },
  doctor: { load: () => import('./doctor.ts'), does: '检查设置、数据库、时钟、磁盘和各地址，逐条说明怎样改正' },
  migrate: { load: () => import('./migrate.ts'), does: '升级 DATABASE_URL 的数据库结构，写入基础数据' },
  admin: { load: () => import('./admin.ts'), does: '运营人员账号、账本核对、重新统计' },
  'verify-audit': { load: () => import('./verify-audit.ts'), does: '核对操作记录的哈希链' },
  backup: { load: () => import('./backup.ts'), does: '备份到文件夹或S3，列出和核对备份' },
  restore: { load: () => import('./restore.ts'), does: '把备份恢复到空的 DATA_DIR，可指定时刻' },
  secret: { load: () => import('./secret.ts'), does: '换用新的密钥并重新加密，另存密钥' },
  http: { load: () => import('./http.ts'), does: '单独运行控制台、运营后台和开放接口' },
  jobs: { load: () => import('./jobs.ts'), does: '单独运行后台任务' },
  dispatch: { load: () => import('./dispatch.ts'), does: '单独运行发送程序' },
  esme: { load: () => import('./esme.ts'), does: '单独运行SMPP与CMPP服务' },
  redirect: { load: () => import('./redirect.ts'), does: '单独运行短链跳转' },
  archive: { load: () => import('./archive.ts'), does: '单独运行持续备份' },
} satisfies Record<string, Command>

const lines = pairsOf(commands).map(([name, { does }]) => `  ${name.padEnd(14)}${does}`)
const usage = `鸿雁 ${manifest.version}
用法：hongyan [--settings=文件] <命令> [参数]
${lines.join('\n')}
设置取自环境变量；--settings 指定的文件里每行一个 名称=值，已有的环境变量优先`

const [option = '', ...rest] = process.argv.slice(2)
const settingsFile = /^--settings=(.+)$/.exec(option)?.[1]
const [name = '', ...args] = settingsFile === undefined ? [option, ...rest] : rest
if (!isKeyOf(commands, name)) {
  console.error(usage)
  process.exit(1)
}
try {
  if (settingsFile !== undefined) process.loadEnvFile(settingsFile)
} catch (error) {
  console.error(`设置文件 ${settingsFile} 无法读取：${toError(error).message}`)
  process.exit(1)
}
process.argv.splice(2, Number.POSITIVE_INFINITY, ...args)
await commands[name].load()
