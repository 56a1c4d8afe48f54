import { quotas } from '#contract/account/capability.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { type AppUsage, segmentProblem, spendProblem, type UsageChange } from '#domain/delivery/index.ts'
import { dailyRoomOf } from '#domain/identity/index.ts'
import { type ChargePlan, consumeHolds, type Hold, type TakenHolds } from '#domain/ledger/index.ts'
import { chinaDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import { attempt, type Draft } from './send-draft.ts'
import type { AccountFacts } from './send-facts.ts'

/** Charges of drafts, and the drafts that could not be paid. */
export interface Paid {
  unpaid: Map<Draft, Refusal>
  /** Still to be booked (writeHolds). */
  taken: TakenHolds[]
  /** Still to be counted (usageParts). */
  changes: UsageChange[]
}

interface Paying {
  now: Date
  read: AccountFacts
  /** What the account's quota leaves; null: it has none. */
  room: { limit: number; left: number } | null
}

/**
 * Holds the charge of drafts: those of one kind and app together, or one by one in order when that is too much. Fills
 * their `holdIds`. A draft isn't paid when the balance, the account's quota or the app's limits don't allow it.
 */
export async function payFor(
  tx: Tx,
  account: AccountId,
  drafts: readonly Draft[],
  { now, read }: { now: Date; read: AccountFacts },
): Promise<Paid> {
  const paid: Paid = { unpaid: new Map(), taken: [], changes: [] }
  const asked = drafts.filter(one => one.recipients.length > 0)
  const hasQuota = asked.length > 0 && quotas.dailySegments[read.attestationStatus] !== null
  const paying = { now, read, room: hasQuota ? await dailyRoomOf(tx, account, read.attestationStatus, now) : null }
  for (const same of Map.groupBy(asked, one => `${one.kind} ${one.app.appId}`).values()) {
    const refusal = takeFor(same, paying, paid)
    if (!refusal) continue
    for (const one of same) {
      const own = same.length === 1 ? refusal : takeFor([one], paying, paid)
      if (own) paid.unpaid.set(one, own)
    }
  }
  return paid
}

/** Holds the whole charge of some drafts of one kind and app, or returns the refusal and holds nothing. */
function takeFor(drafts: readonly Draft[], { now, read, room }: Paying, paid: Paid): Refusal | null {
  const { kind, app } = firstOrThrow(drafts)
  const home = new Map<number, number>()
  const abroad = new Map<number, Map<number, number>>()
  let segmentCount = 0
  for (const { recipients } of drafts)
    for (const { text, abroadHao } of recipients) {
      const histogram = abroadHao === null ? home : (abroad.get(abroadHao) ?? new Map<number, number>())
      if (abroadHao !== null) abroad.set(abroadHao, histogram)
      histogram.set(text.segments, (histogram.get(text.segments) ?? 0) + 1)
      segmentCount += text.segments
    }
  const usage = getOrThrow(read.usage, app.appId)
  const problem = segmentProblem(app.settings, usage, segmentCount)
  if (problem) return problem
  if (room && segmentCount > room.left) return new Refusal('daily_segments_exceeded', { ...room })
  const check = (plan: ChargePlan) => {
    const tooDear = spendProblem(app.settings, usage, moneyOf(plan.lines))
    if (tooDear) throw tooDear
  }
  const taken = attempt(() => consumeHolds(read.funds, kind, home, { now, appId: app.appId, abroad, check }))
  if (taken instanceof Refusal) return taken
  const spentHao = moneyOf(taken.holds)
  if (room) room.left -= segmentCount
  addTo(usage, segmentCount, spentHao)
  paid.taken.push(taken)
  paid.changes.push({ appId: app.appId, day: chinaDay(now), segmentCount, spentHao, place: usage.place })
  spread(drafts, taken.holds)
  return null
}

/** Amount paid in money, in hao; packages have no price. */
const moneyOf = (lines: readonly Pick<Hold, 'unitPriceHao' | 'segmentCount'>[]): number =>
  lines.reduce((sum, { unitPriceHao, segmentCount }) => sum + unitPriceHao * segmentCount, 0)

function addTo(usage: AppUsage, segmentCount: number, spentHao: number): void {
  usage.dailySegments += segmentCount
  usage.monthlySegments += segmentCount
  usage.dailySpentHao += spentHao
  usage.monthlySpentHao += spentHao
}

/** Assigns each message the hold that pays for it; those abroad take one of their price, at home one of any. */
function spread(drafts: readonly Draft[], holds: readonly Hold[]): void {
  const left = holds.map(({ holdId, unitPriceHao, quota }) => ({ holdId, unitPriceHao, quota: { ...quota } }))
  for (const draft of drafts)
    draft.holdIds = draft.recipients.map(({ text, abroadHao }) => {
      const hold = firstOrThrow(
        left.filter(one => (one.quota[text.segments] ?? 0) > 0 && (abroadHao === null || one.unitPriceHao === abroadHao)),
      )
      hold.quota[text.segments] = (hold.quota[text.segments] ?? 0) - 1
      return hold.holdId
    })
}
