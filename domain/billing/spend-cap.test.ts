import { beforeAll, expect, test } from 'vitest'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { decideApproval, listApprovals } from '#domain/approvals/decision.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { holdCharge, planCharge, settleHolds } from '#domain/ledger/charge.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { purchasePackage } from '#domain/orders/purchase.ts'
import { requestAdjust } from '#domain/payments/admin-credit-act.ts'
import { creditRecharge } from '#domain/payments/arrears.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { cappedSpending, readCap, saveCap } from './spend-cap.ts'

const database = prepareTestDatabase()
let staff: string[]
beforeAll(async () => {
  staff = []
  for (const login of ['maker', 'checker'])
    staff.push(
      (
        await asPlatform(database.platformDb, tx =>
          createStaff(tx, { login, name: login, role: 'finance', passwordHash: 'none', now: new Date() }),
        )
      ).staffId,
    )
})

// A segment costs 450 毫. Noon in China, so that one day before or after is another calendar day.
const now = new Date('2026-11-20T04:00:00Z')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)

async function owner(balanceHao: number) {
  const { account } = await createAccount(database.db)
  const within = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
  if (balanceHao > 0) await within(tx => recharge(tx, account, { transferId: newId(), amountHao: balanceHao, at: days(-40) }))
  const give = (kind: 'general' | 'bonus', count: number) =>
    within(tx =>
      grantSegments(tx, account, {
        grantId: newId(),
        ...{ kind, name: kind, segmentCount: count, source: 'gift' as const, startsAt: days(-40), expiresAt: days(40) },
      }),
    )
  const hold = (count: number, at = now) => within(tx => holdCharge(tx, account, 'transactional', new Map([[1, count]]), { now: at }))
  const cap = (dayHao: number | null, monthHao: number | null) => within(tx => saveCap(tx, account, { dayHao, monthHao }, now))
  return { account, within, give, hold, cap }
}

test('daily spend cap: counts held and charged money; released holds make room, and the next day starts at zero', async () => {
  const one = await owner(1_000_000)
  await one.cap(4_500, null)
  const first = firstOrThrow(await one.hold(6))
  await expect(one.hold(5)).rejects.toMatchObject({
    code: 'spend_cap_reached',
    facts: { period: '每日', cap: '¥0.45', spent: '¥0.27' },
  })
  await one.hold(4)
  await expect(one.hold(1)).rejects.toMatchObject({ code: 'spend_cap_reached' })
  await one.within(tx => settleHolds(tx, one.account, [{ holdId: first.holdId, deliveredSegments: 4, voidedSegments: 2 }], now))
  expect(await one.within(tx => cappedSpending(tx, one.account, now))).toEqual({ todayHao: 3_600, monthHao: 3_600 })
  await one.hold(2)
  await expect(one.hold(1)).rejects.toMatchObject({ code: 'spend_cap_reached' })
  // Six are still held: if charged, then on the day of their report.
  await expect(one.hold(5, days(1))).rejects.toMatchObject({ code: 'spend_cap_reached' })
  expect(await one.hold(4, days(1))).toHaveLength(1)
})

test('spend cap: covers gift money and balance, not packages; changing or removing it takes effect at once', async () => {
  const one = await owner(1_000_000)
  await one.give('bonus', 900)
  await one.cap(null, 1_800)
  expect((await one.hold(4)).map(({ segmentCount }) => segmentCount)).toEqual([2, 2])
  await expect(one.hold(1)).rejects.toMatchObject({ code: 'spend_cap_reached', facts: { period: '每月' } })
  expect(await one.within(tx => planCharge(tx, one.account, 'transactional', new Map([[1, 3]]), now))).toMatchObject({
    missingSegments: 3,
    barrier: { kind: 'cap', period: 'month', capHao: 1_800, spentHao: 1_800 },
  })
  await one.give('general', 5)
  expect((await one.hold(5)).map(({ unitPriceHao }) => unitPriceHao)).toEqual([0])
  await one.cap(null, 2_700)
  await one.hold(2)
  await one.cap(null, null)
  expect(await one.within(tx => readCap(tx, one.account))).toEqual({ dayHao: null, monthHao: null })
  await one.hold(100)
})

test('concurrency: of a hundred senders under a cap for ten, exactly ten send', async () => {
  const one = await owner(1_000_000)
  await one.cap(4_500, 100_000)
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => one.hold(1)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'spend_cap_reached' })
})

test('insufficient balance under a cap with room: refused as such', async () => {
  const one = await owner(450)
  await one.cap(450_000, null)
  await expect(one.hold(2)).rejects.toMatchObject({ code: 'balance_insufficient' })
})

/** A correction approved by four eyes. */
async function takeAway(account: AccountId, amountHao: number, mayOwe: boolean) {
  const asking = { reason: '渠道拒付', staffId: firstOrThrow(staff), now }
  const approvalId = await asPlatform(database.platformDb, tx =>
    requestAdjust(tx, account, { direction: 'out', amountHao, mayOwe }, asking),
  )
  const { rows } = await asPlatform(database.platformDb, tx => listApprovals(tx, { pageSize: 100 }, itemOrThrow(staff, 1)))
  const { payloadHash } = firstOrThrow(rows.filter(row => row.approvalId === approvalId))
  await asPlatform(database.platformDb, tx =>
    decideApproval(tx, { approvalId, decision: 'approved', payloadHash, answer: '', staffId: itemOrThrow(staff, 1), now }),
  )
}

test('arrears: only packages can be used; a recharge pays arrears first and says so, then sending resumes', async () => {
  const one = await owner(10_000)
  await one.give('general', 2)
  await one.give('bonus', 9_000)
  await expect(takeAway(one.account, 30_000, false)).rejects.toMatchObject({ code: 'balance_insufficient' })
  await takeAway(one.account, 30_000, true)
  expect((await one.within(tx => balancesOf(tx, one.account))).availableHao).toBe(-20_000)
  await expect(one.hold(3)).rejects.toMatchObject({ code: 'account_in_arrears', facts: { owed: '¥2.00' } })
  expect(await one.hold(2)).toHaveLength(1)
  await expect(one.within(tx => purchasePackage(tx, one.account, { packageId: '3001', quantity: 1, now }))).rejects.toMatchObject({
    code: 'balance_insufficient',
  })
  const pay = (amountHao: number) =>
    one.within(tx => creditRecharge(tx, one.account, { transferId: newId(), amountHao, remark: '支付宝 1', at: now }))
  await pay(5_000)
  await expect(one.hold(1)).rejects.toMatchObject({ code: 'account_in_arrears', facts: { owed: '¥1.50' } })
  await pay(25_000)
  expect(await one.hold(1)).toHaveLength(1)
  await pay(100)
  const notifications = await one.within(tx =>
    tx.selectFrom('notification').select('title').where('accountId', '=', one.account).orderBy('messageId').execute(),
  )
  expect(notifications.map(({ title }) => title)).toEqual(['充值¥0.50到账，先归还欠费¥0.50', '充值¥2.50到账，先归还欠费¥1.50'])
  const remarks = await one.within(tx =>
    tx
      .selectFrom('transfer')
      .select('remark')
      .where('accountId', '=', one.account)
      .where('kind', '=', 'recharge')
      .orderBy('entryNumber')
      .execute(),
  )
  expect(remarks.map(({ remark }) => remark)).toEqual([null, '支付宝 1，其中¥0.50归还欠费', '支付宝 1，其中¥1.50归还欠费', '支付宝 1'])
  expect(await one.within(tx => verifyLedger(tx, one.account))).toEqual([])
})
