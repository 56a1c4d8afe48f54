import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { balancesOf, isUsable, type MessageGrantKind } from './balance.ts'
import { countCharges } from './charge-day.ts'
import { type Funds, lockFunds, type Means, readCaps, readPrices, type SpendCap } from './funds.ts'
import type { LedgerAccount, Purpose } from './ledger-account.ts'
import { bookingParts, bookNewTransfers, type Transfer } from './transfer.ts'

export type MessageKind = 'otp' | 'transactional' | 'marketing'
/** Number of messages by segment count. */
export type Histogram = ReadonlyMap<number, number>
/** Messages to other countries, by the price of a segment there in 毫; no package pays for them. */
type AbroadHistograms = ReadonlyMap<number, Histogram>

/** The part of a cost that one payer covers: a package grant, gift money (its grant) or the balance (grantId null). */
interface ChargeLine {
  grantId: string | null
  grantName: string | null
  unitPriceHao: number
  listPriceHao: number
  segmentCount: number
  /** The messages it pays: {segments per message: number of messages}. */
  quota: Record<string, number>
  /** What the grant or balance has left afterwards, in segments or 毫. */
  remaining: number
}

export interface ChargePlan {
  lines: ChargeLine[]
  segmentCount: number
  /** Segments without a payer; 0 when all is covered. */
  missingSegments: number
  /** Their price in 毫. */
  missingHao: number
  /** Money available for all of it, negative in arrears; and how much more would cover what is missing. */
  usableHao: number
  shortHao: number
  /** The account's price of a segment today, in 毫. */
  unitPriceHao: number
  /** Why they have no payer; null when all is covered. */
  barrier: Barrier | null
  /** The list price of a segment today, in 毫. */
  listPriceHao: number
}

/** Insufficient balance; only packages may pay; the account's spend cap; or arrears, in which only packages pay. */
type Barrier = { kind: 'balance' | 'stop' } | ({ kind: 'cap' } & SpendCap) | { kind: 'arrears'; owedHao: number }

const payingKinds: Record<MessageKind, readonly MessageGrantKind[]> = {
  otp: ['industry', 'general'],
  transactional: ['industry', 'general'],
  marketing: ['marketing', 'general'],
}

/**
 * Plans a charge: packages of the specific kind before general ones, first to expire, then first bought; then, if the
 * account allows it, gift money (first to expire) and the balance at today's price. Each message is paid by one payer.
 * Read only; `holdCharge` books the same plan.
 */
export async function planCharge(
  executor: Executor,
  account: AccountId,
  kind: MessageKind,
  histogram: Histogram,
  now: Date,
): Promise<ChargePlan> {
  const balances = await balancesOf(executor, account)
  const prices = await readPrices(executor, account, now)
  return planFrom({ ...balances, ...prices, caps: await readCaps(executor, account, now) }, kind, histogram, now)
}

function planFrom(means: Means, kind: MessageKind, histogram: Histogram, now: Date, abroad: AbroadHistograms = new Map()): ChargePlan {
  const grants = payingKinds[kind].flatMap(paying => means.grants.filter(grant => grant.kind === paying && isUsable(grant, now)))
  const home = unpaidOf(histogram)
  const lines: ChargeLine[] = []
  for (const grant of grants) {
    const line = fill(home, grant.availableCount)
    if (line.segmentCount > 0)
      lines.push({
        grantId: grant.grantId,
        grantName: grant.name,
        unitPriceHao: 0,
        listPriceHao: means.prices[kind].listPriceHao,
        remaining: grant.availableCount - line.segmentCount,
        ...line,
      })
  }
  const { unitPriceHao, listPriceHao } = means.prices[kind]
  const priced = [
    { left: home, unitPriceHao, listPriceHao },
    ...[...abroad].map(([hao, own]) => ({ left: unpaidOf(own), unitPriceHao: hao, listPriceHao: hao })),
  ]
  const owedHao = Math.max(0, -(means.availableHao + means.creditLimitHao))
  let room = Math.min(Number.MAX_SAFE_INTEGER, ...means.caps.map(({ capHao, spentHao }) => Math.max(0, capHao - spentHao)))
  if (means.paysFromBalance && owedHao === 0) {
    const bonuses = means.bonuses
      .filter(bonus => isUsable(bonus, now))
      .map(({ grantId, name, availableCount }) => ({ grantId, grantName: name, availableHao: availableCount, limitHao: availableCount }))
    const balance = {
      grantId: null,
      grantName: null,
      availableHao: means.availableHao,
      limitHao: means.availableHao + means.creditLimitHao,
    }
    for (const { left, ...price } of priced)
      for (const payer of [...bonuses, balance]) {
        const line = fill(left, Math.floor(Math.min(payer.limitHao, room) / price.unitPriceHao))
        const hao = line.segmentCount * price.unitPriceHao
        room -= hao
        payer.availableHao -= hao
        payer.limitHao -= hao
        const { grantId, grantName, availableHao: remaining } = payer
        if (hao > 0) lines.push({ grantId, grantName, remaining, ...price, ...line })
      }
  }
  const missingSegments = priced.reduce((sum, { left }) => sum + segmentsOf(left), 0)
  const segmentCount = segmentsOf(histogram) + [...abroad.values()].reduce((sum, own) => sum + segmentsOf(own), 0)
  const missingHao = priced.reduce((sum, one) => sum + segmentsOf(one.left) * one.unitPriceHao, 0)
  const barrier = missingSegments === 0 ? null : barrierOf(means, { owedHao, roomHao: room, missingHao })
  const moneyHao = lines.reduce((sum, line) => sum + line.segmentCount * line.unitPriceHao, 0)
  const bonusHao = lines.reduce((sum, line) => sum + (line.grantId === null ? 0 : line.segmentCount * line.unitPriceHao), 0)
  const usableHao = means.paysFromBalance ? means.availableHao + means.creditLimitHao + bonusHao : 0
  const shortHao = missingSegments === 0 ? 0 : moneyHao + missingHao - usableHao
  return { lines, segmentCount, missingSegments, missingHao, usableHao, shortHao, unitPriceHao, barrier, listPriceHao }
}

/** Longest messages first. */
const unpaidOf = (histogram: Histogram) => new Map([...histogram].filter(([, messages]) => messages > 0).sort(([a], [b]) => b - a))
const segmentsOf = (histogram: Histogram) => [...histogram].reduce((sum, [segments, messages]) => sum + segments * messages, 0)

function barrierOf(
  { caps, paysFromBalance }: Means,
  { owedHao, roomHao, missingHao }: { owedHao: number; roomHao: number; missingHao: number },
): Barrier {
  if (!paysFromBalance) return { kind: 'stop' }
  if (owedHao > 0) return { kind: 'arrears', owedHao }
  const tightest = caps.toSorted((a, b) => a.capHao - a.spentHao - (b.capHao - b.spentHao))[0]
  return tightest && roomHao < missingHao ? { kind: 'cap', ...tightest } : { kind: 'balance' }
}

/**
 * Takes from `left` as many whole messages as fit into `capacity` segments, longest first, so that short ones fill the
 * rest.
 */
function fill(left: Map<number, number>, capacity: number): { segmentCount: number; quota: Record<string, number> } {
  const quota: Record<string, number> = {}
  let free = capacity
  for (const [segments, messages] of [...left]) {
    const taken = Math.min(messages, Math.floor(free / segments))
    if (taken === 0) continue
    quota[segments] = taken
    free -= taken * segments
    if (taken === messages) left.delete(segments)
    else left.set(segments, messages - taken)
  }
  return { segmentCount: capacity - free, quota }
}

/** Price in 毫 of a segment not paid by a package: the account's own, else the list price. */
export const unitPrice = async (executor: Executor, kind: MessageKind, now: Date, account: AccountId | null): Promise<number> =>
  (await readPrices(executor, account, now)).prices[kind].unitPriceHao

/** A hold: messages refer to it, and their outcome posts or voids their share. */
export interface Hold {
  holdId: string
  grantId: string | null
  unitPriceHao: number
  listPriceHao: number
  segmentCount: number
  quota: Record<string, number>
}

/** The purpose of a hold. */
export interface HoldFacts {
  now: Date
  broadcastId?: string
  appId?: string
  abroad?: AbroadHistograms
  /** Called with the plan before anything is held; may refuse. */
  check?: (plan: ChargePlan) => void
}

/** Holds of one kind taken from funds and not yet booked. */
export interface TakenHolds extends HoldFacts {
  kind: MessageKind
  holds: Hold[]
}

/**
 * Holds the whole cost (two-phase transfer: hold, then post or void). Refuses `balance_insufficient` with what is
 * missing, `spend_cap_reached`, `account_in_arrears`. Concurrent callers are serialized, each planning on what the
 * others left.
 */
export async function holdCharge(tx: Tx, account: AccountId, kind: MessageKind, histogram: Histogram, facts: HoldFacts): Promise<Hold[]> {
  // Everyone who holds locks the account's row first, so that plan and booking see the same balances.
  await sql`select from account where account_id = ${account} for no key update`.execute(tx)
  const [locked, pricing] = await Promise.all([lockFunds(tx, account, facts.now), readPrices(tx, account, facts.now)])
  const funds = { ...locked, ...pricing }
  const taken = consumeHolds(funds, kind, histogram, facts)
  if (taken.holds.length > 0) await sql`with ${sql.join(holdParts(account, funds, [taken]), sql`, `)} select`.execute(tx)
  return taken.holds
}

/**
 * Takes the whole cost from locked funds in memory, planned like `holdCharge`; `holdParts` books it. Refuses
 * `balance_insufficient` without taking anything.
 */
export function consumeHolds(funds: Funds, kind: MessageKind, histogram: Histogram, facts: HoldFacts): TakenHolds {
  const plan = planFrom(funds, kind, histogram, facts.now, facts.abroad)
  if (plan.barrier) refuseHold(plan, plan.barrier)
  facts.check?.(plan)
  const holds = plan.lines.map(({ grantId, unitPriceHao, listPriceHao, segmentCount, quota }) => ({
    holdId: newId(),
    grantId,
    unitPriceHao,
    listPriceHao,
    segmentCount,
    quota,
  }))
  for (const cap of funds.caps) for (const hold of holds) if (hold.unitPriceHao > 0) cap.spentHao += amountOf(hold, hold.segmentCount)
  for (const hold of holds)
    if (hold.grantId === null) funds.availableHao -= amountOf(hold, hold.segmentCount)
    else
      firstOrThrow([...funds.grants, ...funds.bonuses].filter(grant => grant.grantId === hold.grantId)).availableCount -= amountOf(
        hold,
        hold.segmentCount,
      )
  return { ...facts, kind, holds }
}

/** Parts of the statement that books everything taken from these funds; requires at least one hold. */
export function holdParts(account: AccountId, funds: Funds, taken: readonly TakenHolds[]): RawBuilder<unknown>[] {
  const rows = taken.flatMap(({ holds, ...one }) => holds.map(hold => ({ ...one, ...hold })))
  const list = <T>(of: (row: (typeof rows)[number]) => T) => rows.map(of)
  const held = sql`held as (
    insert into charge_hold (account_id, hold_id, kind, broadcast_id, app_id, grant_id, unit_price_hao, list_price_hao, segment_count, quota, created_at)
    select owner.account_id, one.*
    from ${accountRow(account)}
    cross join unnest(${list(row => row.holdId)}::uuid[], ${list(row => row.kind)}::text[], ${list(row => row.broadcastId ?? null)}::uuid[],
      ${list(row => row.appId ?? null)}::uuid[], ${list(row => row.grantId)}::uuid[], ${list(row => row.unitPriceHao)}::bigint[],
      ${list(row => row.listPriceHao)}::bigint[], ${list(row => row.segmentCount)}::bigint[], ${list(row => JSON.stringify(row.quota))}::jsonb[],
      ${list(row => row.now)}::timestamptz[]) as one)`
  const transfers = rows.map((row): Transfer & { at: Date } => ({
    transferId: newId(),
    from: ledgerAccountOf(row, 'available'),
    to: ledgerAccountOf(row, 'held'),
    amount: amountOf(row, row.segmentCount),
    kind: 'hold',
    referenceId: row.holdId,
    at: row.now,
  }))
  return [held, ...bookingParts(account, transfers, funds.ledgerAccounts)]
}

const periodNames = { day: '每日', month: '每月' } as const

function refuseHold({ missingSegments, missingHao }: ChargePlan, barrier: Barrier): never {
  if (barrier.kind === 'arrears') refuse('account_in_arrears', { owed: formatYuan(barrier.owedHao) })
  if (barrier.kind === 'cap') {
    const { period, capHao, spentHao } = barrier
    refuse('spend_cap_reached', { period: periodNames[period], cap: formatYuan(capHao), spent: formatYuan(spentHao) })
  }
  return refuse('balance_insufficient', { missing: `${missingSegments.toLocaleString('en-US')}条（约${formatYuan(missingHao)}）` })
}

type Payer = Pick<Hold, 'grantId' | 'unitPriceHao'>

/** Packages have no price: their amounts are segments. */
const amountOf = ({ unitPriceHao }: Payer, segments: number) => (unitPriceHao === 0 ? segments : segments * unitPriceHao)

const ledgerAccountOf = ({ grantId, unitPriceHao }: Payer, purpose: Purpose): LedgerAccount => ({
  purpose,
  grantId,
  isBonus: grantId !== null && unitPriceHao > 0,
})

/** Results of a hold's messages: delivered segments are posted (charged), others voided (refunded). */
export interface Settlement {
  holdId: string
  deliveredSegments: number
  voidedSegments: number
}

/**
 * Posts and voids shares of holds and adds them to the daily charges. The caller settles each message once, in the
 * transaction that makes it final. More than was held is a bug and violates a check constraint. Returns the booking
 * time of each hold's share: `at` (default now), or the time of the statement's last entry if that is later.
 */
export async function settleHolds(tx: Tx, account: AccountId, settlements: readonly Settlement[], at?: Date): Promise<Map<string, Date>> {
  if (settlements.length === 0) return new Map()
  const ids = settlements.map(settlement => settlement.holdId)
  const [, { rows }] = await Promise.all([
    // Locks in order of ids first, since concurrent settlements may share holds.
    sql`select from charge_hold where account_id = ${account} and hold_id = any(${ids}::uuid[]) order by hold_id for no key update`.execute(
      tx,
    ),
    sql<{ holdId: string; grantId: string | null; unitPriceHao: number; delivered: number; voided: number }>`
      update charge_hold as hold set posted_count = hold.posted_count + share.delivered, voided_count = hold.voided_count + share.voided
      from (select id, sum(delivered)::bigint as delivered, sum(voided)::bigint as voided
            from unnest(${ids}::uuid[], ${settlements.map(s => s.deliveredSegments)}::bigint[], ${settlements.map(s => s.voidedSegments)}::bigint[])
                 as s (id, delivered, voided) group by id) as share
      where hold.account_id = ${account} and hold.hold_id = share.id and hold.hold_id = any(${ids}::uuid[])
      returning hold.hold_id, hold.grant_id, hold.unit_price_hao, share.delivered, share.voided`.execute(tx),
  ])
  if (rows.length !== new Set(ids).size) throw new Error('a settled hold does not exist')
  const transfers = rows.flatMap((row): Transfer[] => {
    const hold = { grantId: row.grantId, unitPriceHao: row.unitPriceHao }
    const from = ledgerAccountOf(hold, 'held')
    const common = { referenceId: row.holdId, ...(at ? { at } : {}) }
    const post: Transfer = {
      transferId: newId(),
      from,
      to: ledgerAccountOf(hold, 'spent'),
      amount: amountOf(hold, row.delivered),
      kind: 'post',
      product: 'sms',
      ...common,
    }
    const back: Transfer = {
      transferId: newId(),
      from,
      to: ledgerAccountOf(hold, 'available'),
      amount: amountOf(hold, row.voided),
      kind: 'void',
      ...common,
    }
    return [post, back].filter(transfer => transfer.amount > 0)
  })
  return bookNewTransfers(tx, account, transfers, () => countCharges(tx, account, transfers))
}
