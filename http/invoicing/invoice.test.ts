import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { invoiceCalls } from '#contract/invoicing/invoice.ts'
import { consolePassword, startConsole } from '#test/support/console.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { addInvoices } from '#test/support/invoice.ts'
import { encodeId } from '#values/id.ts'

const now = new Date('2026-11-02T01:00:00Z')
let database: TestDatabase
let console: Awaited<ReturnType<typeof startConsole>>
beforeAll(async () => {
  database = await createTestDatabase()
  console = await startConsole(database, () => now)
})
afterAll(async () => {
  await console?.close()
  await database?.close()
})

test('invoices are found by a range of their amount, ends included, and by their title', async () => {
  const { account, phone } = await console.newAccount()
  await addInvoices(database, account, { name: '甲', grossHaos: [1_000_000, 2_000_000], now })
  const titleId = await addInvoices(database, account, { name: '乙', grossHaos: [2_000_000, 3_000_100], now })
  const browser = console.browser()
  await browser.act(signInCalls.byPassword, { login: phone, password: consolePassword })
  const found = async (filter: { least?: string; most?: string; titleId?: string }) => {
    const { code, answer } = await browser.act(invoiceCalls.list, filter as never)
    if (code !== 'ok') return code
    assert.exists(answer)
    return answer.rows.map(row => `${row.titleName}${row.grossHao}`)
  }
  expect(await found({})).toEqual(['乙3000100', '乙2000000', '甲2000000', '甲1000000'])
  expect(await found({ least: '200' })).toEqual(['乙3000100', '乙2000000', '甲2000000'])
  expect(await found({ least: '200.01' })).toEqual(['乙3000100'])
  expect(await found({ least: '100.5', most: '300' })).toEqual(['乙2000000', '甲2000000'])
  expect(await found({ most: '300.01', titleId: encodeId('invoiceTitle', titleId) })).toEqual(['乙3000100', '乙2000000'])
  expect(await found({ most: '99.999' })).toBe('input_invalid')
})
