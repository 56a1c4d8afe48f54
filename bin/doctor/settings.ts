import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { freeBytesOf } from '#bin/run/host-monitor.ts'
import { readBackupSettings, storeAt } from '#bin/settings/backup-settings.ts'
import type { Config } from '#bin/settings/config.ts'
import { esmeProtocols, ingressNames } from '#contract/apps/app-labels.ts'
import { openStore } from '#domain/platform/index.ts'
import { errorCode, toError } from '#values/error.ts'
import { newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { type Finding, findingsOf } from './finding.ts'

const gibibyte = 1024 ** 3

/** Settings that are valid each, and miss something together. */
export function checkSettings(config: Config): Finding[] {
  const { ok, notice, wrong } = findingsOf('设置')
  const { productionVariables } = config
  if (productionVariables.length === 0)
    return [notice('试用模式，有模拟器和演示账号，只在本机使用；设置 PUBLIC_URL 等公网地址即为生产环境')]
  const found = [ok(`生产环境（${productionVariables.join('、')}）`)]
  const addresses = Object.entries({
    PUBLIC_URL: config.publicUrl,
    ADMIN_PUBLIC_URL: config.adminPublicUrl,
    OPENAPI_URL: config.openApiUrl,
    SHORT_LINK_URL: config.shortLinkUrl,
  })
  const missing = addresses.filter(([, url]) => url === undefined).map(([name]) => name)
  if (missing.length > 0) found.push(wrong(`没有设置 ${missing.join('、')}，显示给客户和运营人员的是本机地址，请设置公网地址`))
  const plain = addresses.filter(([, url]) => url?.startsWith('http:')).map(([name]) => name)
  if (plain.length > 0) found.push(wrong(`${plain.join('、')} 不是 https，密码和会话会明文传输，请在代理上启用TLS并改为 https://`))
  if (addresses.some(([, url]) => url?.startsWith('https:')) && config.trustProxy === undefined)
    found.push(wrong('没有设置 TRUST_PROXY，所有客户共用代理的地址和它的限额，请设为代理的地址，如 127.0.0.1'))
  for (const protocol of esmeProtocols)
    if (config.esmeAddresses[protocol] === undefined)
      found.push(notice(`没有设置 ${ingressNames[protocol]}_ADDRESS，控制台向客户显示的是监听地址`))
  if (config.smtpUrl === undefined) found.push(notice('没有设置 SMTP_URL，不能发送邮件'))
  if (config.paymentFile === undefined) found.push(notice('没有设置 PAYMENT_FILE，客户不能在线支付'))
  return found
}

/** Whether what is lost with the machine is anywhere else. */
export function checkBackup(config: Config, env: NodeJS.ProcessEnv): Finding {
  const { ok, notice, wrong } = findingsOf('备份')
  try {
    const { to } = readBackupSettings(env)
    if (to !== undefined) return ok(`持续备份到 ${storeAt(to, config, env).place}，请定期执行 hongyan backup verify`)
    return notice('没有设置 BACKUP_TO，机器损坏时数据会全部丢失，请设为另一台机器或磁盘的文件夹，或 s3://桶/前缀')
  } catch (error) {
    return wrong(toError(error).message)
  }
}

/** Whether the buckets of files and of the archive can be written, read and emptied; nothing for folders of ours. */
export async function checkFiles({ filesAt, archiveTo }: Config, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  return [
    ...(filesAt === undefined ? [] : [await checkStore('文件', filesAt, { env, lost: '上传、导出和资质文件不可用', setting: 'FILES_AT' })]),
    ...(archiveTo.startsWith('s3://') ? [await checkStore('归档', archiveTo, { env, lost: '旧短信不能归档', setting: 'ARCHIVE_TO' })] : []),
  ]
}

async function checkStore(
  subject: string,
  at: string,
  { env, lost, setting }: { env: NodeJS.ProcessEnv; lost: string; setting: string },
): Promise<Finding> {
  const { ok, wrong } = findingsOf(subject)
  const name = `doctor/${newId()}`
  try {
    const store = openStore(at, env)
    await store.put(name, Readable.from([Buffer.from(name)]))
    const kept = await buffer(await store.open(name))
    await store.remove(name)
    return kept.toString() === name ? ok(`存放在 ${at}，可读写`) : wrong(`${at} 读到的不是写入的内容`)
  } catch (error) {
    return wrong(`${at} 不能读写，${lost}：${toError(error).message}，请检查 ${setting} 和 S3_… 设置`)
  }
}

/** Files that hold secrets are readable by their owner alone. */
export async function checkSecretFiles({ dataDir, secretText, paymentFile }: Config): Promise<Finding[]> {
  const secretFile = path.join(dataDir, 'secret')
  const found = secretText === undefined ? [await checkSecretFile('密钥', secretFile)] : [findingsOf('密钥').ok('取自 HONGYAN_SECRET')]
  if (paymentFile !== undefined) found.push(await checkSecretFile('支付合同', path.resolve(paymentFile)))
  return found
}

async function checkSecretFile(subject: string, file: string): Promise<Finding> {
  const { ok, notice, wrong } = findingsOf(subject)
  try {
    const { mode } = await stat(file)
    if ((mode & 0o077) === 0) return ok(`${file} 只有所有者能读`)
    return wrong(`${file} 的权限是 ${(mode & 0o777).toString(8)}，别的用户能读，请执行 chmod 600 ${file}`)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return notice(`${file} 还不存在`)
    if (errorCode(error) === 'EACCES') return wrong(`${file} 无法读取，请以平台的用户执行本命令`)
    throw error
  }
}

export async function checkDisk({ dataDir }: Config, freeBytes = freeBytesOf): Promise<Finding> {
  const { ok, notice, wrong } = findingsOf('磁盘')
  const free = await freeBytes(dataDir)
  const text = `${dataDir} 还有 ${(free / gibibyte).toFixed(1)} GiB`
  if (free < limits.minFreeBytes)
    return wrong(`${text}，不足 ${limits.minFreeBytes / gibibyte} GiB，群发和导出已暂停，请腾出空间或扩大磁盘`)
  if (free < limits.warnedFreeBytes) return notice(`${text}，不足 ${limits.minFreeBytes / gibibyte} GiB 时群发和导出会暂停`)
  return ok(text)
}
