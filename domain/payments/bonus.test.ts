import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asAccount, type Tx } from '#db/connect.ts'
import { entryTotals, listEntries } from '#domain/billing/transaction.ts'
import { invoiceFigures } from '#domain/invoicing/figures.ts'
import { balancesOf, bonusLeft } from '#domain/ledger/balance.ts'
import { allocateBonus, bonusPart, shareBack, sumOf } from '#domain/ledger/bonus.ts'
import { holdCharge, settleHolds } from '#domain/ledger/charge.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { readOrder } from '#domain/orders/order-list.ts'
import { payRefund, requestRefund } from '#domain/orders/order-refund.ts'
import { purchasePackage } from '#domain/orders/purchase.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { expireBonuses } from './bonus-expiry.ts'
import { brokenInvariants } from './invariant.ts'
import { quoteWithdrawal } from './withdrawal.ts'

const database = prepareTestDatabase()

const dayMs = 86_400_000
const now = new Date()
const at = (days: number) => new Date(now.getTime() + days * dayMs)
const within = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)

/** An account with a balance and bonuses, each of some hao and days. */
async function owner(balanceHao: number, ...gifts: readonly (readonly [amountHao: number, days: number])[]) {
  const { account, memberId } = await createAccount(database.db)
  const grantIds: string[] = []
  await within(account, async tx => {
    if (balanceHao > 0) await recharge(tx, account, { transferId: newId(), amountHao: balanceHao, at: now })
    for (const [segmentCount, days] of gifts) {
      const grantId = newId()
      grantIds.push(grantId)
      await grantSegments(tx, account, {
        grantId,
        kind: 'bonus',
        name: `${days}天`,
        segmentCount,
        source: 'gift',
        startsAt: now,
        expiresAt: at(days),
      })
    }
  })
  const read = () => within(account, tx => balancesOf(tx, account))
  return {
    account,
    memberId,
    grantIds,
    read,
    /** [available, held, spent] of each bonus, in the order of their expiry. */
    gifts: async () => (await read()).bonuses.map(one => [one.availableCount, one.heldCount, one.spentCount]),
    hold: (count: number, when = now) =>
      within(account, tx => holdCharge(tx, account, 'transactional', new Map([[1, count]]), { now: when })),
    settle: (holdId: string, deliveredSegments: number, voidedSegments: number) =>
      within(account, tx => settleHolds(tx, account, [{ holdId, deliveredSegments, voidedSegments }], now)),
    buy: (packageId = '3001') => within(account, tx => purchasePackage(tx, account, { packageId, quantity: 1, now })),
    invoiceable: async () => (await within(account, tx => invoiceFigures(tx, account))).reduce((sum, one) => sum + one.availableHao, 0),
    /** Charges are booked here without messages. */
    problems: async () =>
      (await within(account, tx => brokenInvariants(tx, account, now))).filter(
        ({ invariant, problem }) => invariant !== 'T5' && !problem.includes('delivered messages'),
      ),
  }
}

test('messages are paid by bonus credit before the balance, the first to expire first, each whole from one bonus', async () => {
  // A segment costs 450: four from the bonus that expires first, then two from the other, the rest from the balance.
  const one = await owner(1_000_000, [1_000, 60], [2_000, 10])
  const holds = await one.hold(8)
  expect(holds.map(({ segmentCount, unitPriceHao, grantId }) => [segmentCount, unitPriceHao, grantId])).toEqual([
    [4, 450, one.grantIds[1]],
    [2, 450, one.grantIds[0]],
    [2, 450, null],
  ])
  expect(await one.gifts()).toEqual([
    [200, 1_800, 0],
    [100, 900, 0],
  ])
  await one.settle(firstOrThrow(holds).holdId, 3, 1)
  await one.settle(itemOrThrow(holds, 1).holdId, 2, 0)
  await one.settle(itemOrThrow(holds, 2).holdId, 2, 0)
  // Refunds of undelivered messages go back where they came from.
  expect(await one.gifts()).toEqual([
    [650, 0, 1_350],
    [100, 0, 900],
  ])
  expect(await one.read()).toMatchObject({ availableHao: 1_000_000 - 900, heldHao: 0, spentHao: 900 })
  expect(await one.invoiceable()).toBe(900)
  expect(await one.problems()).toEqual([])
})

test('a package is paid by bonus credit in whole fen, then the balance; its refund restores both in that ratio', async () => {
  // 5,000 segments for 240 yuan; of 60.0050 yuan of bonus credit, 60.00 pay for them.
  const one = await owner(3_000_000, [400_000, 10], [200_050, 60])
  const { orderId, bonusHao, availableHao } = await one.buy()
  expect({ bonusHao, availableHao }).toEqual({ bonusHao: 600_000, availableHao: 3_000_000 - 1_800_000 })
  expect(await one.gifts()).toEqual([
    [0, 0, 400_000],
    [50, 0, 200_000],
  ])
  expect(await one.invoiceable()).toBe(1_800_000)
  const { refundId } = await within(one.account, tx =>
    requestRefund(tx, one.account, orderId, { reason: '不再需要', expectedHao: 2_400_000, memberId: one.memberId, now }),
  )
  await within(one.account, tx => payRefund(tx, one.account, refundId, { answer: null, staffId: newId(), now }))
  expect(await one.gifts()).toEqual([
    [400_000, 0, 0],
    [200_050, 0, 0],
  ])
  expect((await one.read()).availableHao).toBe(3_000_000)
  expect(await one.invoiceable()).toBe(0)
  expect(await within(one.account, tx => readOrder(tx, one.account, orderId))).toMatchObject({
    refundedHao: 2_400_000,
    refundedBonusHao: 600_000,
  })
  expect(await one.problems()).toEqual([])
})

test('an order paid whole by bonus credit has nothing to invoice or withdraw; too little of both says what is missing', async () => {
  const one = await owner(0, [3_000_000, 10])
  expect(await one.buy()).toMatchObject({ bonusHao: 2_400_000, availableHao: 0 })
  expect(await one.invoiceable()).toBe(0)
  expect(await within(one.account, tx => quoteWithdrawal(tx, one.account, null, now))).toMatchObject({
    availableHao: 0,
    withdrawableHao: 0,
  })
  await expect(one.buy()).rejects.toMatchObject({ code: 'balance_insufficient', facts: { missing: '¥180.00' } })
  expect(await one.gifts()).toEqual([[600_000, 0, 2_400_000]])
  expect(await one.problems()).toEqual([])
})

test('a bonus expires with a statement line, and so does what returns to it later; before its time it stays', async () => {
  const one = await owner(0, [10_000, 5], [10_000, 50])
  const hold = firstOrThrow(await one.hold(4))
  expect(bonusLeft((await one.read()).bonuses, at(6))).toBe(10_000)
  expect(await expireBonuses(database.platformDb, at(4))).toBe(0)
  expect(await expireBonuses(database.platformDb, at(6))).toBe(1)
  expect(await one.gifts()).toEqual([
    [0, 1_800, 0],
    [10_000, 0, 0],
  ])
  await one.settle(hold.holdId, 1, 3)
  expect(await expireBonuses(database.platformDb, at(7))).toBe(1)
  expect(await expireBonuses(database.platformDb, at(7))).toBe(0)
  const range = { from: at(-1), until: at(30), wallet: 'bonus' as const }
  const { rows } = await within(one.account, tx => listEntries(tx, one.account, { ...range, hasHolds: true, pageSize: 20 }))
  expect(
    rows.map(({ kind, direction, amountHao, availableAfterHao, heldAfterHao }) => [
      kind,
      direction,
      amountHao,
      availableAfterHao,
      heldAfterHao,
    ]),
  ).toEqual([
    ['expire', 'out', 1_350, 10_000, 0],
    ['void', 'within', 1_350, 11_350, 0],
    ['post', 'out', 450, 10_000, 1_350],
    ['expire', 'out', 8_200, 10_000, 1_800],
    ['hold', 'within', 1_800, 18_200, 1_800],
    ['grant', 'in', 10_000, 20_000, 0],
    ['grant', 'in', 10_000, 10_000, 0],
  ])
  expect(await within(one.account, tx => entryTotals(tx, one.account, range))).toEqual({
    ...{ openingHao: 0, inHao: 20_000, outHao: 10_000, closingHao: 10_000, entryCount: 5 },
  })
  const messages = await within(one.account, tx =>
    tx.selectFrom('notification').select('title').where('accountId', '=', one.account).execute(),
  )
  expect(messages.map(({ title }) => title)).toEqual(['赠送金¥0.82已到期', '赠送金¥0.135已到期'])
  expect(await one.problems()).toEqual([])
})

test('a bonus that has expired or not begun pays nothing', async () => {
  const one = await owner(0, [10_000, 1])
  await expect(one.hold(1, at(2))).rejects.toMatchObject({ code: 'balance_insufficient' })
  await expect(one.hold(1, at(-1))).rejects.toMatchObject({ code: 'balance_insufficient' })
  expect(await one.hold(1)).toHaveLength(1)
})

test('concurrent sending, purchases, bonuses and reports keep the bonus statement without gaps', async () => {
  const one = await owner(1_000_000, [450 * 60, 3], [450 * 40, 9])
  const holds = await Promise.all(Array.from({ length: 10 }, () => one.hold(3)))
  await Promise.all([
    ...holds.flat().map(({ holdId, segmentCount }) => one.settle(holdId, segmentCount - 1, 1)),
    ...Array.from({ length: 5 }, () =>
      within(one.account, tx =>
        grantSegments(tx, one.account, {
          grantId: newId(),
          kind: 'bonus',
          name: '补',
          segmentCount: 900,
          source: 'gift',
          startsAt: now,
          expiresAt: at(20),
        }),
      ),
    ),
    ...Array.from({ length: 5 }, () => one.hold(2)),
  ])
  const { rows } = await sqlNumbers(one.account)
  expect(rows).toEqual(rows.map((_, index) => index + 1))
  expect(rows.length).toBeGreaterThan(30)
  expect(await one.problems()).toEqual([])
})

async function sqlNumbers(account: AccountId) {
  const rows = await within(account, tx =>
    tx
      .selectFrom('transfer')
      .select('entryNumber')
      .where('accountId', '=', account)
      .where('asset', '=', 'bonus')
      .orderBy('entryNumber')
      .execute(),
  )
  return { rows: rows.map(row => row.entryNumber) }
}

test('refunds never exceed the payment, in total and by bonus, in whole fen', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9_000_000 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 300_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (sizes, priceFen, share) => {
        const bonuses = sizes.map((availableCount, index) => ({
          ...{
            grantId: String(index),
            kind: 'bonus' as const,
            name: '',
            source: 'gift' as const,
            segmentCount: availableCount,
            availableCount,
          },
          ...{ heldCount: 0, spentCount: 0, createdAt: at(-1), startsAt: at(-1), expiresAt: at(1), refundedAt: null },
        }))
        const amountHao = priceFen * 100
        const paid = allocateBonus(bonuses, amountHao, now)
        const bonusHao = sumOf(paid)
        expect(bonusHao).toBe(Math.min(amountHao, Math.floor(sizes.reduce((sum, size) => sum + size) / 100) * 100))
        const refundHao = Math.floor(priceFen * share) * 100
        const back = bonusPart(refundHao, { amountHao, bonusHao })
        expect(back % 100).toBe(0)
        expect(back).toBeLessThanOrEqual(bonusHao)
        expect(refundHao - back).toBeLessThanOrEqual(amountHao - bonusHao)
        if (refundHao === amountHao) expect(back).toBe(bonusHao)
        if (paid.length === 0) return
        const shares = shareBack(paid, back)
        expect(sumOf(shares)).toBe(back)
        for (const one of shares)
          expect(one.amountHao).toBeLessThanOrEqual(firstOrThrow(paid.filter(({ grantId }) => grantId === one.grantId)).amountHao)
      },
    ),
  )
})
