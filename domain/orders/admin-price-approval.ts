import { sql } from 'kysely'
import { z } from 'zod'
import { couponKinds } from '#contract/orders/admin-coupon.ts'
import { packageFacts } from '#contract/orders/admin-package.ts'
import { type SaleKind, saleKinds } from '#contract/orders/package.ts'
import { couponApprovalReason, type PriceMeasure, priceApprovalReason } from '#contract/orders/price-guard.ts'
import { moment } from '#contract/scalars.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { dearestCosts } from '#domain/channels/index.ts'
import { type MessageKind, unitPrice } from '#domain/ledger/index.ts'
import { approvalAct, requestApproval } from '#domain/staff/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { formatUnitPrice } from '#values/money.ts'
import { couponText, createCoupon, type NewCoupon } from './admin-coupon.ts'
import { changePackage, createPackage, type PackageFacts, packageRow, packageText, switchPackage } from './admin-package.ts'
import { setPrice } from './admin-price.ts'
import { type Offer, offersAt, packagesAt } from './offer.ts'

interface Asking {
  reason: string
  staffId: string
  now: Date
}
/** Outcome, with texts for the audit log; `approving`: a second person must approve. */
export type Priced = { state: 'done' | 'approving'; before: string; after: string }

const messageKinds = ['otp', 'transactional', 'marketing'] as const
/** Message kinds that the segments of each package pay for. */
const messagesOf: Record<SaleKind, readonly MessageKind[]> = {
  industry: ['otp', 'transactional'],
  marketing: ['marketing'],
  general: messageKinds,
  link: [],
}

/**
 * Reference for segment prices: the public price of a month ago, so that many small steps can't get around the band;
 * for one customer, today's.
 */
export async function priceMeasures(executor: Executor, account: AccountId | null, now: Date): Promise<Record<MessageKind, PriceMeasure>> {
  const at = account ? now : new Date(now.getTime() - limits.priceBandDays * 86_400_000)
  const costs = await dearestCosts(executor, now)
  const of = async (kind: MessageKind) => ({ usualHao: await unitPrice(executor, kind, at, null), costHao: costs[kind] })
  return { otp: await of('otp'), transactional: await of('transactional'), marketing: await of('marketing') }
}

/** The lowest unit price of a package. */
const unitOf = ({ tiers, priceHao, segmentCount }: Pick<Offer, 'tiers' | 'priceHao' | 'segmentCount'>) =>
  Math.min(priceHao / segmentCount, ...(tiers ?? []).map(tier => tier.unitPriceHao))

/**
 * Reference for a package's unit price: the cheapest message that it pays for; for links, the cheapest package on sale.
 */
export async function packageMeasures(executor: Executor, now: Date): Promise<Record<SaleKind, PriceMeasure>> {
  const prices = await priceMeasures(executor, null, now)
  const links = (await offersAt(executor, now)).filter(offer => offer.kind === 'link').map(unitOf)
  const of = (kind: SaleKind): PriceMeasure => {
    const own = messagesOf[kind].map(message => prices[message])
    if (own.length === 0) return { usualHao: links.length > 0 ? Math.min(...links) : null, costHao: null }
    const costs = own.flatMap(one => one.costHao ?? [])
    return {
      usualHao: Math.min(...own.map(one => one.usualHao ?? Number.MAX_SAFE_INTEGER)),
      costHao: costs.length > 0 ? Math.max(...costs) : null,
    }
  }
  return { industry: of('industry'), marketing: of('marketing'), general: of('general'), link: of('link') }
}

const saleKind = z.enum(keysOf(saleKinds))
const packagePayload = z.discriminatedUnion('act', [
  z.object({ act: z.literal('create'), packageId: z.string(), kind: saleKind, facts: packageFacts, doubt: z.string() }),
  z.object({
    act: z.literal('change'),
    packageId: z.string(),
    kind: saleKind,
    facts: packageFacts,
    startsAt: moment.nullable(),
    doubt: z.string(),
  }),
  z.object({ act: z.literal('sell'), packageId: z.string(), name: z.string(), doubt: z.string() }),
])
type PackagePayload = z.output<typeof packagePayload>

/** A start that passes before approval moves to the moment of approval. */
const startText = (startsAt: Date | null) => (startsAt ? `${formatChinaTime(startsAt)}，到时未通过的自通过起` : '自通过起')
const startAt = (startsAt: Date | null, now: Date) => (startsAt && startsAt > now ? startsAt : null)

/**
 * Creates a package, changes it or puts it on sale again; a price far below the others' or below the channels' costs
 * needs a second person's approval.
 */
export async function pricePackage(tx: Tx, asked: PackageAct, { reason, staffId, now }: Asking): Promise<Priced> {
  const measures = await packageMeasures(tx, now)
  const offer = asked.act === 'create' ? null : (await packagesAt(tx, now)).find(one => one.packageId === asked.packageId)
  const kind = asked.act === 'create' ? asked.kind : offer?.kind
  // A missing unit price is refused below.
  const unit = asked.act === 'sell' ? offer && unitOf(offer) : unitOf(packageRow(asked.facts))
  const doubt = kind && unit ? priceApprovalReason(unit, measures[kind], true) : null
  if (!doubt || !kind) return { state: 'done', ...(await carryOutPackage(tx, asked, { staffId, now })) }
  const payload = z.encode(packagePayload, payloadOf(asked, kind, offer?.name ?? '', doubt))
  const change = await tried(tx, () => carryOutPackage(tx, asked, { staffId, now }))
  await requestApproval(tx, { kind: 'package', account: null, amountHao: 0, payload, reason, staffId, now })
  return { state: 'approving', ...change }
}

/**
 * Dry run: does the work and rolls it back, so that impossible changes are refused before anybody is asked to approve.
 */
async function tried<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint tried`.execute(tx)
  const change = await work()
  await sql`rollback to savepoint tried`.execute(tx)
  return change
}

export type PackageAct =
  | { act: 'create'; packageId: string; kind: SaleKind; facts: PackageFacts }
  | { act: 'change'; packageId: string; facts: PackageFacts; startsAt: Date | null }
  | { act: 'sell'; packageId: string }

const payloadOf = (asked: PackageAct, kind: SaleKind, name: string, doubt: string): PackagePayload =>
  asked.act === 'sell' ? { act: 'sell', packageId: asked.packageId, name, doubt } : { ...asked, kind, doubt }

async function carryOutPackage(tx: Tx, asked: PackageAct, by: { staffId: string; now: Date }): Promise<{ before: string; after: string }> {
  if (asked.act === 'create')
    return { before: '无', after: await createPackage(tx, asked.packageId, asked.kind, { facts: asked.facts, ...by }) }
  if (asked.act === 'change') return changePackage(tx, asked.packageId, { facts: asked.facts, startsAt: asked.startsAt, ...by })
  return { before: '已下架', after: await switchPackage(tx, asked.packageId, true, by.now) }
}

export const packageAct = approvalAct<PackagePayload>({
  schema: packagePayload,
  facts: payload => [
    { name: '套餐编号', text: payload.packageId },
    ...(payload.act === 'sell'
      ? [{ name: '重新上架', text: payload.name }]
      : [{ name: payload.act === 'create' ? '新建' : '改为', text: packageText({ kind: payload.kind, ...packageRow(payload.facts) }) }]),
    ...(payload.act === 'change' ? [{ name: '生效时间', text: startText(payload.startsAt) }] : []),
    { name: '须复核', text: payload.doubt },
  ],
  run: async (tx, payload, { makerId, now }) => {
    const asked = payload.act === 'change' ? { ...payload, startsAt: startAt(payload.startsAt, now) } : payload
    await carryOutPackage(tx, asked, { staffId: makerId, now })
  },
})

const pricePayload = z.object({
  kind: z.enum(messageKinds),
  startsAt: moment.nullable(),
  unitPriceHao: z.number().int().nullable(),
  before: z.string(),
  doubt: z.string(),
})

interface PriceAct {
  kind: MessageKind
  account: AccountId | null
  startsAt: Date | null
  unitPriceHao: number | null
}

/**
 * Sets a segment price; one outside of the band around the public price, or below the channels' costs, needs a second
 * person's approval. Refuses as `setPrice`.
 */
export async function priceSegment(
  tx: Tx,
  { kind, account, startsAt, unitPriceHao }: PriceAct,
  { reason, staffId, now }: Asking,
): Promise<Priced> {
  const measure = (await priceMeasures(tx, account, now))[kind]
  const doubt = unitPriceHao === null ? null : priceApprovalReason(unitPriceHao, measure, false)
  if (!doubt) return { state: 'done', ...(await setPrice(tx, { kind, account, startsAt, unitPriceHao, now })) }
  const change = await tried(tx, () => setPrice(tx, { kind, account, startsAt, unitPriceHao, now }))
  const payload = z.encode(pricePayload, { kind, startsAt, unitPriceHao, before: change.before, doubt })
  await requestApproval(tx, { kind: 'price', account, amountHao: 0, payload, reason, staffId, now })
  return { state: 'approving', ...change }
}

const kindNames: Record<MessageKind, string> = { otp: '验证码', transactional: '通知', marketing: '推广' }

export const priceAct = approvalAct<z.output<typeof pricePayload>>({
  schema: pricePayload,
  facts: ({ kind, startsAt, unitPriceHao, before, doubt }) => [
    { name: '短信类型', text: kindNames[kind] },
    { name: '单价', text: `${before} → ${unitPriceHao === null ? '同平台' : formatUnitPrice(unitPriceHao)}` },
    { name: '生效时间', text: startText(startsAt) },
    { name: '须复核', text: doubt },
  ],
  run: async (tx, { kind, startsAt, unitPriceHao }, { account, now }) => {
    await setPrice(tx, { kind, account, startsAt: startAt(startsAt, now), unitPriceHao, now })
  },
})

const couponPayload = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(couponKinds),
  off: z.number().int(),
  minimumHao: z.number().int(),
  startsAt: moment,
  endsAt: moment,
  totalLimit: z.number().int().nullable(),
  accountLimit: z.number().int().nullable(),
  packageIds: z.array(z.string()),
  doubt: z.string(),
})

/**
 * Creates a coupon; one with a large discount, or that sells segments below the channels' costs, needs a second
 * person's approval. Refuses as `createCoupon`.
 */
export async function priceCoupon(tx: Tx, coupon: NewCoupon, { reason, staffId, now }: Asking): Promise<Priced> {
  const doubt = couponApprovalReason(coupon) ?? (await costDoubt(tx, coupon, now))
  if (!doubt) return { state: 'done', before: '无', after: await createCoupon(tx, coupon, { staffId, now }) }
  const after = await tried(tx, () => createCoupon(tx, coupon, { staffId, now }))
  const payload = z.encode(couponPayload, { ...coupon, packageIds: [...coupon.packageIds], doubt })
  await requestApproval(tx, { kind: 'coupon', account: null, amountHao: 0, payload, reason, staffId, now })
  return { state: 'approving', before: '无', after }
}

async function costDoubt(tx: Tx, coupon: NewCoupon, now: Date): Promise<string | null> {
  const measures = await packageMeasures(tx, now)
  const fitting = (await offersAt(tx, now)).filter(one => coupon.packageIds.length === 0 || coupon.packageIds.includes(one.packageId))
  for (const offer of fitting) {
    const { costHao } = measures[offer.kind]
    // A fixed amount is the largest share of the smallest order that it applies to.
    const share = coupon.kind === 'percent' ? coupon.off / 100 : coupon.off / Math.max(offer.priceHao, coupon.minimumHao)
    const unit = unitOf(offer) * (1 - share)
    if (costHao !== null && unit < costHao)
      return `“${offer.name}”用后每条${formatUnitPrice(Math.floor(unit))}，低于通道成本${formatUnitPrice(costHao)}`
  }
  return null
}

export const couponAct = approvalAct<z.output<typeof couponPayload>>({
  schema: couponPayload,
  facts: ({ doubt, ...coupon }) => [
    { name: '优惠码', text: coupon.code },
    { name: '内容', text: couponText(coupon) },
    { name: '须复核', text: doubt },
  ],
  run: async (tx, { doubt: _, ...coupon }, { makerId, now }) => {
    await createCoupon(tx, coupon, { staffId: makerId, now })
  },
})
