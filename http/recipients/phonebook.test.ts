import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallAnswerWire } from '#contract/call.ts'
import type { Role } from '#contract/identity/permission.ts'
import type { phonebookCalls } from '#contract/recipients/phonebook.ts'
import { asAccount } from '#db/connect.ts'
import { type App, createApp } from '#http/server/app.ts'
import { serve } from '#http/server/serve.ts'
import { readSession } from '#http/server/sessions.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSessionCookie, proveSessions } from '#test/support/session.ts'
import { phonebookHandlers } from './phonebook.ts'

const database = prepareTestDatabase()
let app: App
let base: string
let owner: TestAccount
let cookie: string

beforeAll(async () => {
  app = await createApp({ forBrowsers: true })
  serve(app, { db: database.db, now: () => new Date(), readSession }, phonebookHandlers)
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  owner = await createAccount(database.db)
  cookie = await createSessionCookie(database.db, owner.account, owner.memberId)
})
afterAll(() => app.close())

const ask = async <Answer>(path: string, body?: unknown) => {
  const headers = { 'content-type': 'application/json', cookie }
  const answer = await fetch(base + path, { method: body ? 'POST' : 'GET', headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return {
    status: answer.status,
    body: (await answer.json()) as Answer & { error: { code: string; message: string; fields?: Record<string, string> } },
  }
}
const become = (role: Role) =>
  asAccount(database.db, owner.account, tx =>
    tx.updateTable('member').set({ role }).where('accountId', '=', owner.account).where('memberId', '=', owner.memberId).execute(),
  )
const mask = (masksNumbers: boolean) =>
  asAccount(database.db, owner.account, tx =>
    tx.updateTable('member').set({ masksNumbers }).where('accountId', '=', owner.account).where('memberId', '=', owner.memberId).execute(),
  )
const revealed = () =>
  asAccount(database.db, owner.account, tx =>
    tx
      .selectFrom('auditLog')
      .select(['object', 'result'])
      .where('accountId', '=', owner.account)
      .where('action', '=', 'contacts/reveal')
      .execute(),
  )
type List = CallAnswerWire<typeof phonebookCalls.list>

test('a group is created, filled, moved out of and deleted; errors name their field', async () => {
  const make = (name: string) => ask<CallAnswerWire<typeof phonebookCalls.createGroup>>('/api/contact-groups/create', { name })
  const { groupId } = (await make(' 老客户 ')).body
  expect((await make('老客户')).body.error).toMatchObject({ code: 'group_taken', fields: { name: '分组“老客户”已存在' } })
  expect((await make(' ')).body.error.fields).toEqual({ name: '请填写分组名称' })
  const other = (await make('新客户')).body.groupId
  const pasted = await ask<CallAnswerWire<typeof phonebookCalls.paste>>('/api/contacts/paste', {
    groupId,
    text: '13800138000 张三\n13800138000\n1',
  })
  expect(pasted.body.counts).toEqual({ added: 1, updated: 0, known: 0, duplicate: 1, malformed: 1 })
  const add = () => ask('/api/contacts/add', { groupId, phone: '13800138000', name: '' })
  expect((await add()).body.error).toMatchObject({ code: 'contact_exists', fields: { phone: '该分组里已有这个手机号' } })
  const { rows } = (await ask<List>(`/api/contacts?groupId=${groupId}&search=8000`)).body
  expect(rows).toMatchObject([{ phone: '138****8000', name: '张三', groupName: '老客户' }])
  const contactIds = rows.map(row => row.contactId)
  expect((await ask('/api/contacts/move', { contactIds, groupId: other })).body).toMatchObject({ movedCount: 1, stayedCount: 0 })
  expect((await ask('/api/contact-groups/delete', { groupId: other, contactCount: 0 })).body.error).toMatchObject({
    message: '分组里的联系人已增加到1个，请核对后再删除',
  })
  expect((await ask('/api/contact-groups/delete', { groupId: other, contactCount: 1 })).body).toMatchObject({ removedCount: 1 })
  expect((await ask('/api/contacts/remove', { contactIds })).body.error.code).toBe('not_found')
})

test('a whole number is revealed one by one to members with the permission, and logged; read-only members change nothing', async () => {
  const { groupId } = (await ask<CallAnswerWire<typeof phonebookCalls.createGroup>>('/api/contact-groups/create', { name: '会员' })).body
  await ask('/api/contacts/add', { groupId, phone: '13912345678', name: '李四' })
  const seen = async () => (await ask<List>('/api/contacts?search=李')).body.rows
  const [row] = await seen()
  expect(row?.phone).toBe('139****5678')
  const reveal = () => ask<CallAnswerWire<typeof phonebookCalls.reveal>>('/api/contacts/reveal', { contactId: row!.contactId })
  expect((await reveal()).body.error).toMatchObject({ code: 'step_up_required', fields: { stepUp: 'number' } })
  expect(await revealed()).toMatchObject([{ result: 'step_up_required' }])
  await proveSessions(database.db, owner, 'number')
  expect((await reveal()).body).toEqual({ phone: '13912345678' })
  expect((await reveal()).body).toEqual({ phone: '13912345678' })
  expect((await revealed()).slice(1)).toEqual(Array(2).fill({ object: '李四 139****5678', result: 'ok' }))
  await mask(true)
  expect((await reveal()).body.error.code).toBe('not_allowed')
  await mask(false)
  await become('operations')
  expect((await reveal()).body.error.code).toBe('not_allowed')
  expect((await ask('/api/contacts/edit', { contactId: row?.contactId, name: '李思' })).status).toBe(200)
  await become('viewer')
  expect((await seen())[0]?.name).toBe('李思')
  expect((await ask('/api/contacts/remove', { contactIds: [row?.contactId] })).body.error.code).toBe('not_allowed')
  await become('finance')
  expect((await ask('/api/contacts')).body.error.code).toBe('not_allowed')
  await become('owner')
})
