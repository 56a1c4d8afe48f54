import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { balancesOf, type GrantBalance, type GrantKind } from './balance.ts'
import { bookTransfers, type Transfer } from './transfer.ts'

export type MessageKind = 'code' | 'notice' | 'marketing'
/** How many messages there are of each number of segments. */
export type Histogram = ReadonlyMap<number, number>

/** Part of a cost that one package grant pays, or the balance at a price (grantId null). */
export interface ChargeLine {
  grantId: string | null
  grantName: string | null
  unitPriceHao: number
  segmentCount: number
  /** Which messages it pays: {segments of a message: messages}. */
  quota: Record<string, number>
  /** What the grant or the balance has left after it, in segments or 毫. */
  remaining: number
}

export interface ChargePlan {
  lines: ChargeLine[]
  segmentCount: number
  /** Segments that nothing pays for; 0 when all is covered. */
  missingSegments: number
  /** The money those would cost. */
  missingHao: number
}

const payingKinds: Record<MessageKind, readonly GrantKind[]> = {
  code: ['industry', 'general'],
  notice: ['industry', 'general'],
  marketing: ['marketing', 'general'],
}

/**
 * Who would pay for these messages: packages of the specific kind before general ones, first to expire, then first bought; then, if the account wants it
 * so, the balance at today's price. A message is paid whole from one line. Reads only; the same plan is what `holdCharge` then books.
 */
export async function planCharge(
  executor: Executor,
  account: AccountId,
  kind: MessageKind,
  histogram: Histogram,
  now: Date,
): Promise<ChargePlan> {
  const balances = await balancesOf(executor, account)
  const grants = payingKinds[kind].flatMap(paying => balances.grants.filter(grant => grant.kind === paying && isUsable(grant, now)))
  const left = new Map([...histogram].filter(([, messages]) => messages > 0).sort(([a], [b]) => b - a))
  const lines: ChargeLine[] = []
  for (const grant of grants) {
    const line = fill(left, grant.availableCount)
    if (line.segmentCount > 0)
      lines.push({
        grantId: grant.grantId,
        grantName: grant.name,
        unitPriceHao: 0,
        remaining: grant.availableCount - line.segmentCount,
        ...line,
      })
  }
  const unitPriceHao = await unitPrice(executor, kind, now, account)
  if (left.size > 0 && (await paysFromBalance(executor, account))) {
    const line = fill(left, Math.floor(balances.availableHao / unitPriceHao))
    if (line.segmentCount > 0)
      lines.push({
        grantId: null,
        grantName: null,
        unitPriceHao,
        remaining: balances.availableHao - line.segmentCount * unitPriceHao,
        ...line,
      })
  }
  const missingSegments = [...left].reduce((sum, [segments, messages]) => sum + segments * messages, 0)
  const segmentCount = [...histogram].reduce((sum, [segments, messages]) => sum + segments * messages, 0)
  return { lines, segmentCount, missingSegments, missingHao: missingSegments * unitPriceHao }
}

const isUsable = (grant: GrantBalance, now: Date) => grant.availableCount > 0 && grant.startsAt <= now && grant.expiresAt > now

/** Takes from `left` as many whole messages as fit into `capacity` segments, long ones first so that short ones fill the rest. */
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

/** 毫 that a segment of a kind costs at a moment when no package pays for it: an account's own price, else the one for everybody. */
export async function unitPrice(executor: Executor, kind: MessageKind, now: Date, account: AccountId | null): Promise<number> {
  const own = account
    ? await executor
        .selectFrom('account_price')
        .select('unit_price_hao')
        .where('account_id', '=', account)
        .where('kind', '=', kind)
        .where('starts_at', '<=', now)
        .orderBy('starts_at', 'desc')
        .limit(1)
        .executeTakeFirst()
    : undefined
  if (own?.unit_price_hao) return own.unit_price_hao
  const row = await executor
    .selectFrom('unit_price')
    .select('unit_price_hao')
    .where('kind', '=', kind)
    .where('starts_at', '<=', now)
    .orderBy('starts_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.unit_price_hao
}

async function paysFromBalance(executor: Executor, account: AccountId): Promise<boolean> {
  const row = await executor.selectFrom('account').select('when_empty').where('account_id', '=', account).executeTakeFirstOrThrow()
  return row.when_empty === 'balance'
}

/** A hold that was made: messages carry its id, and their outcome posts or voids their share of it. */
export interface Hold {
  holdId: string
  grantId: string | null
  unitPriceHao: number
  segmentCount: number
  quota: Record<string, number>
}

/**
 * Sets the whole cost aside. Refuses `balance_insufficient` with what is missing. Concurrent callers wait for each other, and each plans anew on what the
 * others left.
 */
export async function holdCharge(
  tx: Tx,
  account: AccountId,
  kind: MessageKind,
  histogram: Histogram,
  options: { now: Date; broadcastId?: string },
): Promise<Hold[]> {
  // The account's row is the one lock that all who hold take first, so plan and booking see the same balances.
  await sql`select from account where account_id = ${account} for no key update`.execute(tx)
  const plan = await planCharge(tx, account, kind, histogram, options.now)
  if (plan.missingSegments > 0)
    refuse('balance_insufficient', { missing: `${plan.missingSegments.toLocaleString('en-US')}条（约${formatYuan(plan.missingHao)}）` })
  const holds = plan.lines.map(({ grantId, unitPriceHao, segmentCount, quota }) => ({
    holdId: newId(),
    grantId,
    unitPriceHao,
    segmentCount,
    quota,
  }))
  if (holds.length === 0) return []
  await tx
    .insertInto('charge_hold')
    .values(
      holds.map(hold => ({
        account_id: account,
        hold_id: hold.holdId,
        broadcast_id: options.broadcastId ?? null,
        grant_id: hold.grantId,
        unit_price_hao: hold.unitPriceHao,
        segment_count: hold.segmentCount,
        quota: JSON.stringify(hold.quota),
        created_at: options.now,
      })),
    )
    .execute()
  await bookTransfers(
    tx,
    account,
    holds.map(hold => ({
      transferId: newId(),
      from: { purpose: 'available', grantId: hold.grantId },
      to: { purpose: 'held', grantId: hold.grantId },
      amount: amountOf(hold, hold.segmentCount),
      kind: 'hold',
      referenceId: hold.holdId,
      at: options.now,
    })),
  )
  return holds
}

const amountOf = (hold: { grantId: string | null; unitPriceHao: number }, segments: number) =>
  hold.grantId === null ? segments * hold.unitPriceHao : segments

/** What became of a hold's messages since the last time: segments delivered are charged, segments that did not arrive are given back. */
export interface Settlement {
  holdId: string
  deliveredSegments: number
  voidedSegments: number
}

/**
 * Posts and voids shares of holds. The caller settles each message once: in the transaction that makes its state final. A sum beyond the hold is a bug
 * and fails on the table's check.
 */
export async function settleHolds(tx: Tx, account: AccountId, settlements: readonly Settlement[], at?: Date): Promise<void> {
  if (settlements.length === 0) return
  const ids = settlements.map(settlement => settlement.holdId)
  // Locked in order of id first, since concurrent settlements may share holds.
  await sql`select from charge_hold where account_id = ${account} and hold_id = any(${ids}::uuid[]) order by hold_id for no key update`.execute(
    tx,
  )
  const { rows } = await sql<{ hold_id: string; grant_id: string | null; unit_price_hao: number; delivered: number; voided: number }>`
    update charge_hold as hold set posted_count = hold.posted_count + share.delivered, voided_count = hold.voided_count + share.voided
    from (select id, sum(delivered)::bigint as delivered, sum(voided)::bigint as voided
          from unnest(${ids}::uuid[], ${settlements.map(s => s.deliveredSegments)}::bigint[], ${settlements.map(s => s.voidedSegments)}::bigint[])
               as s (id, delivered, voided) group by id) as share
    where hold.account_id = ${account} and hold.hold_id = share.id
    returning hold.hold_id, hold.grant_id, hold.unit_price_hao, share.delivered, share.voided`.execute(tx)
  if (rows.length !== new Set(ids).size) throw new Error('a settled hold does not exist')
  const transfers = rows.flatMap((row): Transfer[] => {
    const hold = { grantId: row.grant_id, unitPriceHao: row.unit_price_hao }
    const from = { purpose: 'held', grantId: row.grant_id } as const
    const common = { referenceId: row.hold_id, ...(at ? { at } : {}) }
    const post: Transfer = {
      transferId: newId(),
      from,
      to: { purpose: 'spent', grantId: row.grant_id },
      amount: amountOf(hold, row.delivered),
      kind: 'post',
      ...common,
    }
    const back: Transfer = {
      transferId: newId(),
      from,
      to: { purpose: 'available', grantId: row.grant_id },
      amount: amountOf(hold, row.voided),
      kind: 'void',
      ...common,
    }
    return [post, back].filter(transfer => transfer.amount > 0)
  })
  await bookTransfers(tx, account, transfers)
}
