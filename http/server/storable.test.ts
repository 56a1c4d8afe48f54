import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import type { Call } from '#contract/call.ts'
import { customerCalls } from '#contract/calls.ts'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { type BackOffice, startBackOffice } from '#test/support/back-office.ts'
import { consolePassword, startConsole } from '#test/support/console.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { adminHandlers } from './admin.ts'
import { isStorable } from './storable.ts'

const now = () => new Date()
let database: TestDatabase
let office: BackOffice
let console: Awaited<ReturnType<typeof startConsole>>
beforeAll(async () => {
  database = await createTestDatabase()
  office = await startBackOffice(database, now)
  console = await startConsole(database, now)
})
afterAll(async () => {
  await console?.close()
  await office?.close()
  await database?.close()
})

const fieldsOf = (call: Call): string[] => Object.keys(call.input.shape)
const odd = ['a\u0000b', '\ud800', 'x\udc00y']
/** Refused as a whole input; errors of a call's own rules are reported by field. */
const wholeOf = (code: string, fields: object) => (Object.keys(fields).length === 0 ? `${code} whole` : code)
const acts = (calls: readonly Call[]) => calls.filter(call => call.method !== 'GET' && fieldsOf(call).length > 0)
const reads = (calls: readonly Call[]) => calls.filter(call => call.method === 'GET')
const consoleCalls = Object.values(customerCalls).flatMap(group => Object.values(group))
const staffCalls: Call[] = adminHandlers({ secret: 'x'.repeat(32), shortLinkUrl: 'http://short.test' }).map(handler => handler.call)

test('half of a surrogate pair and NUL are found anywhere in a value', () => {
  const deep = JSON.parse(`${'['.repeat(50_000)}"\\ud800"${']'.repeat(50_000)}`)
  expect([deep, { a: [{ b: '\udc00' }] }, { 'a\u0000': 1 }, '\u0000'].map(isStorable)).toEqual([false, false, false, false])
  expect([null, 1, true, undefined, '💣', { 名: ['值', { 深: '处' }] }, Buffer.from([0])].every(isStorable)).toBe(true)
})

test('every act of the console refuses unstorable text as invalid input, before anything is done', async () => {
  const { phone } = await console.newAccount()
  const browser = console.browser()
  await browser.act(signInCalls.byPassword, { login: phone, password: consolePassword })
  const codes = new Map<string, string>()
  for (const call of acts(consoleCalls)) {
    const text = itemOrThrow(odd, codes.size % odd.length)
    const { code, fields } = await browser.act(call, Object.fromEntries(fieldsOf(call).map(name => [name, text])) as never)
    codes.set(call.path, wholeOf(code, fields))
  }
  expect(codes.size).toBeGreaterThan(100)
  expect([...codes].filter(([, code]) => code !== 'input_invalid whole')).toEqual([])
})

test('every list of the console accepts or refuses unstorable text without an error of ours', async () => {
  const { phone } = await console.newAccount()
  const browser = console.browser()
  await browser.act(signInCalls.byPassword, { login: phone, password: consolePassword })
  const broken: string[] = []
  for (const call of reads(consoleCalls))
    for (const name of fieldsOf(call)) {
      const { code } = await browser.act(call, { [name]: 'a\u0000b' } as never)
      if (code === 'bug') broken.push(`${call.path} ${name}`)
    }
  expect(broken).toEqual([])
})

test('calls of staff handle unstorable text alike', async () => {
  const codes = new Map<string, string>()
  for (const call of acts(staffCalls)) {
    const text = itemOrThrow(odd, codes.size % odd.length)
    const { code, fields } = await office.act(call, Object.fromEntries(fieldsOf(call).map(name => [name, text])) as never)
    codes.set(call.path, wholeOf(code, fields))
  }
  expect(codes.size).toBeGreaterThan(50)
  expect([...codes].filter(([, code]) => code !== 'input_invalid whole')).toEqual([])
  const broken: string[] = []
  for (const call of reads(staffCalls))
    for (const name of fieldsOf(call)) {
      const refused = await office.get(call, { [name]: 'a\u0000b' }).then(
        () => '',
        (error: Error) => error.message,
      )
      if (refused.includes('"bug"')) broken.push(`${call.path} ${name}`)
    }
  expect(broken).toEqual([])
  expect(reads(staffCalls)).toContain(adminCustomerCalls.list)
})
