import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StaffRole } from '#contract/identity/permission.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'
import { adminListViewCalls, type StaffList, staffLists } from '#contract/staff/admin-list-view.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { type BackOffice, officeTime, startBackOffice } from '#test/support/back-office.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { keysOf } from '#values/keys.ts'

const now = officeTime()
let database: TestDatabase
let office: BackOffice
beforeAll(async () => {
  database = await createTestDatabase()
  office = await startBackOffice(database, () => now)
})
afterAll(async () => {
  await office?.close()
  await database?.close()
})

const view = (name: string, list: StaffList = 'admin-invoices') => ({
  ...{ list, name, query: 'view=issuing', columns: null, isShared: false, isDefault: false },
})
const namesFor = async (role: StaffRole) =>
  (await office.get(adminListViewCalls.list, { list: 'admin-invoices' }, role)).rows.map(row => [
    row.name,
    row.ownerName,
    row.isOwn,
    row.isDefault,
  ])

test('staff save, share and delete views of their lists; one is the default, and acts are in the audit log', async () => {
  for (const name of ['专票', '待开'])
    expect((await office.act(adminListViewCalls.save, { ...view(name), isDefault: true }, 'finance')).code).toBe('ok')
  expect(await namesFor('finance')).toEqual([
    ['专票', '财务', true, false],
    ['待开', '财务', true, true],
  ])
  expect(await namesFor('administrator')).toEqual([])
  await office.act(adminListViewCalls.save, { ...view('待开'), isDefault: true, isShared: true }, 'finance')
  await office.act(adminListViewCalls.save, view('我的'))
  expect(await namesFor('administrator')).toEqual([
    ['我的', '管理员', true, false],
    ['待开', '财务', false, false],
  ])
  const remove = { list: 'admin-invoices', name: '待开' } as const
  expect((await office.act(adminListViewCalls.remove, remove)).code).toBe('not_found')
  expect((await office.act(adminListViewCalls.remove, remove, 'finance')).code).toBe('ok')
  expect(await namesFor('finance')).toEqual([['专票', '财务', true, false]])
  const { rows } = await office.get(adminAuditLogCalls.list, { action: 'list-views/remove' })
  expect(rows.map(({ object, result }) => [object, result])).toEqual([
    ['待开', 'ok'],
    ['待开', 'not_found'],
  ])
})

test('views of a list need the permission of its page', async () => {
  expect((await office.act(adminListViewCalls.save, view('看看'), 'reviewer')).code).toBe('staff_not_allowed')
  expect((await office.act(adminListViewCalls.save, view('看看', 'admin-word'), 'reviewer')).code).toBe('ok')
})

test('every list of the back office has views, and only they', async () => {
  const folder = new URL('../../admin/', import.meta.url)
  const pages = (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.tsx'))
  const texts = await Promise.all(pages.map(name => readFile(new URL(name, folder), 'utf8')))
  const ids = texts.flatMap(text => (text.includes('<ListPage') ? [...text.matchAll(/'(admin-[a-z-]+)'|id="(admin-[a-z-]+)"/g)] : []))
  expect(ids.map(match => match[1] ?? match[2]).sort()).toEqual(keysOf(staffLists).sort())
})

test('columns of a list stay with the person, and are no act of the audit log', async () => {
  const kept = async (role: StaffRole) => (await office.get(adminSignInCalls.me, {}, role)).listColumns
  const columns = { order: ['at', 'name'], hidden: ['name'] }
  expect((await office.act(adminListViewCalls.keepColumns, { list: 'admin-word', columns }, 'reviewer')).code).toBe('ok')
  expect([await kept('reviewer'), await kept('finance')]).toEqual([{ 'admin-word': columns }, {}])
  expect((await office.get(adminAuditLogCalls.list, { action: 'list-views/columns' })).rows).toEqual([])
  await office.act(adminListViewCalls.keepColumns, { list: 'admin-word', columns: null }, 'reviewer')
  expect(await kept('reviewer')).toEqual({})
})
