import { beforeAll, expect, test } from 'vitest'
import type { DeliveryFilter } from '#contract/messages/delivery.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { settleMessages } from '#domain/delivery/settle.ts'
import { holdCharge } from '#domain/ledger/charge.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { addSignature, type MessageFacts, messageAdder } from '#test/support/message.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { blockRecipients, readDelivery } from './delivery-detail.ts'
import { listInbound } from './delivery-inbound.ts'

const now = new Date('2026-11-20T10:00:00Z')
const hourMs = 3_600_000
const signatureId = newId()

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
      .values({ code: 'MK:*', meaning: '手机侧接收失败', cause: '终端或业务限制', advice: '请稍后重发' })
      .execute(),
  )
  await addSignature(database, mine, signatureId, '山间茶舍')
  add = messageAdder(database, { now, signatureId })
})

const addMessage = (facts: MessageFacts, owner = mine) => add(owner, facts)

test('recipients are put on the blacklist once each, and their messages show it; none of another account', async () => {
  const messageIds = [
    await addMessage({ phone: '19200005432' }),
    await addMessage({ phone: '19200005432' }),
    await addMessage({ phone: '19200005433' }),
  ]
  const block = (filter: DeliveryFilter = { ids: messageIds }) =>
    asAccount(database.db, mine.account, tx => blockRecipients(tx, mine.account, { filter, undoId: newId(), memberId: mine.memberId, now }))
  const isBlocked = (messageId: string) =>
    asAccount(database.db, mine.account, async tx => (await readDelivery(tx, mine.account, messageId, now)).isBlocked)
  expect(await isBlocked(firstOrThrow(messageIds))).toBe(false)
  expect(await block()).toEqual({ addedCount: 2, known: [], undoId: expect.any(String) })
  expect(await block()).toEqual({ addedCount: 0, known: ['192****5432', '192****5433'], undoId: null })
  expect(await isBlocked(itemOrThrow(messageIds, 2))).toBe(true)
  const byStranger = asAccount(database.db, stranger.account, tx =>
    blockRecipients(tx, stranger.account, { filter: { ids: messageIds }, undoId: newId(), memberId: stranger.memberId, now }),
  )
  await expect(byStranger).rejects.toMatchObject({ code: 'not_found' })
  // All that match a filter, on every page.
  for (const phone of ['19200005434', '19200005435']) await addMessage({ phone, customId: 'blocked' })
  await addMessage({ phone: '19200005432', customId: 'blocked' })
  expect(await block({ customId: 'blocked' })).toMatchObject({ addedCount: 2, known: ['192****5432'] })
  await expect(block({ customId: 'nobody’s' })).rejects.toMatchObject({ code: 'not_found' })
})

test("a message's charge is held on its way, posted when delivered, and voided when not", async () => {
  const owner = await createAccount(database.db)
  const chargeOf = (messageId: string) =>
    asAccount(database.db, owner.account, async tx => (await readDelivery(tx, owner.account, messageId, now)).charge)
  const histogram = new Map([[1, 1]])
  const holdIds = await asAccount(database.db, owner.account, async tx => {
    const ahead = new Date(now.getTime() + hourMs)
    const package_ = { grantId: newId(), kind: 'industry', name: '行业短信 1万条', segmentCount: 1, source: 'purchase' } as const
    await grantSegments(tx, owner.account, { ...package_, startsAt: now, expiresAt: ahead })
    await recharge(tx, owner.account, { transferId: newId(), amountHao: 10_000 })
    const first = await holdCharge(tx, owner.account, 'transactional', histogram, { now })
    const second = await holdCharge(tx, owner.account, 'transactional', histogram, { now })
    return [firstOrThrow(first).holdId, firstOrThrow(second).holdId]
  })
  const [fromPackage, fromBalance] = [await addMessage({ state: 'submitted' }, owner), await addMessage({ state: 'submitted' }, owner)]
  await asAccount(database.db, owner.account, async tx => {
    for (const [messageId, holdId] of [
      [fromPackage, holdIds[0]],
      [fromBalance, holdIds[1]],
    ] as const)
      await tx
        .updateTable('message')
        .set({ holdId: holdId! })
        .where('accountId', '=', owner.account)
        .where('messageId', '=', messageId)
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

test('a message shows the reports of its parts and the replies to it', async () => {
  const messageId = await addMessage({ phone: '19200007654', state: 'undelivered', reason: 'MK:0077' })
  const inboundId = newId(now.getTime())
  await asAccount(database.db, mine.account, async tx => {
    await tx
      .insertInto('partReport')
      .values([
        { accountId: mine.account, messageId, part: 1, state: 'delivered', code: 'DELIVRD', at: now },
        { accountId: mine.account, messageId, part: 2, state: 'undelivered', code: 'MK:0077', at: now },
      ])
      .execute()
    await tx
      .insertInto('inbound')
      .values({
        accountId: mine.account,
        inboundId,
        phone: '19200007654',
        senderNumber: '10690001',
        text: '收到',
        signatureId,
        messageId,
        receivedAt: now,
      })
      .execute()
  })
  const one = await asAccount(database.db, mine.account, tx => readDelivery(tx, mine.account, messageId, now))
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
