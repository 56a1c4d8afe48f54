import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { BillLineFilter } from '#contract/billing/bill.ts'
import { lineStateOf } from '#contract/billing/charge-line.ts'
import { asPlatform } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import { createCoupon } from '#domain/orders/admin-coupon.ts'
import { brokenInvariants } from '#domain/payments/invariant.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { begin, hourMs, inAccount, isOld, type Run, startRun, take } from '#test/support/month/run.ts'
import { timed } from '#test/support/month/step.ts'
import { chinaDay, chinaMonth } from '#values/china-time.ts'
import { newId } from '#values/id.ts'
import { billOverview, billTotals, listBillLines, listBills, reconciliationGap } from './bill.ts'
import { closeBills, closesAt, lastClosable } from './close-bill.ts'
import { listConsumption, messagesBehind } from './consumption.ts'

const database = prepareTestDatabase()
beforeAll(async () => {
  const common = { name: '月结', minimumHao: 1_000_000, startsAt: begin, endsAt: new Date('2099-01-01T00:00:00Z'), packageIds: [] }
  const made = { staffId: newId(), now: begin }
  await asPlatform(database.platformDb, async tx => {
    for (const coupon of [
      { code: 'MINUS7', kind: 'amount', off: 70_100, totalLimit: null, accountLimit: null },
      { code: 'PERCENT17', kind: 'percent', off: 17, totalLimit: null, accountLimit: 2 },
      { code: 'FORTHREE', kind: 'percent', off: 99, totalLimit: 3, accountLimit: 1 },
    ] as const)
      await createCoupon(tx, { ...common, ...coupon }, made)
  })
})

/** Tax included in an amount, in integers only. */
function taxOf(cashHao: number, rateBp: number | null): number {
  const [cash, whole] = [BigInt(Math.abs(cashHao)), 10_000n + BigInt(rateBp ?? 0)]
  const tax = cash - (2n * cash * 10_000n + whole) / (2n * whole)
  return Number(cashHao < 0 ? -tax : tax)
}

/** Compares the bills month by month with the independent computation of the test. */
async function compare(run: Run, now: Date): Promise<void> {
  const { model } = run
  const { account } = run.sender
  const bills = await inAccount(run, tx => listBills(tx, account, now))
  for (const bill of bills) {
    const expected = model.months.get(bill.month) ?? { recharge: 0, order: 0, usage: 0, refund: 0, adjust: 0 }
    expect(bill).toMatchObject({
      rechargeHao: expected.recharge,
      orderHao: expected.order,
      usageHao: expected.usage,
      refundHao: expected.refund,
      adjustHao: expected.adjust,
      withdrawHao: 0,
    })
    expect(reconciliationGap(bill)).toBe(0)
    expect(bill.state).toBe(bill.month <= lastClosable(now) ? 'closed' : bill.month === chinaMonth(now) ? 'open' : 'ended')
    const { equations, totals } = await inAccount(run, tx => billTotals(tx, account, { month: bill.month }, now))
    for (const equation of equations) expect(equation.leftHao).toBe(equation.rightHao)
    const counted = [...model.segments].filter(([key]) => key.startsWith(bill.month))
    const ofSource = (source: string) => counted.filter(([key]) => key.endsWith(source)).reduce((sum, [, segments]) => sum + segments, 0)
    expect([totals.balanceSegments, totals.bonusSegments, totals.packageSegments + totals.giftSegments]).toEqual([
      ofSource('balance'),
      ofSource('bonus'),
      ofSource('package'),
    ])
    const overview = await inAccount(run, tx => billOverview(tx, account, bill.month, now))
    const consumedHao = bill.orderHao + bill.usageHao
    expect([overview.items.reduce((sum, item) => sum + item.cashHao, 0), overview.totals.cashHao]).toEqual([consumedHao, consumedHao])
    expect([overview.refunds.cashHao, totals.cashHao, totals.adjustHao]).toEqual([
      0 - bill.refundHao,
      consumedHao - bill.refundHao,
      bill.adjustHao,
    ])
    const { rows } = await inAccount(run, tx => listBillLines(tx, account, { month: bill.month, pageSize: 1_000 }, now))
    for (const line of rows) expect(line.taxHao, `${line.cashHao} at ${line.rateBp}`).toBe(taxOf(line.cashHao, line.rateBp))
    expect(rows.reduce((sum, line) => sum + line.taxHao, 0)).toBe(totals.taxHao)
    expect(rows.filter(line => line.kind === 'adjust').every(line => line.cashHao === 0 && line.listHao === 0)).toBe(true)
    const narrowed = async (by: Partial<BillLineFilter>) =>
      (await inAccount(run, tx => listBillLines(tx, account, { month: bill.month, pageSize: 1_000, ...by }, now))).rows
    for (const state of ['settled', 'part', 'returned'] as const)
      expect(await narrowed({ state })).toEqual(rows.filter(line => lineStateOf(line) === state))
    expect(await narrowed({ least: '1.5', most: '450' })).toEqual(
      rows.filter(({ cashHao, adjustHao }) => Math.abs(cashHao + adjustHao) >= 15_000 && Math.abs(cashHao + adjustHao) <= 4_500_000),
    )
  }
  const { bonuses } = await inAccount(run, tx => balancesOf(tx, account))
  const sum = (of: (bonus: (typeof bonuses)[number]) => number) => bonuses.reduce((total, bonus) => total + of(bonus), 0)
  expect([sum(bonus => bonus.availableCount + bonus.heldCount), sum(bonus => bonus.spentCount)]).toEqual([
    model.bonus.leftHao,
    model.bonus.spentHao,
  ])
  expect(bills.map(bill => bill.openingHao).slice(0, -1)).toEqual(bills.map(bill => bill.closingHao).slice(1))
}

/** Checks that every line of messages drills down to exactly the messages that it counts. */
async function drillDown(run: Run, now: Date): Promise<number> {
  const { account } = run.sender
  const span = { from: chinaDay(begin), to: chinaDay(now), pageSize: 1_000 }
  const { rows } = await inAccount(run, tx => listConsumption(tx, account, span))
  const grantId = rows.find(line => line.grant)?.grant?.grantId
  const { rows: ofPackage } = await inAccount(run, tx => listConsumption(tx, account, { ...span, grantId }))
  expect(ofPackage).toEqual(rows.filter(line => !grantId || line.grant?.grantId === grantId))
  const lines = rows.filter(line => line.kind === 'usage' && line.product === 'sms' && line.quantity > 0)
  for (const line of lines) {
    const { rows: messages } = await inAccount(run, tx =>
      messagesBehind(tx, account, {
        day: line.day,
        item: line.item as MessageKind,
        appId: line.app?.appId,
        grantId: line.grant?.grantId,
        unitPriceHao: line.unitPriceHao,
        listPriceHao: line.listPriceHao,
        hasAllTasks: true,
        pageSize: 1_000,
      }),
    )
    expect(messages.reduce((sum, message) => sum + message.segmentCount, 0)).toBe(line.quantity)
    expect(messages.reduce((sum, message) => sum + message.amountHao, 0)).toBe(line.cashHao + line.bonusHao)
  }
  return lines.length
}

const seed = Number(process.env.MONTH_SEED ?? 20_261_121)
const numRuns = process.env.HONGYAN_PROOF === 'long' ? 40 : 5

test('property test over random months: reconciliation holds to the 毫, and closed months stay unchanged', {
  timeout: 240_000,
}, async () => {
  let [stepCount, monthCount, lineCount, bonusHao, expiredHao, couponCount, customCount] = [0, 0, 0, 0, 0, 0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(timed, { minLength: 20, maxLength: 60 }), async steps => {
      const run = await startRun(database)
      let now = begin
      for (const one of steps) {
        now = new Date(now.getTime() + one.hours * hourMs)
        if (run.waiting.some(message => isOld(message, now))) await take(run, { act: 'settle', deliveredShare: 0.5, hours: 0 }, now)
        await take(run, one, now)
        monthCount += (await inAccount(run, tx => closeBills(tx, run.sender.account, now))).length
        stepCount += 1
      }
      await compare(run, now)
      lineCount += await drillDown(run, now)
      // Messages that settle later than a month have no check of their own: everything is settled and closed, then
      // compared again.
      now = new Date(closesAt(chinaMonth(now.getTime() + 24 * hourMs)).getTime() + hourMs)
      await take(run, { act: 'settle', deliveredShare: 1, hours: 1 }, now)
      monthCount += (await inAccount(run, tx => closeBills(tx, run.sender.account, now))).length
      await compare(run, now)
      expect(await inAccount(run, tx => brokenInvariants(tx, run.sender.account, now))).toEqual([])
      bonusHao += run.model.bonus.spentHao
      expiredHao += run.model.bonus.expiredHao
      const bought = await inAccount(run, tx =>
        tx
          .selectFrom('packageOrder')
          .select(['couponId', 'packageId'])
          .where('accountId', '=', run.sender.account)
          .where('paidAt', 'is not', null)
          .execute(),
      )
      couponCount += bought.filter(order => order.couponId !== null).length
      customCount += bought.filter(order => order.packageId % 100 === 99).length
    }),
    { seed, numRuns, endOnFailure: true },
  )
  console.log(
    `random months: ${numRuns} accounts, ${stepCount} steps, ${monthCount} closed months, ${lineCount} lines opened, ${bonusHao} hao of gift money spent, ${expiredHao} ended, ${couponCount} orders with a code and ${customCount} of an own number, violations 0 (seed ${seed})`,
  )
  expect(monthCount).toBeGreaterThan(numRuns)
  expect(Math.min(bonusHao, expiredHao, couponCount, customCount)).toBeGreaterThan(0)
})
