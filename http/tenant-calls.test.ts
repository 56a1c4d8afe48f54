import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call, ErrorBody } from '#contract/call.ts'
import { customerCalls } from '#contract/calls.ts'
import type { UploadShape } from '#contract/upload.ts'
import { asAccount } from '#db/connect.ts'
import { Files } from '#domain/files.ts'
import { holdCharge } from '#domain/ledger/charge.ts'
import { grantSegments } from '#domain/ledger/credit.ts'
import { acceptMessages } from '#domain/sms/accept.ts'
import { createChannel, prepareUpload } from '#test/support/broadcast.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { tenantTables } from '#test/tidy/statement.ts'
import { chinaDay } from '#values/china-time.ts'
import { encodeId, type IdNoun, newId } from '#values/id.ts'
import type { App } from './app.ts'
import { createCustomerApp } from './customer.ts'

const now = new Date()
/** Stands in every text of the other account that could be seen. */
const canary = '石榴籽'
const canaryPhone = '18812340099'

const shape: UploadShape = {
  format: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  hasHeader: false,
  columns: ['第1列'],
  sample: [],
  phoneColumn: 0,
}

type Ids = Record<string, string>
let database: TestDatabase
let app: App
let base: string
let cookie: string
let mine: Ids
let foreign: Ids
let foreignAccount: string

beforeAll(async () => {
  database = await createTestDatabase()
  await createChannel(database.platformDb)
  app = await createCustomerApp({ db: database.db, secret: 'x'.repeat(32), now: () => now, files: new Files('/dev/null/files') })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  const [me, other] = [await createFull(), await createFull()]
  mine = me.ids
  foreign = other.ids
  foreignAccount = other.account
  cookie = await createSessionCookie(database.db, me.account, me.memberId)
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

/** An account with one of everything that calls name by an id. */
async function createFull() {
  const inboundId = newId()
  const { account, memberId, signatureId, templateId, uploadId } = await prepareUpload(database.db, now, 3)
  const [tagId, taskId] = [newId(), newId()]
  const [draftId, broadcastId, messageId, blacklistId, groupId, contactId, grantId] = [
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
  ]
  await asAccount(database.db, account, async tx => {
    await tx.updateTable('template').set({ name: canary, text: canary, variables: '[]' }).where('account_id', '=', account).execute()
    await tx
      .updateTable('upload')
      .set({ file_name: `${canary}.csv`, shape: JSON.stringify(shape) })
      .where('account_id', '=', account)
      .execute()
    await tx
      .insertInto('broadcast')
      .values({
        account_id: account,
        broadcast_id: broadcastId,
        name: canary,
        kind: 'notice',
        signature_id: signatureId,
        template_id: templateId,
        signature_text: canary,
        template_text: canary,
        variables: '[]',
        // Of another upload, since one that was sent takes no new mapping.
        upload_id: newId(),
        state: 'scheduled',
        recipient_count: 1,
        segment_count: 1,
        scheduled_at: new Date(now.getTime() + 3_600_000),
      })
      .execute()
    const [hold] = await holdCharge(tx, account, 'notice', new Map([[1, 1]]), { now, broadcastId })
    await acceptMessages(
      tx,
      account,
      [
        {
          messageId,
          kind: 'notice',
          signatureId,
          templateId,
          phone: canaryPhone,
          operator: 'mobile',
          content: canary,
          segmentCount: 1,
          holdId: hold!.holdId,
          broadcastId,
        },
      ],
      { now },
    )
    await tx
      .insertInto('broadcast_draft')
      .values({
        account_id: account,
        draft_id: draftId,
        member_id: memberId,
        name: canary,
        content: JSON.stringify({ ...draftContent, name: canary }),
        version: 1,
        created_at: now,
        changed_at: now,
      })
      .execute()
    await tx
      .insertInto('blacklist')
      .values({ account_id: account, blacklist_id: blacklistId, phone: canaryPhone, level: 'account', source: 'manual', reason: canary })
      .execute()
    await tx
      .insertInto('inbound')
      .values({
        account_id: account,
        inbound_id: inboundId,
        phone: canaryPhone,
        sender_number: '1069',
        text: canary,
        signature_id: signatureId,
        message_id: messageId,
      })
      .execute()
    const times = { startsAt: now, expiresAt: new Date(now.getTime() + 86_400_000) }
    await grantSegments(tx, account, { grantId, kind: 'general', name: canary, segmentCount: 7, source: 'gift', ...times })
    await tx.insertInto('contact_group').values({ account_id: account, group_id: groupId, name: canary, contact_count: 1 }).execute()
    await tx.insertInto('contact_tag').values({ account_id: account, tag_id: tagId, name: canary }).execute()
    await tx.insertInto('contact_field').values({ account_id: account, field_key: 1, name: canary }).execute()
    await tx
      .insertInto('contact_task')
      .values({ account_id: account, task_id: taskId, kind: 'delete', state: 'waiting', input: JSON.stringify({ subject: canary }) })
      .execute()
    await tx
      .insertInto('contact')
      .values({ account_id: account, contact_id: contactId, group_id: groupId, phone: canaryPhone, name: canary })
      .execute()
  })
  const [exportId, appId] = [newId(), newId()]
  await asAccount(database.db, account, tx => tx.insertInto('app').values({ account_id: account, app_id: appId, name: canary }).execute())
  await asAccount(database.db, account, tx =>
    tx
      .insertInto('export_job')
      .values({
        account_id: account,
        export_id: exportId,
        source: 'message',
        filter: '{}',
        facts: JSON.stringify([['手机号', canary]]),
        columns: ['phone'],
        format: 'csv',
        is_full: false,
        state: 'done',
        files: JSON.stringify([{ fileId: newId(), rowCount: 1, byteCount: 1, crc: 0 }]),
        member_id: memberId,
        requested_at: now,
        expires_at: new Date(now.getTime() + 3_600_000),
      })
      .execute(),
  )
  return {
    account,
    memberId,
    ids: {
      inboundId,
      exportId,
      signatureId,
      templateId,
      uploadId,
      broadcastId,
      messageId,
      blacklistId,
      groupId,
      contactId,
      grantId,
      memberId,
      draftId,
      appId,
      parentId: groupId,
      tagId,
      taskId,
    },
  }
}

const nouns: Record<string, IdNoun> = {
  signatureId: 'signature',
  templateId: 'template',
  uploadId: 'upload',
  broadcastId: 'broadcast',
  messageId: 'message',
  inboundId: 'inbound',
  blacklistId: 'blacklist',
  groupId: 'group',
  contactId: 'contact',
  exportId: 'export',
  grantId: 'grant',
  memberId: 'member',
  draftId: 'draft',
  appId: 'app',
  parentId: 'group',
  tagId: 'tag',
  taskId: 'task',
}
/** Names that end like ids and are none of a tenant's rows. */
const notOurs = new Set(['packageId', 'customId'])

const draftContent = {
  name: '草稿',
  signatureId: null,
  templateId: null,
  ownText: null,
  uploadId: null,
  isScheduled: false,
  scheduledAt: '',
  isSpread: false,
  perMinute: 0,
  fromMinute: 480,
  untilMinute: 1260,
  atNight: 'postpone',
}
const today = { from: chinaDay(now), to: chinaDay(now) }
const soon = new Date(now.getTime() + 3_600_000).toISOString()
const texts = { text: '新签名', kind: 'company', purpose: 'own', remark: '', isSubmitted: false }
/** What each call needs beside its ids to get as far as looking for them. */
const others: Record<string, object> = {
  'GET /api/statistics': { ...today, by: 'day' },
  'GET /api/statistics/breakdown': { ...today, split: 'kind' },
  'GET /api/statistics/failures': today,
  'GET /api/statistics/hours': today,
  'POST /api/uploads/map': { phoneColumn: 0, hasHeader: false, variables: {} },
  'POST /api/signatures/edit': texts,
  'POST /api/templates/edit': { name: '改名', kind: 'notice', text: '改写', variables: [], remark: '', isSubmitted: false },
  'POST /api/templates/try-out': { values: [] },
  'POST /api/blacklist/add': { numbers: ['13800138000'], scope: 'marketing', reason: '', expiresAt: null },
  'POST /api/blacklist/import': { phoneColumn: 0, hasHeader: false, scope: 'marketing', reason: '', expiresAt: null },
  'POST /api/inbound/reply': { parameters: {} },
  'POST /api/blacklist/remove': { reason: '误加', consent: '' },
  'POST /api/contact-groups/create': { name: '新的' },
  'POST /api/contact-groups/edit': { name: '改名' },
  'POST /api/contact-groups/delete': { contactCount: 9 },
  'POST /api/contacts/add': { phone: '13800138000', name: '' },
  'POST /api/contacts/edit': { name: '改名' },
  'POST /api/contacts/move': { contactIds: [encodeId('contact', newId())] },
  'POST /api/contacts/paste': { text: '13800138000' },
  'POST /api/contacts/copy': { contactIds: [encodeId('contact', newId())] },
  'POST /api/contacts/tag': { contactIds: [encodeId('contact', newId())], isTagged: true },
  'POST /api/contact-tags/rename': { name: '改名' },
  'POST /api/contact-tasks/import': {
    hasHeader: false,
    phoneColumn: 0,
    nameColumn: null,
    remarkColumn: null,
    tagsColumn: null,
    fieldColumns: [],
    rule: 'skip',
    consent: null,
    tagIds: [],
  },
  'POST /api/broadcasts/preview': { scheduledAt: null },
  'GET /api/broadcasts': { part: 'open' },
  'POST /api/broadcasts/test': { phones: ['13800138000'] },
  'POST /api/broadcasts/again': { numbers: 'none' },
  'POST /api/broadcast-drafts/save': { version: 1, content: draftContent },
  'POST /api/broadcasts/confirm': { code: '123456' },
  'POST /api/broadcasts/send': { name: '群发', scheduledAt: null, expected: { segmentCount: 1, amountHao: 0 } },
  'POST /api/broadcasts/reschedule': { scheduledAt: soon },
}

const calls = Object.values(customerCalls).flatMap(group => Object.values(group))
const memberCalls = calls.filter(call => call.audience.kind === 'member')
const nameOf = (call: Call) => `${call.method} ${call.path}`
const idFields = (call: Call) => Object.keys(call.input.shape).filter(field => field.endsWith('Id') && !notOurs.has(field))

async function ask(call: Call, input: object, headers: Record<string, string>) {
  const isRead = call.method === 'GET'
  const query = isRead ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const answer = await fetch(`${base}${call.path}${query}`, {
    method: call.method,
    headers: {
      ...headers,
      ...(isRead ? {} : { 'content-type': 'application/json' }),
      ...(call.once ? { 'idempotency-key': newId() } : {}),
    },
    ...(isRead ? {} : { body: JSON.stringify(input) }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Every row of the other account, as one digest for each table. */
async function digests(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const table of tenantTables) {
    const { rows } = await sql<{ digest: string }>`
      select md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as digest
      from ${sql.table(table)} as row where row.account_id = ${foreignAccount}`.execute(database.platformDb)
    found[table] = rows[0]!.digest
  }
  return found
}

test('every id that a call takes is one that the test has of both accounts', () => {
  const unknown = memberCalls.flatMap(call =>
    idFields(call)
      .filter(field => !(field in nouns))
      .map(field => `${nameOf(call)}: ${field}`),
  )
  expect(unknown).toEqual([])
  expect(memberCalls.filter(call => idFields(call).length > 0).length).toBeGreaterThan(20)
})

const cases = memberCalls.flatMap(call => idFields(call).map(field => [nameOf(call), field, call] as const))
test.each(cases)("%s with another account's %s finds nothing and changes nothing", async (name, field, call) => {
  const before = await digests()
  const ids = call.method === 'GET' ? [field] : idFields(call)
  const wire = Object.fromEntries(ids.map(one => [one, encodeId(nouns[one]!, (one === field ? foreign : mine)[one]!)]))
  const { status, text } = await ask(call, { ...others[name], ...wire }, { cookie })
  expect(text).not.toContain(canary)
  expect(text).not.toContain(canaryPhone)
  // A filter finds nothing; everything else knows the id as little as one that was never given. An input that is refused earlier would prove nothing.
  if (status === 200) expect(JSON.parse(text)).toSatisfy(isEmptyList)
  else expect((JSON.parse(text) as ErrorBody).error.code).toMatch(/^(not_found|signature_not_approved|template_not_approved)$/)
  expect(await digests()).toEqual(before)
})

const isEmptyList = (answer: { rows?: unknown[]; total?: unknown; counts?: Record<string, number> }) => {
  // How many drafts the account itself has is told whatever the list is narrowed to.
  const numbers = JSON.stringify({ ...answer, draftCount: 0 }).match(/:(\d+)/g) ?? []
  return (answer.rows ?? []).length === 0 && numbers.every(number => number === ':0')
}

test.each(memberCalls.map(call => [nameOf(call), call] as const))('%s without a session is refused', async (name, call) => {
  const wire = Object.fromEntries(idFields(call).map(one => [one, encodeId(nouns[one]!, mine[one]!)]))
  const { status } = await ask(call, { ...others[name], ...wire }, {})
  // An input that lacks something is refused before anybody is asked who they are.
  expect([401, 422]).toContain(status)
})
