import { expect } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { acceptMessages } from '#domain/delivery/accept.ts'
import { settleMessages } from '#domain/delivery/settle.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { bonusPart } from '#domain/ledger/bonus.ts'
import { holdCharge, type MessageKind } from '#domain/ledger/charge.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { bookTransfers } from '#domain/ledger/transfer.ts'
import { offersAt } from '#domain/orders/offer.ts'
import { placeOrder } from '#domain/orders/order.ts'
import { payRefund, previewRefund, requestRefund } from '#domain/orders/order-refund.ts'
import { buyWithTransfer } from '#domain/orders/order-transfer.ts'
import { purchasePackage } from '#domain/orders/purchase.ts'
import { rebuy, saveAutoRenewal } from '#domain/orders/rebuy.ts'
import { expireBonus } from '#domain/payments/bonus-expiry.ts'
import { consumeLinkUnits } from '#domain/visits/units.ts'
import { chinaMonth } from '#values/china-time.ts'
import { idTime, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { TestDatabase } from '../database.ts'
import { createSender, type Sending } from '../sending.ts'
import type { Step, Timed } from './step.ts'

export const hourMs = 3_600_000
/** Time when the accounts are opened, shortly before the end of a month. */
export const begin = new Date('2026-08-20T03:00:00Z')

/** An independent model of the same months' bookkeeping. */
interface Model {
  months: Map<string, Record<'recharge' | 'order' | 'usage' | 'refund' | 'adjust', number>>
  segments: Map<string, number>
  /** Bonus money in 毫: what should be left, held amounts included, and what was spent or expired. */
  bonus: { leftHao: number; spentHao: number; expiredHao: number }
}

const booked = (model: Model, at: Date) => {
  const month = chinaMonth(at)
  const sums = model.months.get(month) ?? { recharge: 0, order: 0, usage: 0, refund: 0, adjust: 0 }
  model.months.set(month, sums)
  return sums
}

/** An account on its way through months, with its unfinished items. */
export interface Run {
  database: TestDatabase
  sender: Sending
  model: Model
  waiting: { messageId: string; kind: MessageKind; segments: number; unitPriceHao: number; grantId: string | null }[]
  orders: { orderId: string; amountHao: number; bonusHao: number }[]
  appId: string
  channelId: string
  phone: number
}

/** A new account with a few segments. */
export async function startRun(database: TestDatabase): Promise<Run> {
  const sender = await createSender(database.db, { segmentCount: 40 })
  const appId = newId()
  await asAccount(database.db, sender.account, async tx => {
    await tx.updateTable('account').set({ createdAt: begin }).where('accountId', '=', sender.account).execute()
    await tx.insertInto('app').values({ accountId: sender.account, appId, name: '订单系统' }).execute()
  })
  return {
    database,
    sender,
    model: { months: new Map(), segments: new Map(), bonus: { leftHao: 0, spentHao: 0, expiredHao: 0 } },
    waiting: [],
    orders: [],
    appId,
    channelId: newId(),
    phone: 0,
  }
}

export const inAccount = <T>({ database, sender }: Run, read: (tx: Tx) => Promise<T>): Promise<T> =>
  asAccount(database.db, sender.account, read)

/** Executes a step, or nothing where it is refused, and records it in the model. */
export async function take(run: Run, one: Timed, now: Date): Promise<void> {
  try {
    await inAccount(run, tx => act(tx, run, one, now))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

type StepOf<Act extends Step['act']> = Extract<Step, { act: Act }>

const acts: { [Act in Step['act']]: (tx: Tx, run: Run, one: StepOf<Act>, now: Date) => Promise<void> } = {
  recharge: takeMoney,
  purchase: async (tx, run, one, now) => noteOrder(run, await purchasePackage(tx, run.sender.account, { ...one, now }), now),
  transfer: payByTransfer,
  rebuy: buyAgain,
  gift: async (tx, { sender }, { segments }, now) =>
    grantSegments(tx, sender.account, { ...given(now, 40), kind: 'general', name: '赠送', segmentCount: segments }),
  bonus: async (tx, { sender, model }, { hao, days }, now) => {
    await grantSegments(tx, sender.account, { ...given(now, days), kind: 'bonus', name: '赠送金', segmentCount: hao })
    model.bonus.leftHao += hao
  },
  expire: async (tx, { sender, model }, _, now) => {
    const expiredHao = await expireBonus(tx, sender.account, now)
    model.bonus.leftHao -= expiredHao
    model.bonus.expiredHao += expiredHao
  },
  adjust,
  price: async (_, { database, sender }, { hao }, now) => {
    const price = { accountId: sender.account, kind: 'transactional', startsAt: now, unitPriceHao: hao }
    await database.platformDb.insertInto('accountPrice').values(price).execute()
  },
  send,
  settle,
  refund: giveBack,
  units: async (tx, { sender }, { count }, now) => {
    await consumeLinkUnits(tx, sender.account, count, { now, referenceId: null })
  },
}

const given = (now: Date, days: number) => ({
  grantId: newId(),
  source: 'gift' as const,
  startsAt: now,
  expiresAt: new Date(now.getTime() + days * 24 * hourMs),
})

async function takeMoney(tx: Tx, { sender, model }: Run, { fen }: { fen: number }, now: Date): Promise<void> {
  await recharge(tx, sender.account, { transferId: newId(), amountHao: fen * 100, at: now })
  booked(model, now).recharge += fen * 100
}

async function buyAgain(tx: Tx, run: Run, { packageId, threshold }: StepOf<'rebuy'>, now: Date): Promise<void> {
  const { account, memberId } = run.sender
  const offer = firstOrThrow((await offersAt(tx, now)).filter(one => one.packageId === packageId))
  const facts = { packageId, expectedHao: offer.priceHao, thresholdCount: threshold, monthCapHao: 2 * offer.priceHao }
  const bought = await rebuy(tx, account, await saveAutoRenewal(tx, account, { ...facts, memberId, now }), now)
  if (bought) noteOrder(run, bought, now)
}

async function adjust(tx: Tx, { sender, model }: Run, { fen, isTaken }: StepOf<'adjust'>, now: Date): Promise<void> {
  const [from, to] = isTaken ? (['available', 'outside'] as const) : (['outside', 'available'] as const)
  const ledgerAccounts = { from: { purpose: from, grantId: null }, to: { purpose: to, grantId: null } }
  await bookTransfers(tx, sender.account, [{ transferId: newId(), ...ledgerAccounts, amount: fen * 100, kind: 'adjust', at: now }])
  booked(model, now).adjust += isTaken ? -fen * 100 : fen * 100
}

const act = <Act extends Step['act']>(tx: Tx, run: Run, one: StepOf<Act>, now: Date): Promise<void> =>
  acts[one.act as Act](tx, run, one, now)

function noteOrder({ model, orders }: Run, { orderId, amountHao, bonusHao }: Run['orders'][number], now: Date): void {
  booked(model, now).order += amountHao - bonusHao
  model.bonus.leftHao -= bonusHao
  model.bonus.spentHao += bonusHao
  orders.push({ orderId, amountHao, bonusHao })
}

/** An order that waits for a transfer, and a transfer that may be too small for it, or also pay an earlier one. */
async function payByTransfer(tx: Tx, run: Run, one: StepOf<'transfer'>, now: Date): Promise<void> {
  const { account } = run.sender
  await placeOrder(tx, account, { packageId: one.packageId, quantity: 1, paymentMethod: 'bank', now })
  await takeMoney(tx, run, one, now)
  const { availableHao } = await balancesOf(tx, account)
  await buyWithTransfer(tx, account, { amountHao: one.fen * 100, now })
  const paid = await tx
    .selectFrom('packageOrder')
    .select(['orderId', 'amountHao'])
    .where('accountId', '=', account)
    .where('paymentMethod', '=', 'bank')
    .where('paidAt', '=', now)
    .execute()
  for (const order of paid) noteOrder(run, { ...order, bonusHao: 0 }, now)
  expect(paid.reduce((sum, { amountHao }) => sum + amountHao, 0)).toBeLessThanOrEqual(Math.max(0, availableHao))
}

async function send(tx: Tx, run: Run, one: StepOf<'send'>, now: Date): Promise<void> {
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
      carrier: 'broadnet',
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

/** No message is under way for weeks: one without a report ends by itself (jobs/unreported.ts). */
export const isOld = ({ messageId }: { messageId: string }, now: Date) => now.getTime() - idTime(messageId).getTime() > 20 * 24 * hourMs

/** Ends about half of the messages under way, in any order. */
async function settle(tx: Tx, run: Run, { deliveredShare }: StepOf<'settle'>, now: Date): Promise<void> {
  const ended = run.waiting.filter((message, index) => index % 2 === 0 || isOld(message, now))
  const outcomes = ended.map((message, index) => ({ message, isDelivered: index < ended.length * deliveredShare }))
  await settleMessages(
    tx,
    run.sender.account,
    outcomes.map(({ message, isDelivered }) => ({
      messageId: message.messageId,
      state: isDelivered ? ('delivered' as const) : ('undelivered' as const),
      reason: isDelivered ? 'DELIVRD' : 'UNDELIV',
      // The carrier's own time differs, even by a day.
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

async function giveBack(tx: Tx, run: Run, _: StepOf<'refund'>, now: Date): Promise<void> {
  const order = run.orders.at(-1)
  if (!order) return
  const { account, memberId } = run.sender
  const { sum } = await previewRefund(tx, account, order.orderId, now)
  if (sum.bar !== null) return
  const asking = { reason: '不再需要', expectedHao: sum.amountHao, memberId, now }
  const { refundId, amountHao } = await requestRefund(tx, account, order.orderId, asking)
  await payRefund(tx, account, refundId, { answer: null, staffId: newId(), now })
  const bonusHao = bonusPart(amountHao, order)
  booked(run.model, now).refund += amountHao - bonusHao
  run.model.bonus.leftHao += bonusHao
  run.model.bonus.spentHao -= bonusHao
  run.orders.pop()
}
