import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type SaleLine, saleLine } from '#contract/orders/custom-count.ts'
import { type OrderPaymentMethod, type OrderState, orderStates } from '#contract/orders/order.ts'
import { saleUnit } from '#contract/orders/package.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { RefundTier } from '#db/json.ts'
import {
  allocateBonus,
  balancesOf,
  bonusTransfers,
  bookTransfers,
  entryTime,
  grantSegments,
  type MessageGrantKind,
  type MessageKind,
  sumOf,
  unitPrice,
} from '#domain/ledger/index.ts'
import { chinaDay } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { readCoupon, redeemCoupon } from './coupon.ts'
import { type Offer, offersAt } from './offer.ts'
import { refundTiers } from './refund-rule.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/**
 * Lock on the account that every hold, purchase and payment takes first, so that concurrent callers wait instead of
 * deadlocking.
 */
export const lockAccount = (tx: Tx, account: AccountId) =>
  sql`select from account where account_id = ${account} for no key update`.execute(tx)

export interface NewOrder {
  packageId: string
  quantity: number
  /** Size of one package, for packages with a custom count. */
  customCount?: number | undefined
  /** Coupon code (优惠码). */
  couponCode?: string | undefined
  /** Price in hao that the buyer was shown; unset: today's price, whatever it is. */
  expectedHao?: number | undefined
  /** Payment method. */
  paymentMethod: OrderPaymentMethod
  /** The buyer; unset for programs. */
  memberId?: string | undefined
  now: Date
}

/**
 * Places an unpaid order at today's price, for half an hour, or for days when a bank transfer pays it. Refuses
 * `package_unavailable`, `input_invalid` for an unfit number of segments, `coupon_unknown`, `coupon_barred`,
 * `price_changed`, `package_limit`, and `orders_waiting` when too many orders are unpaid.
 */
export async function placeOrder(tx: Tx, account: AccountId, order: NewOrder): Promise<string> {
  await lockAccount(tx, account)
  const { packageId, quantity, paymentMethod, now } = order
  const at = await entryTime(tx, account, now)
  const offers = await offersAt(tx, now)
  const offer = offers.find(one => one.packageId === packageId) ?? refuse('package_unavailable')
  const line = lineOf(offer, quantity, order.customCount)
  await checkCounts(tx, account, offer, quantity)
  const use = order.couponCode && { code: order.couponCode, packageId, priceHao: line.amountHao, now }
  const coupon = use ? await redeemCoupon(tx, account, use) : null
  const amountHao = line.amountHao - (coupon?.couponHao ?? 0)
  if (order.expectedHao !== undefined && order.expectedHao !== amountHao) refuse('price_changed')
  const orderId = newId(at.getTime())
  const expiresAt = new Date(at.getTime() + (paymentMethod === 'bank' ? limits.transferOrderDays * dayMs : limits.orderMinutes * minuteMs))
  await tx
    .insertInto('packageOrder')
    .values({
      accountId: account,
      orderId,
      orderNumber: `D${chinaDay(at).replaceAll('-', '')}${String(randomInt(10 ** 12)).padStart(12, '0')}`,
      packageId: Number(offer.packageId),
      packageVersion: offer.version,
      name: offer.tiers ? `${offer.name} ${line.segmentCount.toLocaleString('en-US')}${saleUnit(offer.kind)}` : offer.name,
      kind: offer.kind,
      segmentCount: line.segmentCount,
      validityDays: offer.validityDays,
      quantity,
      listHao: line.listHao,
      discountHao: line.listHao - amountHao,
      couponId: coupon?.couponId ?? null,
      couponHao: coupon?.couponHao ?? 0,
      amountHao,
      state: 'waiting',
      paymentMethod,
      memberId: order.memberId ?? null,
      refundTiers: JSON.stringify(await tiersFor(tx, account, { offer, offers, bought: { ...line, quantity }, now })),
      createdAt: at,
      expiresAt,
      checkAt: expiresAt,
    })
    .execute()
  return orderId
}

/**
 * The order line with its price. Refuses `input_invalid` when the number of segments is missing, isn't the buyer's to
 * choose, or gets too large.
 */
const lineOf = (offer: Offer, quantity: number, customCount: number | undefined): SaleLine =>
  saleLine(offer, quantity, customCount) ??
  refuse('input_invalid', {}, { customCount: offer.tiers ? customCountHint : '该套餐的数量是固定的，不能自定义' })
const customCountHint = `请填写数量，一次最多购买${limits.customCountMost.toLocaleString('en-US')}`

/** Enforces limits: of unpaid orders, and of a package, for which ended or refunded orders don't count. */
async function checkCounts(tx: Tx, account: AccountId, { packageId, limitPerAccount }: Offer, quantity: number): Promise<void> {
  const { rows } = await sql<{ waiting: number; bought: number }>`
    select count(*) filter (where state = 'waiting') as waiting,
      coalesce(sum(quantity) filter (where package_id = ${Number(packageId)} and state in ('waiting', 'paid', 'refunding')), 0)::bigint as bought
    from package_order where account_id = ${account}`.execute(tx)
  const { waiting, bought } = firstOrThrow(rows)
  if (waiting >= limits.waitingOrders) refuse('orders_waiting', { count: waiting })
  if (limitPerAccount !== null && bought + quantity > limitPerAccount) refuse('package_limit', { limit: limitPerAccount, bought })
}

/** Message kinds that a package pays for: without the package a segment costs the price of the dearest. */
const singleKinds: Record<MessageGrantKind, readonly MessageKind[]> = {
  industry: ['otp', 'transactional'],
  marketing: ['marketing'],
  general: ['otp', 'transactional', 'marketing'],
}

/** Refund tiers of an order, by the packages of its kind on sale today. */
async function tiersFor(
  tx: Tx,
  account: AccountId,
  { offer, offers, bought, now }: { offer: Offer; offers: readonly Offer[]; bought: SaleLine & { quantity: number }; now: Date },
): Promise<RefundTier[]> {
  const { kind, name } = offer
  const sold = offers.filter(one => one.kind === kind).flatMap(sizesOf)
  const own = { name, segmentCount: bought.segmentCount, priceHao: bought.amountHao / bought.quantity }
  if (kind === 'link') return refundTiers(sold, null, own)
  const prices = await Promise.all(singleKinds[kind].map(one => unitPrice(tx, one, now, account)))
  return refundTiers(sold, Math.max(...prices), own)
}

/** The sizes at which a package's segment price changes. */
const sizesOf = (offer: Offer): Pick<Offer, 'name' | 'segmentCount' | 'priceHao'>[] =>
  offer.tiers?.map(({ from, unitPriceHao }) => ({ name: offer.name, segmentCount: from, priceHao: from * unitPriceHao })) ?? [offer]

const orderOf = (executor: Executor, account: AccountId, orderId: string) =>
  executor.selectFrom('packageOrder').selectAll().where('accountId', '=', account).where('orderId', '=', orderId)

/** An order's row. Refuses `not_found`. */
export const findOrder = async (executor: Executor, account: AccountId, orderId: string) =>
  (await orderOf(executor, account, orderId).executeTakeFirst()) ?? refuse('not_found')

/** An order's row, locked. Refuses `not_found`. */
export const lockOrder = async (tx: Tx, account: AccountId, orderId: string) =>
  (await orderOf(tx, account, orderId).forUpdate().executeTakeFirst()) ?? refuse('not_found')
export type OrderRow = Awaited<ReturnType<typeof findOrder>>

/** Product of an order, which decides the tax rate of its invoice. */
export const productOf = (kind: string): 'sms' | 'link' => (kind === 'link' ? 'link' : 'sms')

export interface PaidOrder {
  orderId: string
  orderNumber: string
  name: string
  /** In total, in segments or link units. */
  segmentCount: number
  expiresAt: Date
  amountHao: number
  /** The part paid by bonus credit. */
  bonusHao: number
  /** Balance afterwards, in hao. */
  availableHao: number
}

/**
 * Pays an unpaid order at its price and makes its package usable, in the caller's transaction. From the balance, bonus
 * credit goes first; a payment through a gateway or bank pays all of it. Refuses `not_found`, `state_forbids`, and
 * `balance_insufficient` with what is missing.
 */
export async function payOrder(
  tx: Tx,
  account: AccountId,
  orderId: string,
  now: Date,
  paymentMethod: OrderPaymentMethod = 'balance',
): Promise<PaidOrder> {
  await lockAccount(tx, account)
  const at = await entryTime(tx, account, now)
  const order = await lockOrder(tx, account, orderId)
  if (order.state !== 'waiting') refuseState(order.state, '支付')
  const { availableHao, bonuses } = await balancesOf(tx, account)
  const gifts = paymentMethod === 'balance' ? allocateBonus(bonuses, order.amountHao, now) : []
  const bonusHao = sumOf(gifts)
  const cashHao = order.amountHao - bonusHao
  if (cashHao > 0 && availableHao < cashHao) refuse('balance_insufficient', { missing: formatYuan(cashHao - availableHao) })
  await tx
    .updateTable('packageOrder')
    .set({ state: 'paid', paymentMethod, bonusHao, paidAt: at, checkAt: null })
    .where('accountId', '=', account)
    .where('orderId', '=', orderId)
    .execute()
  const said = { kind: 'purchase', product: productOf(order.kind), referenceId: orderId, at } as const
  const cash = { from: { purpose: 'available', grantId: null }, to: { purpose: 'spent', grantId: null }, amount: cashHao } as const
  await bookTransfers(tx, account, [...bonusTransfers(gifts, said), ...(cashHao > 0 ? [{ ...said, ...cash, transferId: newId() }] : [])])
  const segmentCount = order.segmentCount * order.quantity
  const expiresAt = new Date(at.getTime() + order.validityDays * dayMs)
  await grantSegments(tx, account, {
    grantId: newId(),
    kind: order.kind,
    name: order.name,
    segmentCount,
    source: 'purchase',
    orderId,
    // Usable at once, whatever the clock was before.
    startsAt: now,
    expiresAt,
  })
  return {
    ...{ orderId, orderNumber: order.orderNumber, name: order.name, segmentCount, expiresAt },
    ...{ amountHao: order.amountHao, bonusHao, availableHao: availableHao - cashHao },
  }
}

/**
 * An unpaid order whose payment may still start: before its deadline, and while its package is on sale at its price.
 * Returns the row, locked. Refuses `not_found`, `state_forbids`, `order_ended`, `package_unavailable`, `price_changed`.
 */
export async function payableOrder(tx: Tx, account: AccountId, orderId: string, now: Date): Promise<OrderRow> {
  await lockAccount(tx, account)
  const order = await lockOrder(tx, account, orderId)
  if (order.state !== 'waiting') refuseState(order.state, '支付')
  if (order.expiresAt <= now) refuse('order_ended')
  const offer = (await offersAt(tx, now)).find(one => one.packageId === String(order.packageId)) ?? refuse('package_unavailable')
  const line = saleLine(offer, order.quantity, offer.tiers ? order.segmentCount : undefined)
  if (line?.amountHao !== order.amountHao + order.couponHao || line.segmentCount !== order.segmentCount) refuse('price_changed')
  return order
}

/** Refuses an action with the order's state. */
export const refuseState = (state: OrderState, action: string): never => refuse('state_forbids', { state: orderStates[state], action })

/**
 * The discount of a coupon on a purchase, and what remains to be paid. Refuses `package_unavailable`, `input_invalid`,
 * `coupon_unknown`, `coupon_barred` with the reason.
 */
export async function previewCoupon(
  executor: Executor,
  account: AccountId,
  {
    packageId,
    quantity,
    customCount,
    couponCode,
    now,
  }: Pick<NewOrder, 'packageId' | 'quantity' | 'customCount' | 'now'> & { couponCode: string },
) {
  const offer = (await offersAt(executor, now)).find(one => one.packageId === packageId) ?? refuse('package_unavailable')
  const { amountHao: priceHao } = lineOf(offer, quantity, customCount)
  const { name, couponHao } = await readCoupon(executor, account, { code: couponCode, packageId, priceHao, now })
  return { name, couponHao, amountHao: priceHao - couponHao }
}
