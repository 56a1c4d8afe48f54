import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call, CallAnswerWire } from '#contract/call.ts'
import { auditLogCalls } from '#contract/identity/audit-log.ts'
import type { Role } from '#contract/identity/permission.ts'
import { phonebookCalls } from '#contract/recipients/phonebook.ts'
import { undoCalls } from '#contract/undo/undo.ts'
import { asAccount } from '#db/connect.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { readAnswer, readRefusal, sendCall } from '#test/support/answer.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

const database = prepareTestDatabase()
let app: App
let base: string
let owner: TestAccount
let cookie: string
beforeAll(async () => {
  app = await createCustomerApp({ db: database.db, secret: 'x'.repeat(32), now: () => new Date() })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  owner = await createAccount(database.db)
  cookie = await createSessionCookie(database.db, owner.account, owner.memberId)
})
afterAll(() => app.close())

const send = (call: Call, input: object, as = cookie) => sendCall(base, call, input, { cookie: as })
const ask = async <C extends Call>(call: C, input: object) => readAnswer(call, await send(call, input))
const refusalOf = async (answer: Response) => (await readRefusal(answer)).code
const become = (role: Role) =>
  asAccount(database.db, owner.account, tx =>
    tx.updateTable('member').set({ role }).where('accountId', '=', owner.account).where('memberId', '=', owner.memberId).execute(),
  )
const log = async () => {
  const within = { from: new Date(Date.now() - 3_600_000).toISOString(), until: new Date(Date.now() + 60_000).toISOString() }
  return (await ask(auditLogCalls.list, { ...within, pageSize: 20 })).rows
}
const lineOf = async (action: string) => firstOrThrow((await log()).filter(row => row.action === action))
const names = (rows: CallAnswerWire<typeof phonebookCalls.list>['rows']) => rows.map(row => row.name)

test('the log offers to undo an act, once, to members who may do it; both lines name each other', async () => {
  const { groupId } = await ask(phonebookCalls.createGroup, { name: '老客户' })
  const pasted = await ask(phonebookCalls.paste, { groupId, text: '13800000001 张三\n13800000002 李四' })
  expect(pasted.undoId).not.toBeNull()
  const contacts = (await ask(phonebookCalls.list, { pageSize: 20 })).rows
  const contactIds = [itemOrThrow(contacts, 0).contactId]
  const { undoId } = await ask(phonebookCalls.remove, { contactIds })
  expect((await lineOf('删除联系人')).undo).toMatchObject({ undoId, state: 'open', count: 1, subject: 'contact' })
  expect((await lineOf('新建分组')).undo).toBeNull()

  await become('viewer')
  expect((await lineOf('删除联系人')).undo).toBeNull()
  expect(await refusalOf(await send(undoCalls.undo, { undoId }))).toBe('not_allowed')
  expect(await refusalOf(await send(undoCalls.one, { undoId }))).toBe('not_allowed')
  await become('owner')
  const stranger = await createAccount(database.db)
  const other = await createSessionCookie(database.db, stranger.account, stranger.memberId)
  expect(await refusalOf(await send(undoCalls.undo, { undoId }, other))).toBe('not_found')

  expect(await ask(undoCalls.undo, { undoId })).toMatchObject({ state: 'undone', counts: { restored: 1 } })
  expect(await refusalOf(await send(undoCalls.undo, { undoId }))).toBe('undo_done')
  expect(names((await ask(phonebookCalls.list, { pageSize: 20 })).rows).sort()).toEqual(['张三', '李四'])
  const [act, undone] = [await lineOf('删除联系人'), firstOrThrow((await log()).filter(row => row.action === '撤销操作' && row.isDone))]
  expect(act.undo).toMatchObject({ state: 'undone' })
  expect(undone).toMatchObject({ object: '1个联系人', undo: null })
  expect((await ask(auditLogCalls.one, { auditId: act.auditId })).linked).toMatchObject([{ auditId: undone.auditId, action: '撤销操作' }])
  expect((await ask(auditLogCalls.one, { auditId: undone.auditId })).linked).toMatchObject([{ auditId: act.auditId, action: '删除联系人' }])
})
