import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { isNetSmppInstalled } from '#test/support/esme/net-smpp.ts'
import { createSmppCustomer, messagesOf, type SmppCustomer, seedCarrier, settle, startSmpp } from '#test/support/esme-server.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { netSmppProgram } from './net-smpp.ts'

const run = promisify(execFile)
const isThere = isNetSmppInstalled()
let database: TestDatabase
let server: Awaited<ReturnType<typeof startSmpp>>
let customer: SmppCustomer
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  await seedCarrier(database)
  server = await startSmpp(database)
  customer = await createSmppCustomer(database)
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-net-smpp-'))
})
afterAll(async () => {
  await server?.close()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

const text = '【鸿雁】您的验证码为386072，5分钟内有效'
const programOf = (password: string | null, content = text) =>
  netSmppProgram({ address: `127.0.0.1:${server.port}`, loginName: customer.systemId, password }, '19200004000', content)
const runProgram = async (program: string) => {
  const file = path.join(folder, 'send.pl')
  await writeFile(file, program)
  return run('perl', [file]).catch((error: { stdout: string; stderr: string }) => error)
}

test.skipIf(!isThere)('the program on the page sends a text and reads its report', async () => {
  const running = runProgram(programOf(customer.password))
  const sent = () => messagesOf(database, customer)
  await expect.poll(async () => (await sent()).length).toBe(1)
  const message = firstOrThrow(await sent())
  expect(message).toMatchObject({ phone: '19200004000', content: text })
  await settle(database, customer, [{ messageId: message.messageId, state: 'delivered', reason: 'DELIVRD', at: new Date() }])
  expect((await running).stdout).toMatch(/^短信编号：(\w+)\n状态报告：id:\1 .* stat:DELIVRD/)
})

test.skipIf(!isThere)('the program on the page reports a refusal', async () => {
  expect((await runProgram(programOf('wrong'))).stderr).toBe('绑定被拒绝：0x0000000e\n')
  expect((await runProgram(programOf(customer.password, '【鸿雁】别的内容'))).stderr).toBe('提交被拒绝：0x00000402\n')
})

test('the program on the page quotes Perl strings, and has a placeholder for an unknown password', () => {
  const program = programOf(null, "【鸿雁】it's 5\\6 $a @b")
  expect(program).toContain("encode('UTF-16BE', '【鸿雁】it\\'s 5\\\\6 $a @b')")
  expect(program).toContain("password => '在此填写密码'")
  expect(program).toContain(String.raw`die "没有连上\n" unless $bound;`)
})
