import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminMessageCalls } from '#contract/messages/admin-message.ts'
import { adminSearchCalls } from '#contract/search/admin-search.ts'
import { type SearchKind, searchCalls } from '#contract/search/search.ts'
import { asAccount } from '#db/connect.ts'
import { listMessagesForStaff } from '#domain/message-records/admin-message.ts'
import { Files } from '#domain/platform/files.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { parseAnswer } from '#test/support/answer.ts'
import { type BackOffice, startBackOffice } from '#test/support/back-office.ts'
import { createChannel } from '#test/support/channel.ts'
import { isCluster } from '#test/support/citus.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createFullAccount, type Ids } from '#test/support/full-account/full-account.ts'
import { canary, canaryPhone } from '#test/support/full-account/owner.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { type AccountId, encodeId, type IdNoun } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import { maskPhone } from '#values/phone.ts'

const now = new Date()
let database: TestDatabase
let app: App
let base: string
let office: BackOffice
let mine: { account: AccountId; memberId: string; ids: Ids }
let foreign: { account: AccountId; memberId: string; ids: Ids }
const cookies = new Map<AccountId, string>()

beforeAll(async () => {
  database = await createTestDatabase()
  await createChannel(database.platformDb)
  app = await createCustomerApp({ db: database.db, secret: 'x'.repeat(32), now: () => now, files: new Files('/dev/null/files') })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  mine = await createFullAccount(database.db, now)
  foreign = await createFullAccount(database.db, now)
  for (const { account, memberId } of [mine, foreign]) cookies.set(account, await createSessionCookie(database.db, account, memberId))
  office = await startBackOffice(database, () => now)
})
afterAll(async () => {
  await office?.close()
  await app?.close()
  await database?.close()
})

function idOf(name: string, ids: Ids = mine.ids): string {
  const id = ids[name]
  if (!id) throw new Error(`no ${name}`)
  return id
}

async function find(account: AccountId, q: string) {
  const answer = await fetch(`${base}/api/search?${new URLSearchParams({ q })}`, { headers: { cookie: getOrThrow(cookies, account) } })
  expect(answer.status).toBe(200)
  return parseAnswer(searchCalls.find, await answer.json()).groups
}
const pathsOf = (groups: Awaited<ReturnType<typeof find>>, kind: SearchKind) =>
  groups.filter(group => group.kind === kind).flatMap(group => group.hits.map(hit => hit.path))

/** A column of one of the account's rows. */
async function columnOf(table: string, column: string, idColumn: string, id: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    select ${sql.ref(column)} as value from ${sql.table(table)} where account_id = ${mine.account} and ${sql.ref(idColumn)} = ${id}`.execute(
    database.platformDb,
  )
  return firstOrThrow(rows).value
}

interface Case {
  kind: SearchKind
  noun: IdNoun
  id: string
  q: string | (() => Promise<string>)
}
const cases: Case[] = [
  { kind: 'message', noun: 'message', id: 'messageId', q: canaryPhone },
  { kind: 'message', noun: 'message', id: 'messageId', q: `+86 ${canaryPhone.replace(/^(...)(....)/, '$1-$2-')}` },
  { kind: 'message', noun: 'message', id: 'messageId', q: async () => encodeId('message', idOf('messageId')) },
  { kind: 'contact', noun: 'contact', id: 'contactId', q: canaryPhone },
  { kind: 'contact', noun: 'contact', id: 'contactId', q: canaryPhone.slice(-4) },
  { kind: 'contact', noun: 'contact', id: 'contactId', q: canary.slice(0, 2) },
  { kind: 'broadcast', noun: 'broadcast', id: 'broadcastId', q: canary.slice(1) },
  { kind: 'broadcast', noun: 'broadcast', id: 'broadcastId', q: async () => encodeId('broadcast', idOf('broadcastId')) },
  { kind: 'template', noun: 'template', id: 'templateId', q: canary.slice(1) },
  {
    kind: 'template',
    noun: 'template',
    id: 'templateId',
    q: async () => (await columnOf('template', 'code', 'template_id', idOf('templateId'))).toLowerCase(),
  },
  {
    kind: 'signature',
    noun: 'signature',
    id: 'signatureId',
    q: () => columnOf('signature', 'text', 'signature_id', idOf('signatureId')),
  },
  { kind: 'link', noun: 'link', id: 'linkId', q: () => columnOf('link', 'code', 'link_id', idOf('linkId')) },
  {
    kind: 'link',
    noun: 'link',
    id: 'linkId',
    q: async () => `https://hy.example/${await columnOf('link', 'code', 'link_id', idOf('linkId'))}`,
  },
  { kind: 'order', noun: 'order', id: 'orderId', q: () => columnOf('package_order', 'order_number', 'order_id', idOf('orderId')) },
  {
    kind: 'order',
    noun: 'order',
    id: 'orderId',
    q: async () => (await columnOf('package_order', 'order_number', 'order_id', idOf('orderId'))).slice(-5),
  },
  {
    kind: 'invoice',
    noun: 'invoice',
    id: 'requestId',
    q: () => columnOf('invoice_request', 'request_number', 'request_id', idOf('requestId')),
  },
  { kind: 'app', noun: 'app', id: 'appId', q: canary },
  { kind: 'app', noun: 'app', id: 'appId', q: async () => idOf('accessKeyId') },
]
test.each(cases)('$kind is found by its account ($q), and never by another', async ({ kind, noun, id, q }) => {
  const text = typeof q === 'string' ? q : await q()
  expect(pathsOf(await find(mine.account, text), kind).join()).toContain(encodeId(noun, idOf(id)))
  expect(pathsOf(await find(foreign.account, text), kind).join()).not.toContain(encodeId(noun, idOf(id)))
})

test('members are found by name and number', async () => {
  const { name, phone } = await database.platformDb
    .selectFrom('member')
    .select(['name', 'phone'])
    .where('accountId', '=', mine.account)
    .where('memberId', '=', mine.memberId)
    .executeTakeFirstOrThrow()
  for (const q of [name, phone]) {
    expect(pathsOf(await find(mine.account, q), 'member')).toContain('/system/uaccount/userinfo?tab=members')
  }
  expect(pathsOf(await find(foreign.account, phone), 'member')).toEqual([])
})

test('report codes are explained by code, by family and by meaning, with the messages that they ended', async () => {
  await sql`insert into report_code (code, meaning, cause, advice) values ('ZZ:0010', '空号石榴', '号码错误', '核对号码'), ('YY:*', '石榴网关', '路由', '稍后再试')`.execute(
    database.platformDb,
  )
  expect(await find(mine.account, 'zz:0010')).toEqual([
    {
      kind: 'code',
      hits: [{ title: 'ZZ:0010', note: '空号石榴（号码错误）。核对号码', path: '/sms/delivery?code=ZZ%3A0010' }],
      hasMore: false,
    },
  ])
  expect(pathsOf(await find(mine.account, 'yy:77'), 'code')).toEqual(['/sms/delivery?code=YY%3A77'])
  expect(pathsOf(await find(mine.account, '空号石榴'), 'code')).toEqual(['/sms/delivery?code=ZZ%3A0010'])
})

test('numbers in results are masked, wildcards are plain characters, and a kind shows at most five', async () => {
  const answer = JSON.stringify(await find(mine.account, canaryPhone))
  expect(answer).toContain(maskPhone(canaryPhone))
  expect(answer).not.toContain(canaryPhone)
  expect(await find(mine.account, '%%')).toEqual([])
  await asAccount(database.db, mine.account, async tx => {
    const groupId = idOf('groupId')
    for (let number = 0; number < 6; number += 1)
      await sql`insert into contact (account_id, contact_id, group_id, phone, name)
        values (${mine.account}, gen_random_uuid(), ${groupId}, ${`1390000100${number}`}, '多人')`.execute(tx)
  })
  const [group] = await find(mine.account, '多人')
  expect(group).toMatchObject({ kind: 'contact', hasMore: true })
  expect(group?.hits).toHaveLength(5)
})

test('a source is asked only with its permission', async () => {
  const setRole = (role: string) =>
    database.platformDb
      .updateTable('member')
      .set({ role })
      .where('accountId', '=', mine.account)
      .where('memberId', '=', mine.memberId)
      .execute()
  await setRole('finance')
  const found = await find(mine.account, canaryPhone)
  const byName = await find(mine.account, canary)
  await setRole('owner')
  expect(found.map(({ kind }) => kind)).toEqual(['message'])
  expect(byName).toEqual([])
})

const inOffice = async (q: string, role?: 'reviewer' | 'finance' | 'operations' | 'administrator') =>
  (await office.get(adminSearchCalls.find, { q }, role)).groups

test('staff find objects of all customers, each kind with its permission', async () => {
  const code = await columnOf('template', 'code', 'template_id', idOf('templateId'))
  const orderNumber = await columnOf('package_order', 'order_number', 'order_id', idOf('orderId'))
  const requestNumber = await columnOf('invoice_request', 'request_number', 'request_id', idOf('requestId'))
  const accountId = encodeId('account', mine.account)
  const signature = await columnOf('signature', 'text', 'signature_id', idOf('signatureId'))
  expect(pathsOf(await inOffice(accountId), 'customer')).toEqual([`/customers?id=${accountId}`])
  expect(pathsOf(await inOffice(code), 'template')).toContain(`/customers?id=${accountId}`)
  expect(pathsOf(await inOffice(`【${signature}`), 'signature')).toContain(`/customers?id=${accountId}`)
  for (const part of [orderNumber, orderNumber.slice(-8), orderNumber.slice(-5)])
    expect(pathsOf(await inOffice(part), 'order')).toEqual([`/orders?orderNumber=${orderNumber}`])
  expect(pathsOf(await inOffice(orderNumber, 'reviewer'), 'order')).toEqual([])
  expect(pathsOf(await inOffice(requestNumber), 'invoice').join()).toContain(encodeId('invoice', idOf('requestId')))
  expect(pathsOf(await inOffice(requestNumber, 'operations'), 'invoice')).toEqual([])
  expect((await inOffice(canaryPhone, 'finance')).map(({ kind }) => kind)).toEqual([])
  expect(pathsOf(await inOffice(canaryPhone, 'operations'), 'message')).toHaveLength(2)
})

// Each node of a cluster counts its own scans.
test.skipIf(isCluster)('a search by number over all customers looks once into each month, not once for each customer', async () => {
  await sql`insert into account (account_id, name) select gen_random_uuid(), '客户' || n from generate_series(1, 200) as n`.execute(
    database.platformDb,
  )
  const probeCount = await database.platformDb.transaction().execute(async tx => {
    const { rows } = await listMessagesForStaff(tx, { phone: canaryPhone }, { pageSize: 20 }, new Date())
    expect(rows).toHaveLength(2)
    const used = await sql<{ count: number }>`
      select coalesce(sum(idx_scan), 0)::bigint as count from pg_stat_xact_user_tables where relname like 'message\\_2%'`.execute(tx)
    return firstOrThrow(used.rows).count
  })
  expect(probeCount).toBeLessThan(50)
})

test('staff look for messages by number, ids and customer; who looked is in the audit log', async () => {
  const messageId = encodeId('message', idOf('messageId'))
  const accountId = encodeId('account', mine.account)
  await sql`update message set upstream_id = 'UP-77', state = 'submitted' where account_id = ${mine.account} and message_id = ${idOf('messageId')}`.execute(
    database.platformDb,
  )
  const list = (filter: Record<string, string>) => office.get(adminMessageCalls.list, filter, 'operations')
  const idsOf = async (filter: Record<string, string>) => (await list(filter)).rows.map(row => row.messageId)
  const both = [messageId, encodeId('message', idOf('messageId', foreign.ids))].sort().reverse()
  expect(await idsOf({ phone: canaryPhone })).toEqual(both)
  const first = await list({ phone: canaryPhone, pageSize: '1' })
  expect(first.rows).toHaveLength(1)
  expect(await idsOf({ phone: canaryPhone, pageSize: '1', cursor: first.nextCursor ?? '' })).toEqual(both.slice(1))
  expect(await idsOf({ phone: canaryPhone, accountId })).toEqual([messageId])
  expect(await idsOf({ phone: canaryPhone, state: 'submitted' })).toEqual([messageId])
  expect(await idsOf({ messageId })).toEqual([messageId])
  expect(await idsOf({ upstreamId: 'UP-77' })).toEqual([messageId])
  expect(await idsOf({ upstreamId: 'UP-77', accountId })).toEqual([messageId])
  expect(await idsOf({ upstreamId: 'UP-77', accountId: encodeId('account', foreign.account) })).toEqual([])
  await sql`insert into submitted_part (channel_id, upstream_id, account_id, message_id, part, part_count)
    select channel_id, 'UP-78', ${mine.account}, ${idOf('messageId')}, 2, 3 from channel limit 1`.execute(database.platformDb)
  await sql`insert into part_report (account_id, message_id, part, upstream_id, state, code, at)
    values (${mine.account}, ${idOf('messageId')}, 3, 'UP-79', 'delivered', 'DELIVRD', now())`.execute(database.platformDb)
  for (const upstreamId of ['UP-78', 'UP-79'])
    expect([await idsOf({ upstreamId }), await idsOf({ upstreamId, accountId })]).toEqual([[messageId], [messageId]])
  expect(first.rows[0]?.phone).toBe(maskPhone(canaryPhone))

  const one = await office.get(adminMessageCalls.one, { accountId, messageId }, 'operations')
  expect(one).toMatchObject({ messageId, accountId, upstreamId: 'UP-77', phone: maskPhone(canaryPhone) })
  const lines = await database.platformDb
    .selectFrom('staffAuditLog')
    .select(['action', 'object'])
    .where('action', 'in', ['messages/search', 'messages/look'])
    .execute()
  expect(lines).toContainEqual({ action: 'messages/look', object: messageId })
  expect(lines.filter(line => line.object === maskPhone(canaryPhone)).length).toBeGreaterThan(0)
  expect(JSON.stringify(lines)).not.toContain(canaryPhone)
})
