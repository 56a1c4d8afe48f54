import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BillLineFilter } from '#contract/bill.ts'
import { lineStateOf } from '#contract/charge-line.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { bonusPart } from '#domain/ledger/bonus.ts'
import { holdCharge, type MessageKind } from '#domain/ledger/charge.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { bookTransfers } from '#domain/ledger/transfer.ts'
import { takeLinkUnits } from '#domain/shorturl/units.ts'
import { acceptMessages } from '#domain/sms/accept.ts'
import { settleMessages } from '#domain/sms/settle.ts'
import { createCoupon } from '#domain/staff/coupon.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createSender, type Sending } from '#test/support/sending.ts'
import { chinaDay, chinaMonth } from '#values/china-time.ts'
import { idTime, newId } from '#values/id.ts'
import { billOverview, billTotals, bridgeGap, listBillLines, listBills } from './bill.ts'
import { expireBonus } from './bonus-expiry.ts'
import { closeBills, closesAt, lastClosable } from './close-bill.ts'
import { listConsumption, messagesBehind } from './consumption.ts'
import { offersAt } from './offer.ts'
import { placeOrder } from './order.ts'
import { askRefund, payRefund, previewRefund } from './order-refund.ts'
import { buyWithTransfer } from './order-transfer.ts'
import { purchasePackage } from './purchase.ts'
import { rebuy, saveRebuy } from './rebuy.ts'
import { brokenTies } from './tie.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
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
afterAll(() => database.close())

const hourMs = 3_600_000
const begin = new Date('2026-08-20T03:00:00Z')

type Step =
  | { act: 'recharge'; fen: number }
  | { act: 'purchase'; packageId: string; quantity: number; customCount?: number; couponCode?: string }
  | { act: 'transfer'; packageId: string; fen: number }
  | { act: 'rebuy'; packageId: string; threshold: number }
  | { act: 'gift'; segments: number }
  | { act: 'bonus'; hao: number; days: number }
  | { act: 'expire' }
  | { act: 'adjust'; fen: number; isTaken: boolean }
  | { act: 'price'; hao: number }
  | { act: 'send'; kind: MessageKind; segments: number; count: number; isProgram: boolean }
  | { act: 'settle'; deliveredShare: number }
  | { act: 'refund' }
  | { act: 'units'; count: number }
type Timed = Step & { hours: number }

const kind = fc.constantFrom<MessageKind>('code', 'notice', 'marketing')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('recharge' as const), fen: fc.integer({ min: 1, max: 3_000_000 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('purchase' as const),
      packageId: fc.constantFrom('1001', '2001', '3001', '4001'),
      quantity: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('purchase' as const),
      packageId: fc.constantFrom('1099', '2099', '3099', '4099'),
      quantity: fc.integer({ min: 1, max: 2 }),
      customCount: fc.integer({ min: 1, max: 9 }).map(thousands => thousands * 1_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('purchase' as const),
      packageId: fc.constantFrom('1001', '3001', '4001'),
      quantity: fc.integer({ min: 1, max: 2 }),
      couponCode: fc.constantFrom('MINUS7', 'PERCENT17', 'FORTHREE'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('transfer' as const),
      packageId: fc.constantFrom('1001', '3001', '4001'),
      fen: fc.integer({ min: 1, max: 60_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('rebuy' as const),
      packageId: fc.constantFrom('1001', '2001', '4001'),
      threshold: fc.integer({ min: 1, max: 20_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('gift' as const), segments: fc.integer({ min: 1, max: 60 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('bonus' as const),
      hao: fc.integer({ min: 1, max: 60_000_000 }),
      days: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('expire' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('adjust' as const), fen: fc.integer({ min: 1, max: 5_000 }), isTaken: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('price' as const), hao: fc.integer({ min: 310, max: 560 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('send' as const),
      kind,
      segments: fc.integer({ min: 1, max: 4 }),
      count: fc.integer({ min: 1, max: 25 }),
      isProgram: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('settle' as const), deliveredShare: fc.double({ min: 0, max: 1, noNaN: true }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('refund' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('units' as const), count: fc.integer({ min: 1, max: 40 }) }) },
)
const timed = fc.tuple(step, fc.integer({ min: 1, max: 72 })).map(([one, hours]): Timed => ({ ...one, hours }))

/** What a person with a pencil would write down of the same months. */
interface Model {
  months: Map<string, Record<'recharge' | 'order' | 'usage' | 'refund' | 'adjust', number>>
  segments: Map<string, number>
  /** 毫 of gift money that should be there, held ones included, and that were given and are gone by any way. */
  bonus: { leftHao: number; spentHao: number; expiredHao: number }
}

const booked = (model: Model, at: Date) => {
  const month = chinaMonth(at)
  const sums = model.months.get(month) ?? { recharge: 0, order: 0, usage: 0, refund: 0, adjust: 0 }
  model.months.set(month, sums)
  return sums
}

interface Run {
  sender: Sending
  model: Model
  waiting: { messageId: string; kind: MessageKind; segments: number; unitPriceHao: number; grantId: string | null }[]
  orders: { orderId: string; amountHao: number; bonusHao: number }[]
  appId: string
  channelId: string
  phone: number
}

/** Does a step, or nothing where it is refused, and notes it in the model. */
async function take(run: Run, one: Timed, now: Date): Promise<void> {
  const { account } = run.sender
  try {
    await asAccount(database.db, account, tx => act(tx, run, one, now))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function act(tx: Tx, run: Run, one: Step, now: Date): Promise<void> {
  const { model, sender } = run
  const { account } = sender
  switch (one.act) {
    case 'recharge':
      await recharge(tx, account, { transferId: newId(), amountHao: one.fen * 100, at: now })
      booked(model, now).recharge += one.fen * 100
      return
    case 'purchase': {
      const { orderId, amountHao, bonusHao } = await purchasePackage(tx, account, { ...one, now })
      noteOrder(run, { orderId, amountHao, bonusHao }, now)
      return
    }
    case 'transfer':
      return payByTransfer(tx, run, one, now)
    case 'rebuy': {
      const offer = (await offersAt(tx, now)).find(({ packageId }) => packageId === one.packageId)!
      const facts = {
        packageId: one.packageId,
        expectedHao: offer.priceHao,
        thresholdCount: one.threshold,
        monthCapHao: 2 * offer.priceHao,
      }
      const bought = await rebuy(tx, account, await saveRebuy(tx, account, { ...facts, memberId: sender.memberId, now }), now)
      if (bought) noteOrder(run, bought, now)
      return
    }
    case 'gift':
      await grantSegments(tx, account, {
        grantId: newId(),
        kind: 'general',
        name: '赠送',
        segmentCount: one.segments,
        source: 'gift',
        startsAt: now,
        expiresAt: new Date(now.getTime() + 40 * 24 * hourMs),
      })
      return
    case 'bonus':
      await grantSegments(tx, account, {
        grantId: newId(),
        kind: 'bonus',
        name: '赠送金',
        segmentCount: one.hao,
        source: 'gift',
        startsAt: now,
        expiresAt: new Date(now.getTime() + one.days * 24 * hourMs),
      })
      model.bonus.leftHao += one.hao
      return
    case 'expire': {
      const expiredHao = await expireBonus(tx, account, now)
      model.bonus.leftHao -= expiredHao
      model.bonus.expiredHao += expiredHao
      return
    }
    case 'adjust': {
      const [from, to] = one.isTaken ? (['available', 'outside'] as const) : (['outside', 'available'] as const)
      const pockets = { from: { purpose: from, grantId: null }, to: { purpose: to, grantId: null } }
      await bookTransfers(tx, account, [{ transferId: newId(), ...pockets, amount: one.fen * 100, kind: 'adjust', at: now }])
      booked(model, now).adjust += one.isTaken ? -one.fen * 100 : one.fen * 100
      return
    }
    case 'price':
      await database.platformDb
        .insertInto('account_price')
        .values({ account_id: account, kind: 'notice', starts_at: now, unit_price_hao: one.hao })
        .execute()
      return
    case 'send':
      return send(tx, run, one, now)
    case 'settle':
      return settle(tx, run, one.deliveredShare, now)
    case 'refund':
      return giveBack(tx, run, now)
    case 'units':
      await takeLinkUnits(tx, account, one.count, { now, referenceId: null })
  }
}

function noteOrder({ model, orders }: Run, { orderId, amountHao, bonusHao }: Run['orders'][number], now: Date): void {
  booked(model, now).order += amountHao - bonusHao
  model.bonus.leftHao -= bonusHao
  model.bonus.spentHao += bonusHao
  orders.push({ orderId, amountHao, bonusHao })
}

/** An order that waits for a transfer, and a transfer that may be too small for it, or pay one of before as well. */
async function payByTransfer(tx: Tx, run: Run, one: Step & { act: 'transfer' }, now: Date): Promise<void> {
  const { account } = run.sender
  await placeOrder(tx, account, { packageId: one.packageId, quantity: 1, payWay: 'bank', now })
  await recharge(tx, account, { transferId: newId(), amountHao: one.fen * 100, at: now })
  booked(run.model, now).recharge += one.fen * 100
  const { availableHao } = await balancesOf(tx, account)
  await buyWithTransfer(tx, account, { amountHao: one.fen * 100, now })
  const paid = await tx
    .selectFrom('package_order')
    .select(['order_id as orderId', 'amount_hao as amountHao'])
    .where('account_id', '=', account)
    .where('pay_way', '=', 'bank')
    .where('paid_at', '=', now)
    .execute()
  for (const order of paid) noteOrder(run, { ...order, bonusHao: 0 }, now)
  expect(paid.reduce((sum, { amountHao }) => sum + amountHao, 0)).toBeLessThanOrEqual(Math.max(0, availableHao))
}

async function send(tx: Tx, run: Run, one: Step & { act: 'send' }, now: Date): Promise<void> {
  const { account, signatureId } = run.sender
  const holds = await holdCharge(tx, account, one.kind, new Map([[one.segments, one.count]]), {
    now,
    ...(one.isProgram ? { appId: run.appId } : {}),
  })
  const messages = holds.flatMap(hold =>
    Array.from({ length: hold.quota[one.segments] ?? 0 }, () => {
      run.phone += 1
      return { hold, messageId: newId(now.getTime()), phone: `192${String(run.phone).padStart(8, '0')}` }
    }),
  )
  await acceptMessages(
    tx,
    account,
    messages.map(({ hold, messageId, phone }) => ({
      messageId,
      phone,
      kind: one.kind,
      signatureId,
      templateId: null,
      operator: 'broadnet',
      content: '【鸿雁】月结',
      segmentCount: one.segments,
      holdId: hold.holdId,
      ...(one.isProgram ? { appId: run.appId } : {}),
    })),
    { now, channelId: run.channelId },
  )
  for (const { hold, messageId } of messages)
    run.waiting.push({ messageId, kind: one.kind, segments: one.segments, unitPriceHao: hold.unitPriceHao, grantId: hold.grantId })
}

/** Nothing stays on its way for weeks: whatever has no report ends by itself (jobs/unreported.ts). */
const isOld = ({ messageId }: { messageId: string }, now: Date) => now.getTime() - idTime(messageId).getTime() > 20 * 24 * hourMs

/** About half of what is on its way gets its end, in any order. */
async function settle(tx: Tx, run: Run, deliveredShare: number, now: Date): Promise<void> {
  const ended = run.waiting.filter((message, index) => index % 2 === 0 || isOld(message, now))
  const outcomes = ended.map((message, index) => ({ message, isDelivered: index < ended.length * deliveredShare }))
  await settleMessages(
    tx,
    run.sender.account,
    outcomes.map(({ message, isDelivered }) => ({
      messageId: message.messageId,
      state: isDelivered ? ('delivered' as const) : ('undelivered' as const),
      reason: isDelivered ? 'DELIVRD' : 'UNDELIV',
      // The carrier's own time is another one, even another day.
      at: new Date(now.getTime() - 30 * hourMs),
    })),
    now,
  )
  run.waiting = run.waiting.filter(message => !ended.includes(message))
  for (const { message } of outcomes.filter(one => one.isDelivered)) {
    const hao = message.segments * message.unitPriceHao
    const payer = message.grantId === null ? 'balance' : hao > 0 ? 'bonus' : 'package'
    if (payer === 'balance') booked(run.model, now).usage += hao
    if (payer === 'bonus') {
      run.model.bonus.leftHao -= hao
      run.model.bonus.spentHao += hao
    }
    const key = `${chinaMonth(now)} ${message.kind} ${payer}`
    run.model.segments.set(key, (run.model.segments.get(key) ?? 0) + message.segments)
  }
}

async function giveBack(tx: Tx, run: Run, now: Date): Promise<void> {
  const order = run.orders.at(-1)
  if (!order) return
  const { account, memberId } = run.sender
  const { sum } = await previewRefund(tx, account, order.orderId, now)
  if (sum.bar !== null) return
  const asking = { reason: '不再需要', expectedHao: sum.amountHao, memberId, now }
  const { refundId, amountHao } = await askRefund(tx, account, order.orderId, asking)
  await payRefund(tx, account, refundId, { answer: null, staffId: newId(), now })
  const bonusHao = bonusPart(amountHao, order)
  booked(run.model, now).refund += amountHao - bonusHao
  run.model.bonus.leftHao += bonusHao
  run.model.bonus.spentHao -= bonusHao
  run.orders.pop()
}

async function startRun(): Promise<Run> {
  const sender = await createSender(database.db, { segmentCount: 40 })
  const appId = newId()
  await asAccount(database.db, sender.account, async tx => {
    await tx.updateTable('account').set({ created_at: begin }).where('account_id', '=', sender.account).execute()
    await tx.insertInto('app').values({ account_id: sender.account, app_id: appId, name: '订单系统' }).execute()
  })
  return {
    sender,
    model: { months: new Map(), segments: new Map(), bonus: { leftHao: 0, spentHao: 0, expiredHao: 0 } },
    waiting: [],
    orders: [],
    appId,
    channelId: newId(),
    phone: 0,
  }
}

const inAccount = <T>({ account }: Sending, read: (tx: Tx) => Promise<T>): Promise<T> => asAccount(database.db, account, read)

/** Tax in a sum that bears it, without a fraction anywhere. */
function taxOf(cashHao: number, rateBp: number | null): number {
  const [cash, whole] = [BigInt(Math.abs(cashHao)), 10_000n + BigInt(rateBp ?? 0)]
  const tax = cash - (2n * cash * 10_000n + whole) / (2n * whole)
  return Number(cashHao < 0 ? -tax : tax)
}

/** The bills say what the pencil says, month by month. */
async function compare({ sender, model }: Run, now: Date): Promise<void> {
  const { account } = sender
  const bills = await inAccount(sender, tx => listBills(tx, account, now))
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
    expect(bridgeGap(bill)).toBe(0)
    expect(bill.state).toBe(bill.month <= lastClosable(now) ? 'closed' : 'open')
    const { ties, totals } = await inAccount(sender, tx => billTotals(tx, account, { month: bill.month }, now))
    for (const tie of ties) expect(tie.leftHao).toBe(tie.rightHao)
    const counted = [...model.segments].filter(([key]) => key.startsWith(bill.month))
    const ofSource = (source: string) => counted.filter(([key]) => key.endsWith(source)).reduce((sum, [, segments]) => sum + segments, 0)
    expect([totals.balanceSegments, totals.bonusSegments, totals.packageSegments + totals.giftSegments]).toEqual([
      ofSource('balance'),
      ofSource('bonus'),
      ofSource('package'),
    ])
    const overview = await inAccount(sender, tx => billOverview(tx, account, bill.month, now))
    expect(overview.items.reduce((sum, item) => sum + item.cashHao, 0)).toBe(totals.cashHao)
    const { rows } = await inAccount(sender, tx => listBillLines(tx, account, { month: bill.month, pageSize: 1_000 }, now))
    for (const line of rows) expect(line.taxHao, `${line.cashHao} at ${line.rateBp}`).toBe(taxOf(line.cashHao, line.rateBp))
    expect(rows.reduce((sum, line) => sum + line.taxHao, 0)).toBe(totals.taxHao)
    const narrowed = async (by: Partial<BillLineFilter>) =>
      (await inAccount(sender, tx => listBillLines(tx, account, { month: bill.month, pageSize: 1_000, ...by }, now))).rows
    for (const state of ['settled', 'part', 'returned'] as const)
      expect(await narrowed({ state })).toEqual(rows.filter(line => lineStateOf(line) === state))
    expect(await narrowed({ least: '1.5', most: '450' })).toEqual(
      rows.filter(({ cashHao }) => Math.abs(cashHao) >= 15_000 && Math.abs(cashHao) <= 4_500_000),
    )
  }
  const { bonuses } = await inAccount(sender, tx => balancesOf(tx, account))
  const sum = (of: (bonus: (typeof bonuses)[number]) => number) => bonuses.reduce((total, bonus) => total + of(bonus), 0)
  expect([sum(bonus => bonus.availableCount + bonus.heldCount), sum(bonus => bonus.spentCount)]).toEqual([
    model.bonus.leftHao,
    model.bonus.spentHao,
  ])
  expect(bills.map(bill => bill.openingHao).slice(0, -1)).toEqual(bills.map(bill => bill.closingHao).slice(1))
}

/** Every line of messages opens to exactly the messages that it counts. */
async function drillDown({ sender }: Run, now: Date): Promise<number> {
  const { account } = sender
  const span = { from: chinaDay(begin), to: chinaDay(now), pageSize: 1_000 }
  const { rows } = await inAccount(sender, tx => listConsumption(tx, account, span))
  const lines = rows.filter(line => line.kind === 'usage' && line.product === 'sms' && line.quantity > 0)
  for (const line of lines) {
    const { rows: messages } = await inAccount(sender, tx =>
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
const numRuns = Number(process.env.MONTH_RUNS ?? 12)

test('whatever happens in random months, every tie holds to the 毫 and every closed month stays as it was', {
  timeout: 240_000,
}, async () => {
  let [stepCount, monthCount, lineCount, bonusHao, expiredHao, couponCount, customCount] = [0, 0, 0, 0, 0, 0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(timed, { minLength: 20, maxLength: 60 }), async steps => {
      const run = await startRun()
      let now = begin
      for (const one of steps) {
        now = new Date(now.getTime() + one.hours * hourMs)
        if (run.waiting.some(message => isOld(message, now))) await take(run, { act: 'settle', deliveredShare: 0.5, hours: 0 }, now)
        await take(run, one, now)
        monthCount += (await inAccount(run.sender, tx => closeBills(tx, run.sender.account, now))).length
        stepCount += 1
      }
      await compare(run, now)
      lineCount += await drillDown(run, now)
      // Whoever settles later than a month has no tie of its own: everything ends, everything is closed, and all is compared again.
      now = new Date(closesAt(chinaMonth(now.getTime() + 24 * hourMs)).getTime() + hourMs)
      await take(run, { act: 'settle', deliveredShare: 1, hours: 1 }, now)
      monthCount += (await inAccount(run.sender, tx => closeBills(tx, run.sender.account, now))).length
      await compare(run, now)
      expect(await inAccount(run.sender, tx => brokenTies(tx, run.sender.account, now))).toEqual([])
      bonusHao += run.model.bonus.spentHao
      expiredHao += run.model.bonus.expiredHao
      const bought = await inAccount(run.sender, tx =>
        tx
          .selectFrom('package_order')
          .select(['coupon_id', 'package_id'])
          .where('account_id', '=', run.sender.account)
          .where('paid_at', 'is not', null)
          .execute(),
      )
      couponCount += bought.filter(order => order.coupon_id !== null).length
      customCount += bought.filter(order => order.package_id % 100 === 99).length
    }),
    { seed, numRuns, endOnFailure: true },
  )
  console.log(
    `random months: ${numRuns} accounts, ${stepCount} steps, ${monthCount} closed months, ${lineCount} lines opened, ${bonusHao} hao of gift money spent, ${expiredHao} ended, ${couponCount} orders with a code and ${customCount} of an own number, violations 0 (seed ${seed})`,
  )
  expect(monthCount).toBeGreaterThan(numRuns)
  expect(Math.min(bonusHao, expiredHao, couponCount, customCount)).toBeGreaterThan(0)
})

/** An account with a month of everything, closed. */
async function createClosed(): Promise<{ run: Run; now: Date }> {
  const run = await startRun()
  const at = (day: number) => new Date(begin.getTime() + day * 24 * hourMs)
  await take(run, { act: 'recharge', fen: 5_000_00, hours: 1 }, at(1))
  await take(run, { act: 'bonus', hao: 1_000_00, days: 30, hours: 1 }, at(1))
  await take(run, { act: 'purchase', packageId: '3001', quantity: 1, hours: 1 }, at(2))
  await take(run, { act: 'send', kind: 'code', segments: 2, count: 30, isProgram: true, hours: 1 }, at(3))
  await take(run, { act: 'settle', deliveredShare: 0.9, hours: 1 }, at(3))
  const now = closesAt('2026-08')
  await inAccount(run.sender, tx => closeBills(tx, run.sender.account, now))
  return { run, now }
}

test('a month is closed at noon of the third day in China, once, and later charges land in the month in which they are booked', async () => {
  const { run, now } = await createClosed()
  const { account } = run.sender
  expect(now).toEqual(new Date('2026-09-03T04:00:00Z'))
  expect(lastClosable(new Date(now.getTime() - 1))).toBe('2026-07')
  expect(lastClosable(now)).toBe('2026-08')
  const [, before] = await inAccount(run.sender, tx => listBills(tx, account, now))
  expect(await inAccount(run.sender, tx => closeBills(tx, account, now))).toEqual([])
  await take(run, { act: 'settle', deliveredShare: 1, hours: 1 }, new Date(now.getTime() + hourMs))
  const [september, august] = await inAccount(run.sender, tx => listBills(tx, account, now))
  expect(august).toEqual(before)
  expect(august!.state).toBe('closed')
  expect(september).toMatchObject({ month: '2026-09', state: 'open', openingHao: august!.closingHao })
  const { rows } = await inAccount(run.sender, tx => listBillLines(tx, account, { month: '2026-09', pageSize: 20 }, now))
  expect(rows.filter(line => line.quantity > 0)).toHaveLength(1)
})

test.each([
  ['a line of a closed month', 'bill', 'update bill_line set returned_count = returned_count + 1 where account_id = $1 and line = 1'],
  ['a line that is gone', 'bill', 'delete from bill_line where account_id = $1 and line = 1'],
  [
    'the figures of a closed month',
    'bill',
    'update bill set opening_hao = opening_hao + 1, recharge_hao = recharge_hao - 1 where account_id = $1',
  ],
  ['the day of a charge', 'charge', "update charge_day set day = '2026-08-30' where account_id = $1"],
  ['segments of a charge', 'T5', 'update charge_day set posted_count = posted_count + 1 where account_id = $1'],
  ['money of an entry', 'T1', "update transfer set amount = amount + 100 where account_id = $1 and kind = 'recharge' and asset = 'cny'"],
  ['money of a purchase', 'T2', 'update bill set order_hao = order_hao + 1, recharge_hao = recharge_hao + 1 where account_id = $1'],
  [
    'what may be invoiced',
    'T3',
    "update ledger_account set credits = credits + 100 where account_id = $1 and asset = 'invoice' and purpose = 'available'",
  ],
  [
    'gift money of an entry',
    'T1',
    "update transfer set amount = amount + 100 where account_id = $1 and kind = 'grant' and asset = 'bonus'",
  ],
  [
    'gift money of a line',
    'T2',
    'update bill_line set bonus_hao = bonus_hao + 100, list_hao = list_hao + 100 where account_id = $1 and line = 1',
  ],
  ['what of an order gift money paid', 'ledger', 'update package_order set bonus_hao = bonus_hao - 100 where account_id = $1'],
  ['a package', 'T4', 'update credit_grant set segment_count = segment_count + 1 where account_id = $1'],
])('%s that somebody changes behind the ledger is found by its tie', async (_, tie, statement) => {
  const { run, now } = await createClosed()
  const { account } = run.sender
  expect(await inAccount(run.sender, tx => brokenTies(tx, account, now))).toEqual([])
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  const { rowCount } = await owner.query(statement, [account])
  await owner.end()
  expect(rowCount).toBeGreaterThan(0)
  const found = await inAccount(run.sender, tx => brokenTies(tx, account, now))
  expect(found.map(one => one.tie)).toContain(tie)
})

test('the programs can neither change nor remove a closed month', async () => {
  const { run } = await createClosed()
  const { account } = run.sender
  for (const table of ['bill', 'bill_line'] as const) {
    await expect(inAccount(run.sender, tx => tx.deleteFrom(table).where('account_id', '=', account).execute())).rejects.toThrow(
      /permission denied/,
    )
    await expect(
      inAccount(run.sender, tx => tx.updateTable(table).set({ month: '2026-07' }).where('account_id', '=', account).execute()),
    ).rejects.toThrow(/permission denied/)
  }
})
