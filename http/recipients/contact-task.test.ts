import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallAnswerWire } from '#contract/call.ts'
import type { Role } from '#contract/identity/permission.ts'
import type { contactLabelCalls } from '#contract/recipients/contact-label.ts'
import type { contactTaskCalls } from '#contract/recipients/contact-task.ts'
import type { phonebookCalls } from '#contract/recipients/phonebook.ts'
import { uploadCalls } from '#contract/recipients/upload.ts'
import { asAccount } from '#db/connect.ts'
import { Files } from '#domain/platform/files.ts'
import { runContactTask } from '#domain/recipients/index.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { resumableTask } from '#jobs/resumable-task.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { readAnswer } from '#test/support/answer.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { runJobs } from '#test/support/jobs.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { newId } from '#values/id.ts'

const database = prepareTestDatabase()
let files: Files
let app: App
let base: string
let owner: TestAccount
let cookie: string

beforeAll(async () => {
  files = new Files(await mkdtemp(path.join(os.tmpdir(), 'hongyan-contacts-')))
  app = await createCustomerApp({ db: database.db, secret: 'x'.repeat(32), now: () => new Date(), files })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  owner = await createAccount(database.db)
  cookie = await createSessionCookie(database.db, owner.account, owner.memberId)
})
afterAll(async () => {
  await app.close()
  await rm(files.place, { recursive: true, force: true })
})

const ask = async <Answer>(address: string, body?: unknown) => {
  const headers = { 'content-type': 'application/json', cookie, 'idempotency-key': newId() }
  const answer = await fetch(base + address, { method: body ? 'POST' : 'GET', headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: answer.status, body: (await answer.json()) as Answer & { error: { code: string } } }
}
const runTasks = resumableTask((account, taskId, options) => runContactTask(account, taskId, { ...options, files }))
const work = () => runJobs(database, { contact_task: runTasks }, new Date())
const taskOf = async (taskId: string) =>
  (await ask<CallAnswerWire<typeof contactTaskCalls.one>>(`/api/contact-tasks/one?taskId=${taskId}`)).body

test('an import file is uploaded, its rows are read by a task, its refused rows are downloaded; contacts become recipients', async () => {
  const { groupId } = (await ask<CallAnswerWire<typeof phonebookCalls.createGroup>>('/api/contact-groups/create', { name: '会员' })).body
  const { fieldKey } = (await ask<CallAnswerWire<typeof contactLabelCalls.createField>>('/api/contact-fields/create', { name: '生日' }))
    .body
  const sent = await fetch(`${base}/api/uploads`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'a.csv', cookie },
    body: '手机号,姓名,生日\n13800000001,张三,5月1日\n1380,李四,\n',
  })
  const { uploadId } = await readAnswer(uploadCalls.one, sent)
  const mapping = {
    hasHeader: true,
    phoneColumn: 0,
    nameColumn: 1,
    remarkColumn: null,
    tagsColumn: null,
    fieldColumns: [{ fieldKey, column: 2 }],
  }
  const started = await ask<CallAnswerWire<typeof contactTaskCalls.importFile>>('/api/contact-tasks/import', {
    ...mapping,
    rule: 'fill',
    consent: { kind: 'form', note: '', at: null },
    tagIds: [],
    uploadId,
    groupId,
  })
  const { taskId } = started.body
  expect((await taskOf(taskId)).state).toBe('waiting')
  await work()
  expect(await taskOf(taskId)).toMatchObject({
    state: 'done',
    subject: 'a.csv → 会员',
    counts: { added: 1, malformed: 1 },
    hasRefusedRows: true,
  })
  const refused = await fetch(`${base}/api/contact-tasks/refused?taskId=${taskId}`, { headers: { cookie } })
  expect(await refused.text()).toBe('手机号,姓名,生日,行号,原因,有误的内容\r\n1380,李四,,3,号码格式错误,1380\r\n')

  const reach = { groupIds: [groupId], tagIds: [], needsConsent: true }
  expect((await ask('/api/contact-recipients/count', reach)).body).toEqual({ count: 1 })
  const taken = (await ask<CallAnswerWire<typeof uploadCalls.one>>('/api/contact-recipients/take', { ...reach, hasColumns: true })).body
  expect(taken).toMatchObject({
    fileName: '通讯录：会员',
    origin: 'phonebook',
    rowCount: 1,
    state: 'received',
    shape: { columns: ['手机号', '姓名', '生日'], sample: [['138****0001', '张三', '5月1日']], phoneColumn: 0 },
  })
  const none = {
    ...reach,
    tagIds: [],
    groupIds: [(await ask<{ groupId: string }>('/api/contact-groups/create', { name: '空' })).body.groupId],
  }
  expect((await ask('/api/contact-recipients/take', { ...none, hasColumns: false })).body.error.code).toBe('no_recipient')
})

test('a bulk act on a filter is started, watched and canceled by members with the permission', async () => {
  const start = () =>
    ask<CallAnswerWire<typeof contactTaskCalls.start>>('/api/contact-tasks/start', { act: { kind: 'delete', filter: { search: '张' } } })
  const { taskId } = (await start()).body
  expect((await ask('/api/contact-tasks/cancel', { taskId })).status).toBe(200)
  await work()
  expect(await taskOf(taskId)).toMatchObject({ state: 'canceled', doneCount: 0, totalCount: 1 })
  const become = (role: Role) =>
    asAccount(database.db, owner.account, tx =>
      tx.updateTable('member').set({ role }).where('accountId', '=', owner.account).where('memberId', '=', owner.memberId).execute(),
    )
  await become('viewer')
  expect((await start()).body.error.code).toBe('not_allowed')
  expect((await ask('/api/contact-tasks')).status).toBe(200)
  expect((await fetch(`${base}/api/contact-tasks/refused?taskId=${taskId}`, { headers: { cookie } })).status).toBe(403)
  await become('owner')
})
