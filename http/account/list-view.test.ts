import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountCalls } from '#contract/account/account.ts'
import { listViewCalls } from '#contract/account/list-view.ts'
import { signInCalls } from '#contract/identity/sign-in.ts'
import type { ViewColumns } from '#contract/list-view.ts'
import { consolePassword, startConsole } from '#test/support/console.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { limits } from '#values/limits.ts'

let database: TestDatabase
let console: Awaited<ReturnType<typeof startConsole>>
beforeAll(async () => {
  database = await createTestDatabase()
  console = await startConsole(database, () => new Date('2026-11-02T01:00:00Z'))
})
afterAll(async () => {
  await console?.close()
  await database?.close()
})

async function enter(phone: string) {
  const browser = console.browser()
  await browser.act(signInCalls.byPassword, { login: phone, password: consolePassword })
  return browser
}
const view = (name: string) => ({
  list: 'delivery' as const,
  name,
  query: 'state=failed',
  columns: { order: ['phone'], hidden: [], widths: { phone: 120 } },
  isShared: false,
  isDefault: false,
})

test('a view is saved, replaced, shared and deleted; one is the default; the list has its own permission', async () => {
  const owner = await console.newAccount()
  const [mine, colleague] = [await enter(owner.phone), await enter((await console.join(owner.account, 'finance')).phone)]
  const names = async (browser: typeof mine) =>
    (await browser.act(listViewCalls.list, { list: 'delivery' })).answer?.rows.map(row => [row.name, row.isOwn, row.isDefault])
  for (const name of ['一周', '今天']) await mine.act(listViewCalls.save, { ...view(name), isDefault: true })
  expect(await names(mine)).toEqual([
    ['一周', true, false],
    ['今天', true, true],
  ])
  expect(await names(colleague)).toEqual([])
  await mine.act(listViewCalls.save, { ...view('今天'), query: 'state=delivered', isDefault: true, isShared: true })
  expect(await names(colleague)).toEqual([['今天', false, false]])
  expect((await colleague.act(listViewCalls.list, { list: 'delivery' })).answer?.rows[0]).toMatchObject({
    query: 'state=delivered',
    columns: view('').columns,
    ownerName: '王五',
  })
  expect((await colleague.act(listViewCalls.remove, { list: 'delivery', name: '今天' })).code).toBe('not_found')
  expect((await colleague.act(listViewCalls.list, { list: 'phonebook' })).code).toBe('not_allowed')
  expect((await mine.act(listViewCalls.remove, { list: 'delivery', name: '今天' })).code).toBe('ok')
  expect(await names(mine)).toEqual([['一周', true, false]])
})

test('a list has a limited number of views, of which each can still be changed', async () => {
  const mine = await enter((await console.newAccount()).phone)
  const codeOf = async (name: string) => (await mine.act(listViewCalls.save, view(name))).code
  for (let index = 0; index < limits.listViews; index += 1) expect(await codeOf(`视图${index}`)).toBe('ok')
  expect([await codeOf('多一个'), await codeOf('视图0')]).toEqual(['too_many', 'ok'])
})

test('columns of a list stay with the member who set them, until they are reset', async () => {
  const owner = await console.newAccount()
  const mine = await enter(owner.phone)
  const kept = async (browser: typeof mine) => (await browser.act(accountCalls.me, {})).answer?.listColumns
  const columns: ViewColumns = view('').columns
  const keep = (list: string, given: ViewColumns | null) => mine.act(listViewCalls.keepColumns, { list, columns: given })
  expect(await kept(mine)).toEqual({})
  await keep('delivery', columns)
  await keep('links', { ...columns, hidden: ['note'] })
  await keep('delivery', { ...columns, widths: { phone: 200 } })
  const elsewhere = await enter(owner.phone)
  expect(await kept(elsewhere)).toEqual({ delivery: { ...columns, widths: { phone: 200 } }, links: { ...columns, hidden: ['note'] } })
  expect(await kept(await enter((await console.join(owner.account, 'finance')).phone))).toEqual({})
  await keep('delivery', null)
  expect(Object.keys((await kept(elsewhere)) ?? {})).toEqual(['links'])
  for (let index = 1; index < limits.listsWithColumns; index += 1)
    expect((await keep(`list-${'x'.repeat(index % 30)}.${'y'.repeat(Math.floor(index / 30))}`, columns)).code).toBe('ok')
  expect([(await keep('one-more', columns)).code, (await keep('links', columns)).code]).toEqual(['too_many', 'ok'])
})
