/**
 * Checks an installation: settings, secrets, disk, database, clock, programs and addresses. One line for each finding,
 * with the remedy; exits with status 1 when something must be mended. `--local` leaves out settings and what lies
 * behind the proxy, for a check each minute. Changes nothing, but for an object that it writes to the bucket of files
 * and removes; the platform may run.
 */
import { access } from 'node:fs/promises'
import path from 'node:path'
import { argumentsOrExit } from '#bin/settings/command-line.ts'
import { type Config, readConfig, readSecret } from '#bin/settings/config.ts'
import { findRunningPostgres } from '#db/embedded.ts'
import { toError } from '#values/error.ts'
import { checkAddresses, readAddresses } from './doctor/addresses.ts'
import { checkDatabase } from './doctor/database.ts'
import { type Finding, findingsOf, formatFinding } from './doctor/finding.ts'
import { checkBackup, checkDisk, checkFiles, checkSecretFiles, checkSettings } from './doctor/settings.ts'

const usage = `用法：hongyan doctor [--local]
  逐条检查设置、密钥、磁盘、数据库、时钟、各程序和公开地址；有需要改正的，退出状态为 1
  --local  不检查设置和代理之后的地址，供每分钟检查使用`
const { values: flags } = argumentsOrExit({ options: { local: { type: 'boolean', default: false } } }, usage)

async function examine(config: Config): Promise<Finding[]> {
  const found = [
    ...(flags.local ? [] : [...checkSettings(config), checkBackup(config, process.env)]),
    ...(await checkSecretFiles(config)),
    await checkDisk(config),
    ...(await checkFiles(config, process.env)),
  ]
  const url = config.databaseUrl ?? (await findRunningPostgres(config.dataDir)) ?? config.databasePlatformUrl
  if (url === undefined) found.push(findingsOf('数据库').notice('内置数据库没有运行，请启动后再检查'))
  else found.push(...(await checkDatabase(url, config, await existingSecret(config))))
  return [...found, ...(await checkAddresses(await readAddresses(config, flags.local)))]
}

/** The secret, which only a start makes. */
async function existingSecret(config: Config): Promise<string | null> {
  const isMade = await access(path.join(config.dataDir, 'secret')).then(
    () => true,
    () => false,
  )
  return config.secretText !== undefined || isMade ? readSecret(config) : null
}

/** The settings, or what is wrong with them. */
function settings(): Config | Finding {
  try {
    return readConfig(process.env)
  } catch (error) {
    return findingsOf('设置').wrong(toError(error).message)
  }
}

const config = settings()
const found = 'level' in config ? [config] : await examine(config)
for (const finding of found) console.log(formatFinding(finding))
const wrongCount = found.filter(({ level }) => level === 'wrong').length
console.log(wrongCount === 0 ? '检查完毕，没有需要改正的' : `检查完毕，有 ${wrongCount} 项需要改正`)
process.exitCode = wrongCount === 0 ? 0 : 1
