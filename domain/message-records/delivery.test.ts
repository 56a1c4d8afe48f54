import { beforeAll, expect, test } from 'vitest'
import type { DeliveryFilter } from '#contract/messages/delivery.ts'
import type { MessageState } from '#contract/messages/message-state.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { explainCode } from '#domain/numbering/report-code.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { addSignature, type MessageFacts, messageAdder } from '#test/support/message.ts'
import { newId } from '#values/id.ts'
import { countDeliveries, listDeliveries } from './delivery.ts'
import { readDelivery, recipientOf } from './delivery-detail.ts'

const now = new Date('2026-11-20T10:00:00Z')
const hourMs = 3_600_000
const [signatureId, otherSignatureId, templateId, broadcastId, appId] = [newId(), newId(), newId(), newId(), newId()]

const database = prepareTestDatabase()
let mine: TestAccount
let stranger: TestAccount
let add: ReturnType<typeof messageAdder>

beforeAll(async () => {
  mine = await createAccount(database.db)
  stranger = await createAccount(database.db)
  await asPlatform(database.platformDb, tx =>
    tx
      .insertInto('reportCode')
      .values([
        { code: 'MK:0001', meaning: '空号', cause: '空号或停机', advice: '请核对号码' },
        { code: 'MK:*', meaning: '手机侧接收失败', cause: '终端或业务限制', advice: '请稍后重发' },
      ])
      .execute(),
  )
  await addSignature(database, mine, signatureId, '山间茶舍')
  await addSignature(database, mine, otherSignatureId, '云上书店')
  add = messageAdder(database, { now, signatureId })
})

const addMessage = (facts: MessageFacts, owner = mine) => add(owner, facts)
const list = (filter: DeliveryFilter = {}, page: { cursor?: string; pageSize?: number; examinedRows?: number } = {}, owner = mine) =>
  asAccount(database.db, owner.account, tx => listDeliveries(tx, owner.account, filter, { pageSize: 20, ...page }, now))
const idsOf = async (filter: DeliveryFilter) => (await list(filter)).rows.map(row => row.messageId)

test('each filter finds its messages and no other', async () => {
  const special = await addMessage({
    hoursAgo: 2,
    phone: '19200002345',
    carrier: 'mobile',
    province: '广东',
    appId,
    state: 'undelivered',
    reason: 'MK:0001',
    kind: 'marketing',
    signatureId: otherSignatureId,
    templateId,
    broadcastId,
    customId: 'order-7',
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
    { code: ['MK:0001'] },
    { code: ['MK:0001', 'MK:0009'] },
    { state: 'missed' },
    { carrier: 'mobile' },
    { province: '广东' },
    { appId },
    { until: new Date(now.getTime() - 1.5 * hourMs) },
  ]
  for (const filter of filters) expect(await idsOf(filter), JSON.stringify(filter)).toEqual([special])
  expect(await idsOf({ from: new Date(now.getTime() - 1.5 * hourMs) })).toEqual([common])
  expect(await idsOf({ phone: '2345', kind: 'transactional' })).toEqual([])
  expect((await list({ state: 'undelivered' })).rows[0]).toMatchObject({
    phone: '192****2345',
    signatureText: '云上书店',
    reason: { code: 'MK:0001', meaning: '空号', cause: '空号或停机', advice: '请核对号码' },
  })
})

test('a list without a first day shows the last seven days, and all stored messages when a number or an id is given', async () => {
  const old = await addMessage({ hoursAgo: 24 * 20, phone: '19200004321', broadcastId: newId() })
  expect(await idsOf({ phone: '4321' })).toEqual([])
  expect(await idsOf({ phone: '19200004321' })).toEqual([old])
  expect(await idsOf({ messageId: old })).toEqual([old])
  expect(await idsOf({ phone: '4321', until: new Date(now.getTime() - 19 * 24 * hourMs) })).toEqual([old])
})

test('pages have neither gaps nor repetitions while messages come in', async () => {
  const owner = await createAccount(database.db)
  const ids: string[] = []
  for (let hoursAgo = 9; hoursAgo > 0; hoursAgo -= 1) ids.push(await addMessage({ hoursAgo }, owner))
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await list({ kind: 'transactional' }, { pageSize: 4, ...(cursor ? { cursor } : {}) }, owner)
    seen.push(...page.rows.map(row => row.messageId))
    cursor = page.nextCursor
    await addMessage({ hoursAgo: 0 }, owner)
  } while (cursor)
  expect(seen).toEqual(ids.toReversed())
})

test('rare messages are found over several pages: an empty page says until when it looked and continues there', async () => {
  const owner = await createAccount(database.db)
  const needle = await addMessage({ hoursAgo: 10, state: 'refused' }, owner)
  for (let hoursAgo = 9; hoursAgo > 0; hoursAgo -= 1) await addMessage({ hoursAgo }, owner)
  const poll = (cursor?: string) => list({ state: 'refused' }, { examinedRows: 4, ...(cursor ? { cursor } : {}) }, owner)
  const first = await poll()
  expect(first).toMatchObject({ rows: [], searchedUntil: new Date(now.getTime() - 4 * hourMs) })
  const second = await poll(first.nextCursor ?? '')
  expect(second).toMatchObject({ rows: [], searchedUntil: new Date(now.getTime() - 8 * hourMs) })
  const third = await poll(second.nextCursor ?? '')
  expect(third).toMatchObject({ rows: [{ messageId: needle }], nextCursor: null, searchedUntil: null })
})

test('the counts of a filter are those of the rows it finds', async () => {
  const owner = await createAccount(database.db)
  const states: MessageState[] = ['delivered', 'delivered', 'expired', 'rejected', 'submitted', 'unknown', 'refused', 'canceled']
  for (const state of states) await addMessage({ state, customId: 'counted' }, owner)
  await addMessage({ state: 'delivered' }, owner)
  const count = (filter: DeliveryFilter) => asAccount(database.db, owner.account, tx => countDeliveries(tx, owner.account, filter, now))
  expect(await count({ customId: 'counted' })).toEqual({
    messageCount: 8,
    segmentCount: 8,
    chargedSegmentCount: 2,
    deliveredCount: 2,
    failedCount: 2,
    waitingCount: 1,
    unknownCount: 1,
    refusedCount: 1,
    countedNewest: null,
  })
  expect(await count({})).toMatchObject({ messageCount: 9, deliveredCount: 3 })
})

test('no account sees, opens or reveals the messages of another', async () => {
  const messageId = await addMessage({ phone: '19200009876' })
  expect((await list({ phone: '19200009876' }, {}, stranger)).rows).toEqual([])
  for (const reading of [
    asAccount(database.db, stranger.account, tx => readDelivery(tx, stranger.account, messageId, now)),
    asAccount(database.db, stranger.account, tx => recipientOf(tx, stranger.account, messageId)),
  ])
    await expect(reading).rejects.toMatchObject({ code: 'not_found' })
})

test('codes are explained by their own entry, else by the longest known prefix, else as unknown', async () => {
  const explain = (code: string) => explainCode(database.platformDb, code)
  expect((await explain('mk:0001')).meaning).toBe('空号')
  expect((await explain('MK:9')).meaning).toBe('手机侧接收失败')
  expect(await explain('ZZ:1')).toMatchObject({ code: 'ZZ:1', meaning: '运营商返回的代码，含义尚未收录' })
  expect((await explain('blacklisted')).cause).toBe('黑名单或退订')
})
