import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#bin/settings/config.ts'
import { s3Environment, startS3Server } from '#test/support/s3-server.ts'
import { formatFinding } from './finding.ts'
import { checkBackup, checkDisk, checkFiles, checkSecretFiles, checkSettings } from './settings.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hongyan-doctor-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const addresses = {
  PUBLIC_URL: 'https://console.example.cn',
  ADMIN_PUBLIC_URL: 'https://admin.example.cn',
  OPENAPI_URL: 'https://sms.example.cn',
  SHORT_LINK_URL: 'https://s.example.cn',
}
const others = {
  SMPP_ADDRESS: 'smpp.example.cn:2776',
  CMPP_ADDRESS: 'cmpp.example.cn:2780',
  SMTP_URL: 'smtps://mail.example.cn',
  PAYMENT_FILE: '/etc/hongyan/payment.json',
}
const check = (env: Record<string, string>) => checkSettings(readConfig(env)).map(formatFinding)

test('complete settings need nothing; those of a trial are only said to be one', () => {
  const found = check({ ...addresses, ...others, TRUST_PROXY: '127.0.0.1' })
  expect(found).toEqual([expect.stringMatching(/^正常 {2}设置：生产环境（PUBLIC_URL、.*）$/)])
  expect(check({})).toEqual([expect.stringMatching(/^注意 {2}设置：试用模式/)])
})

test('what production lacks is named, with what it means', () => {
  expect(check({ PUBLIC_URL: 'http://console.example.cn', ADMIN_PUBLIC_URL: 'https://admin.example.cn' }).slice(1)).toEqual([
    expect.stringMatching(/^需改 {2}设置：没有设置 OPENAPI_URL、SHORT_LINK_URL，/),
    expect.stringMatching(/^需改 {2}设置：PUBLIC_URL 不是 https，/),
    expect.stringMatching(/^需改 {2}设置：没有设置 TRUST_PROXY，/),
    expect.stringMatching(/^注意 {2}设置：没有设置 SMPP_ADDRESS，/),
    expect.stringMatching(/^注意 {2}设置：没有设置 CMPP_ADDRESS，/),
    expect.stringMatching(/^注意 {2}设置：没有设置 SMTP_URL，/),
    expect.stringMatching(/^注意 {2}设置：没有设置 PAYMENT_FILE，/),
  ])
})

test('a platform without backups is told so, and a place that can hold none is named', () => {
  const backup = (env: Record<string, string>) => formatFinding(checkBackup(readConfig({ DATA_DIR: dataDir }), env))
  expect(backup({})).toMatch(/^注意 {2}备份：没有设置 BACKUP_TO，/)
  expect(backup({ BACKUP_TO: '/mnt/backup' })).toMatch(/^正常 {2}备份：持续备份到 \/mnt\/backup/)
  expect(backup({ BACKUP_TO: path.join(dataDir, 'backups') })).toMatch(/^需改 {2}备份：备份不能放在 DATA_DIR/)
  expect(backup({ BACKUP_TO: 's3://shop/hongyan' })).toMatch(/^需改 {2}备份：.*S3_ACCESS_KEY_ID/)
  expect(backup({ BACKUP_TO: '/mnt/backup', BACKUP_KEEP: '0' })).toMatch(/^需改 {2}备份：环境变量 BACKUP_KEEP 有误/)
})

test('a bucket of files is written, read and emptied, or what is wrong is said', async () => {
  const server = await startS3Server()
  const check = async (filesAt: string | undefined, env: Record<string, string>) =>
    (await checkFiles({ ...readConfig({ DATA_DIR: dataDir }), filesAt }, env)).map(formatFinding)
  const env = s3Environment(server)
  expect(await check(undefined, {})).toEqual([])
  expect(await check('s3://shop/files', env)).toEqual([expect.stringMatching(/^正常 {2}文件：存放在 s3:\/\/shop\/files，可读写/)])
  expect(server.objects.size).toBe(0)
  expect(await check('s3://shop/files', {})).toEqual([expect.stringMatching(/^需改 {2}文件：.*S3_ACCESS_KEY_ID/)])
  expect(await check('s3://shop/files', { ...env, S3_ACCESS_KEY_ID: 'other' })).toEqual([expect.stringMatching(/^需改 {2}文件：.*403/)])
  expect(() => readConfig({ FILES_AT: '/mnt/files' })).toThrow('FILES_AT')
  await server.close()
})

test('a secret that others can read is named with the command that closes it', async () => {
  const config = readConfig({ DATA_DIR: dataDir, PAYMENT_FILE: path.join(dataDir, 'payment.json') })
  const file = path.join(dataDir, 'secret')
  expect((await checkSecretFiles(config)).map(({ level }) => level)).toEqual(['notice', 'notice'])
  await writeFile(file, 'x', { mode: 0o644 })
  await writeFile(path.join(dataDir, 'payment.json'), '{}', { mode: 0o600 })
  await chmod(file, 0o640)
  expect((await checkSecretFiles(config)).map(formatFinding)).toEqual([
    `需改  密钥：${file} 的权限是 640，别的用户能读，请执行 chmod 600 ${file}`,
    expect.stringMatching(/^正常 {2}支付合同：/),
  ])
  await chmod(file, 0o600)
  expect((await checkSecretFiles(config)).map(({ level }) => level)).toEqual(['ok', 'ok'])
})

test('the free space is compared with what broadcasts and exports leave', async () => {
  const config = readConfig({ DATA_DIR: dataDir })
  const gibibyte = 1024 ** 3
  const levels = [1, 2.5, 50].map(async size => (await checkDisk(config, async () => size * gibibyte)).level)
  expect(await Promise.all(levels)).toEqual(['wrong', 'notice', 'ok'])
})
