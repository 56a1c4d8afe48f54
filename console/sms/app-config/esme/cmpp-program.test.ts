import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createCmppCustomer, messagesOf, seedCarrier, settle, startCmpp } from '#test/support/esme-server.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { cmppProgram } from './cmpp-program.ts'

const run = promisify(execFile)
const isThere = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0
const database = prepareTestDatabase()
let server: Awaited<ReturnType<typeof startCmpp>>
let customer: Awaited<ReturnType<typeof createCmppCustomer>>
let folder: string
beforeAll(async () => {
  await seedCarrier(database)
  server = await startCmpp(database)
  customer = await createCmppCustomer(database)
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-cmpp-'))
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const programOf = (text: string, password = customer.password) =>
  cmppProgram({ address: `127.0.0.1:${server.port}`, loginName: customer.loginName, password }, '19200004000', text)
const runProgram = async (program: string) => {
  const file = path.join(folder, 'send.py')
  await writeFile(file, program)
  return run('python3', [file]).catch((error: { stdout: string; stderr: string }) => error)
}

test.skipIf(!isThere).each([
  ['text', '【鸿雁】您的验证码为386072，5分钟内有效', 1],
  ['long text', `【鸿雁】长文${'一二三四五六七八九十'.repeat(14)}完`, 3],
])('the program on the page sends a %s and reads its reports', async (_, text, count) => {
  const before = (await messagesOf(database, customer)).length
  const running = runProgram(programOf(text))
  const sent = async () => (await messagesOf(database, customer)).slice(before)
  await expect.poll(async () => (await sent()).length).toBe(1)
  const { messageId, content } = firstOrThrow(await sent())
  expect(content).toBe(text)
  await settle(database, customer, [{ messageId, state: 'delivered', reason: 'DELIVRD', at: new Date() }])
  const lines = (await running).stdout.trim().split('\n')
  const ids = lines.filter(line => line.startsWith('短信编号：')).map(line => line.replace('短信编号：', ''))
  expect(ids).toHaveLength(count)
  expect(lines.filter(line => line.startsWith('状态报告：'))).toEqual(ids.map(id => `状态报告：${id} DELIVRD`))
})

test.skipIf(!isThere)('the program on the page reports a refusal', async () => {
  expect((await runProgram(programOf('【鸿雁】别的内容', 'wrong'))).stderr).toBe('登录被拒绝：3\n')
  expect((await runProgram(programOf('【鸿雁】别的内容'))).stderr).toBe('提交被拒绝：101\n')
})
