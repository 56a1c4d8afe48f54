import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeliveryFilter } from '#contract/delivery.ts'
import type { MessageState } from '#contract/message-state.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { holdCharge } from '#domain/ledger/charge.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { countDeliveries, listDeliveries } from './delivery.ts'
import { blockRecipient, readDelivery, revealPhone } from './delivery-detail.ts'
import { listInbound } from './delivery-inbound.ts'
import { explainCode } from './report-code.ts'
import { settleMessages } from './settle.ts'

const now = new Date('2026-11-20T10:00:00Z')
const hourMs = 3_600_000
const [signatureId, otherSignatureId, templateId, broadcastId] = [newId(), newId(), newId(), newId()]

let database: TestDatabase
let mine: TestAccount
let stranger: TestAccount

beforeAll(async () => {
  database = await createTestDatabase()
  mine = await createAccount(database.db)
  stranger = await createAccount(database.db)
  await asPlatform(database.platformDb, tx =>
    tx
      .insertInto('report_code')
      .values([
        { code: 'MK:0001', meaning: '空号', cause: '空号或停机', advice: '请核对号码' },
        { code: 'MK:*', meaning: '手机侧接收失败', cause: '终端或业务限制', advice: '请稍后重发' },
      ])
      .execute(),
  )
  await asAccount(database.db, mine.account, tx =>
    tx
      .insertInto('signature')
      .values([
        { ...signatureRow, account_id: mine.account, signature_id: signatureId, text: '山间茶舍', extension: '1' },
        { ...signatureRow, account_id: mine.account, signature_id: otherSignatureId, text: '云上书店', extension: '2' },
      ])
      .execute(),
  )
})
afterAll(() => database.close())

const signatureRow = { kind: 'company', purpose: 'own', state: 'approved' }

interface Facts {
  hoursAgo?: number
  phone?: string
  operator?: string
  state?: MessageState
  reason?: string | null
  kind?: string
  signature_id?: string
  template_id?: string
  broadcast_id?: string
  custom_id?: string
}

/** Adds a message, delivered an hour ago unless told otherwise, and gives its id. */
async function addMessage({ hoursAgo = 1, ...facts }: Facts, owner = mine): Promise<string> {
  const messageId = newId(now.getTime() - hoursAgo * hourMs)
  await asAccount(database.db, owner.account, tx =>
    tx
      .insertInto('message')
      .values({
        account_id: owner.account,
        message_id: messageId,
        kind: 'notice',
        signature_id: signatureId,
        phone: '19200001000',
        operator: 'broadnet',
        content: '【山间茶舍】新茶已到店',
        segment_count: 1,
        state: 'delivered',
        ...facts,
      })
      .execute(),
  )
  return messageId
}

const list = (filter: DeliveryFilter = {}, page: { cursor?: string; pageSize?: number; examinedRows?: number } = {}, owner = mine) =>
  asAccount(database.db, owner.account, tx => listDeliveries(tx, owner.account, filter, { pageSize: 20, ...page }, now))
const idsOf = async (filter: DeliveryFilter) => (await list(filter)).rows.map(row => row.messageId)

test('each filter finds its messages and no other', async () => {
  const special = await addMessage({
    hoursAgo: 2,
    phone: '19200002345',
    operator: 'mobile',
    state: 'undelivered',
    reason: 'MK:0001',
    kind: 'marketing',
    signature_id: otherSignatureId,
    template_id: templateId,
    broadcast_id: broadcastId,
    custom_id: 'order-7',
  })
  const common = await addMessage({})
  const filters: DeliveryFilter[] = [
    { phone: '19200002345' },
    { phone: '2345' },
    { messageId: special },
    { customId: 'order-7' },
    { broadcastId },
    { signatureId: otherSignatureId },
    { templateId },
    { kind: 'marketing' },
    { state: 'undelivered' },
    { state: 'failed' },
    { code: 'MK:0001' },
    { operator: 'mobile' },
    { until: new Date(now.getTime() - 1.5 * hourMs) },
  ]
  for (const filter of filters) expect(await idsOf(filter), JSON.stringify(filter)).toEqual([special])
  expect(await idsOf({ from: new Date(now.getTime() - 1.5 * hourMs) })).toEqual([common])
  expect(await idsOf({ phone: '2345', kind: 'notice' })).toEqual([])
  expect((await list({ state: 'undelivered' })).rows[0]).toMatchObject({
    phone: '192****2345',
    signatureText: '云上书店',
    reason: { code: 'MK:0001', meaning: '空号', cause: '空号或停机', advice: '请核对号码' },
  })
})

test('without a range the last seven days are shown, and all that is kept when a number or an id says which messages are meant', async () => {
  const old = await addMessage({ hoursAgo: 24 * 20, phone: '19200004321', broadcast_id: newId() })
  expect(await idsOf({ phone: '4321' })).toEqual([])
  expect(await idsOf({ phone: '19200004321' })).toEqual([old])
  expect(await idsOf({ messageId: old })).toEqual([old])
})

test('pages follow each other without a gap or a repetition while messages come in', async () => {
  const owner = await createAccount(database.db)
  const ids: string[] = []
  for (let hoursAgo = 9; hoursAgo > 0; hoursAgo -= 1) ids.push(await addMessage({ hoursAgo }, owner))
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await list({ kind: 'notice' }, { pageSize: 4, ...(cursor ? { cursor } : {}) }, owner)
    seen.push(...page.rows.map(row => row.messageId))
    cursor = page.nextCursor
    await addMessage({ hoursAgo: 0 }, owner)
  } while (cursor)
  expect(seen).toEqual(ids.toReversed())
})

test('what is rare is found in several looks: a page that found nothing says until when it has looked and goes on from there', async () => {
  const owner = await createAccount(database.db)
  const needle = await addMessage({ hoursAgo: 10, state: 'refused' }, owner)
  for (let hoursAgo = 9; hoursAgo > 0; hoursAgo -= 1) await addMessage({ hoursAgo }, owner)
  const look = (cursor?: string) => list({ state: 'refused' }, { examinedRows: 4, ...(cursor ? { cursor } : {}) }, owner)
  const first = await look()
  expect(first).toMatchObject({ rows: [], lookedUntil: new Date(now.getTime() - 4 * hourMs) })
  const second = await look(first.nextCursor!)
  expect(second).toMatchObject({ rows: [], lookedUntil: new Date(now.getTime() - 8 * hourMs) })
  const third = await look(second.nextCursor!)
  expect(third).toMatchObject({ rows: [{ messageId: needle }], nextCursor: null, lookedUntil: null })
})

test('the counts of a filter are those of the rows it finds', async () => {
  const owner = await createAccount(database.db)
  const states: MessageState[] = ['delivered', 'delivered', 'expired', 'rejected', 'submitted', 'unknown', 'refused', 'canceled']
  for (const state of states) await addMessage({ state, custom_id: 'counted' }, owner)
  await addMessage({ state: 'delivered' }, owner)
  const count = (filter: DeliveryFilter) => asAccount(database.db, owner.account, tx => countDeliveries(tx, owner.account, filter, now))
  expect(await count({ customId: 'counted' })).toEqual({
    messageCount: 8,
    segmentCount: 8,
    deliveredCount: 2,
    failedCount: 2,
    waitingCount: 1,
    unknownCount: 1,
    refusedCount: 1,
    canceledCount: 1,
    countedNewest: null,
  })
  expect(await count({})).toMatchObject({ messageCount: 9, deliveredCount: 3 })
})

test('no account sees, opens or reveals the messages of another', async () => {
  const messageId = await addMessage({ phone: '19200009876' })
  const asStranger = { messageId, memberId: stranger.memberId, address: '', agent: '', now }
  expect((await list({ phone: '19200009876' }, {}, stranger)).rows).toEqual([])
  for (const reading of [
    asAccount(database.db, stranger.account, tx => readDelivery(tx, stranger.account, messageId)),
    asAccount(database.db, stranger.account, tx => revealPhone(tx, stranger.account, asStranger)),
  ])
    await expect(reading).rejects.toMatchObject({ code: 'not_found' })
})

test('revealing a number is kept in the activity log', async () => {
  const messageId = await addMessage({ phone: '19200008765' })
  const reveal = { messageId, memberId: mine.memberId, address: '203.0.113.9', agent: 'test', now }
  expect(await asAccount(database.db, mine.account, tx => revealPhone(tx, mine.account, reveal))).toEqual({ phone: '19200008765' })
  const kept = await asAccount(database.db, mine.account, tx =>
    tx.selectFrom('activity').select(['action', 'object', 'member_id']).where('account_id', '=', mine.account).execute(),
  )
  expect(kept).toEqual([{ action: 'message.reveal', object: messageId, member_id: mine.memberId }])
})

test('the recipient of a message is put on the blacklist once, and the message says so', async () => {
  const messageId = await addMessage({ phone: '19200005432' })
  const block = () =>
    asAccount(database.db, mine.account, tx => blockRecipient(tx, mine.account, { messageId, memberId: mine.memberId, now }))
  const isBlocked = () => asAccount(database.db, mine.account, async tx => (await readDelivery(tx, mine.account, messageId)).isBlocked)
  expect(await isBlocked()).toBe(false)
  expect(await block()).toEqual({ isAdded: true })
  expect(await block()).toEqual({ isAdded: false })
  expect(await isBlocked()).toBe(true)
  const byStranger = asAccount(database.db, stranger.account, tx =>
    blockRecipient(tx, stranger.account, { messageId, memberId: stranger.memberId, now }),
  )
  await expect(byStranger).rejects.toMatchObject({ code: 'not_found' })
})

test("a message's charge is held on its way, posted when delivered, and given back when not", async () => {
  const owner = await createAccount(database.db)
  const chargeOf = (messageId: string) =>
    asAccount(database.db, owner.account, async tx => (await readDelivery(tx, owner.account, messageId)).charge)
  const histogram = new Map([[1, 1]])
  const holdIds = await asAccount(database.db, owner.account, async tx => {
    const ahead = new Date(now.getTime() + hourMs)
    const package_ = { grantId: newId(), kind: 'industry', name: '行业短信 1万条', segmentCount: 1, source: 'purchase' } as const
    await grantSegments(tx, owner.account, { ...package_, startsAt: now, expiresAt: ahead })
    await recharge(tx, owner.account, { transferId: newId(), amountHao: 10_000 })
    const first = await holdCharge(tx, owner.account, 'notice', histogram, { now })
    const second = await holdCharge(tx, owner.account, 'notice', histogram, { now })
    return [first[0]!.holdId, second[0]!.holdId]
  })
  const [fromPackage, fromBalance] = [await addMessage({ state: 'submitted' }, owner), await addMessage({ state: 'submitted' }, owner)]
  await asAccount(database.db, owner.account, async tx => {
    for (const [messageId, holdId] of [
      [fromPackage, holdIds[0]],
      [fromBalance, holdIds[1]],
    ] as const)
      await tx
        .updateTable('message')
        .set({ hold_id: holdId! })
        .where('account_id', '=', owner.account)
        .where('message_id', '=', messageId)
        .execute()
  })
  expect(await chargeOf(fromPackage)).toMatchObject({ state: 'held', grantName: '行业短信 1万条', segmentCount: 1, amountHao: 0 })
  await asAccount(database.db, owner.account, tx =>
    settleMessages(tx, owner.account, [
      { messageId: fromPackage, state: 'delivered', reason: 'DELIVRD', at: now },
      { messageId: fromBalance, state: 'undelivered', reason: 'MK:0001', at: now },
    ]),
  )
  expect(await chargeOf(fromPackage)).toMatchObject({ state: 'posted' })
  expect(await chargeOf(fromBalance)).toMatchObject({ state: 'voided', grantName: null, unitPriceHao: 450, amountHao: 450 })
})

test('a message is shown with the reports of its parts and the replies to it', async () => {
  const messageId = await addMessage({ phone: '19200007654', state: 'undelivered', reason: 'MK:0077' })
  const inboundId = newId(now.getTime())
  await asAccount(database.db, mine.account, async tx => {
    await tx
      .insertInto('part_report')
      .values([
        { account_id: mine.account, message_id: messageId, part: 1, state: 'delivered', code: 'DELIVRD', at: now },
        { account_id: mine.account, message_id: messageId, part: 2, state: 'undelivered', code: 'MK:0077', at: now },
      ])
      .execute()
    await tx
      .insertInto('inbound')
      .values({
        account_id: mine.account,
        inbound_id: inboundId,
        phone: '19200007654',
        sender_number: '10690001',
        text: '收到',
        signature_id: signatureId,
        message_id: messageId,
        received_at: now,
      })
      .execute()
  })
  const one = await asAccount(database.db, mine.account, tx => readDelivery(tx, mine.account, messageId))
  expect(one).toMatchObject({
    state: 'undelivered',
    reason: { code: 'MK:0077', meaning: '手机侧接收失败' },
    parts: [
      { part: 1, state: 'delivered' },
      { part: 2, state: 'undelivered' },
    ],
    replies: [{ inboundId, text: '收到' }],
    charge: null,
  })
  const inbound = (filter: { phone?: string; from?: Date }, owner = mine) =>
    asAccount(database.db, owner.account, tx => listInbound(tx, owner.account, { pageSize: 20, ...filter }, now))
  expect(await inbound({ phone: '7654' })).toMatchObject({
    rows: [{ inboundId, phone: '192****7654', signatureText: '山间茶舍', messageId }],
    nextCursor: null,
  })
  expect((await inbound({ phone: '19200000000' })).rows).toEqual([])
  expect((await inbound({}, stranger)).rows).toEqual([])
})

test('codes are explained by themselves, else by the longest beginning that is known, else as unknown', async () => {
  const explain = (code: string) => explainCode(database.platformDb, code)
  expect((await explain('mk:0001')).meaning).toBe('空号')
  expect((await explain('MK:9')).meaning).toBe('手机侧接收失败')
  expect(await explain('ZZ:1')).toMatchObject({ code: 'ZZ:1', meaning: '运营商返回的代码，含义尚未收录' })
  expect((await explain('blacklisted')).cause).toBe('黑名单或退订')
})
