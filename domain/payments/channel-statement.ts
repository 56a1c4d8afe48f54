import { sql } from 'kysely'
import type { OnlineChannel } from '#contract/payments/recharge.ts'
import { refuse } from '#contract/refusals.ts'
import { asPlatform, type Db, type Executor, type Tx } from '#db/connect.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { GatewayFailed, type GatewayName, type PaymentGateway, type StatementLine } from '#payment/gateway.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { haoPerFen } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const dayMs = 86_400_000
/** Days for which an unavailable statement is requested again. */
const lookBackDays = 7
/** Yesterday's statement is ready at nine at Alipay, and at ten at WeChat Pay. */
const statementHour = 10

/** The first moment of a day in China, `2026-11-20`. */
const startOf = (day: string) => new Date(`${day}T00:00:00+08:00`)

/** The last day with a statement at the gateways. */
export const lastStatementDay = (now: Date): string => chinaDay(chinaDayStart(now, -1))

/** Enqueues the reconciliation of a day. Refuses `day_not_over`. Runs in the platform's role, like all of this file. */
export async function requestComparison(tx: Tx, { channel, day, now }: { channel: OnlineChannel; day: string; now: Date }): Promise<void> {
  if (Number.isNaN(startOf(day).getTime()) || day > lastStatementDay(now)) refuse('day_not_over')
  await sql`insert into channel_statement (channel, day, state, compared_at) values (${channel}, ${day}, 'asked', ${now})
    on conflict (channel, day) do update set state = 'asked', trouble = null`.execute(tx)
  await enqueueJob(tx, 'compare_statement', { channel, day }, { key: `compare ${channel} ${day}` })
}

/** Days of the last week that these payment methods haven't been compared for, once their statements are ready. */
export async function daysToCompare(
  executor: Executor,
  channels: readonly OnlineChannel[],
  now: Date,
): Promise<{ channel: OnlineChannel; day: string }[]> {
  if (now.getTime() < chinaDayStart(now).getTime() + statementHour * 3_600_000) return []
  const days = Array.from({ length: lookBackDays }, (_, back) => chinaDay(chinaDayStart(now, -1 - back)))
  const { rows } = await sql<{ channel: OnlineChannel; day: string }>`
    select channel, day from unnest(${channels}::text[]) as channel cross join unnest(${days}::text[]) as day
    where not exists (select from channel_statement as known where known.channel = channel.channel and known.day = day.day
        and (known.state in ('agrees', 'differs') or known.compared_at > ${new Date(now.getTime() - 3_600_000)}))
      -- across accounts: a gateway knows trades, not accounts. Before the first of them there is nothing to compare.
      and exists (select from recharge where recharge.channel = channel.channel and recharge.paid_at < (day.day || 'T00:00:00+08')::timestamptz + interval '1 day')
    order by day, channel`.execute(executor)
  return rows
}

/**
 * Reconciliation of a day: fetches the gateway's statement and compares it with our books, trade by trade (T6). A
 * repeated run replaces the differences found before; those that are gone count as resolved. Returns the day's state;
 * `absent` when there is no statement.
 */
export async function compareDay(db: Db, gateway: PaymentGateway, day: string, now: Date): Promise<'agrees' | 'differs' | 'absent'> {
  const channel: GatewayName = gateway.name
  let lines: StatementLine[]
  try {
    lines = await gateway.statement(day)
  } catch (error) {
    if (!(error instanceof GatewayFailed)) throw error
    await sql`insert into channel_statement (channel, day, state, trouble, compared_at) values (${channel}, ${day}, 'absent', ${error.message.slice(0, 300)}, ${now})
      on conflict (channel, day) do update set state = 'absent', trouble = excluded.trouble, compared_at = excluded.compared_at`.execute(db)
    return 'absent'
  }
  return asPlatform(db, async tx => {
    await saveLines(tx, channel, day, lines)
    await findDifferences(tx, channel, day, now)
    return closeDay(tx, channel, day, now)
  })
}

async function saveLines(tx: Tx, channel: GatewayName, day: string, lines: readonly StatementLine[]): Promise<void> {
  await sql`delete from channel_line where channel = ${channel} and day = ${day}`.execute(tx)
  const list = <T>(of: (line: StatementLine) => T) => lines.map(of)
  await sql`insert into channel_line (channel, day, kind, trade_number, refund_number, gateway_number, amount_hao, at)
    select ${channel}, ${day}, * from unnest(${list(line => line.kind)}::text[], ${list(line => line.tradeNumber)}::text[], ${list(line => line.refundNumber)}::text[],
      ${list(line => line.gatewayNumber)}::text[], ${list(line => line.amountFen * haoPerFen)}::bigint[], ${list(line => line.at)}::timestamptz[])`.execute(
    tx,
  )
}

/**
 * Our side: payments by the gateway's time; refunds by the time when the gateway finished them, matched by number,
 * since the two clocks may disagree about midnight. `booked`: the money is in the customer's ledger, or was returned.
 */
const ourLines = (channel: GatewayName, day: string) => {
  const [from, until] = [startOf(day), new Date(startOf(day).getTime() + dayMs)]
  return sql`
    select 'payment' as kind, trade_number, '' as refund_number, recharge.account_id, coalesce(paid_hao, amount_hao) as amount_hao,
      state = 'returned' or exists (select from transfer where transfer.account_id = recharge.account_id and transfer.transfer_id = recharge.recharge_id
        and transfer.amount = coalesce(paid_hao, amount_hao)) as is_booked, true as is_today
    from recharge where channel = ${channel} and paid_at >= ${from} and paid_at < ${until}
    union all
    select 'refund', recharge.trade_number, refund_number, refund.account_id, refund.amount_hao,
      refund.withdrawal_id is null or exists (select from transfer where transfer.account_id = refund.account_id and transfer.transfer_id = refund.refund_id
        and transfer.amount = refund.amount_hao), settled_at >= ${from} and settled_at < ${until}
    from refund join recharge on recharge.account_id = refund.account_id and recharge.recharge_id = refund.recharge_id
    where refund.channel = ${channel} and refund.state = 'done' and settled_at >= ${new Date(from.getTime() - dayMs)} and settled_at < ${new Date(until.getTime() + dayMs)}`
}

async function findDifferences(tx: Tx, channel: GatewayName, day: string, now: Date): Promise<void> {
  await sql`
    -- across accounts: a gateway knows trades, not accounts
    with ours as (${ourLines(channel, day)}),
    theirs as (select kind, trade_number, refund_number, amount_hao from channel_line where channel = ${channel} and day = ${day}),
    beside as (select kind, trade_number, refund_number from channel_line where channel = ${channel} and day <> ${day}),
    found as (
      select kind, trade_number, refund_number, ours.account_id, ours.amount_hao as our_hao, theirs.amount_hao as their_hao,
        case when ours.kind is null then 'theirs_only' when theirs.kind is null then 'ours_only'
          when ours.amount_hao <> theirs.amount_hao then 'amount' else 'unbooked' end as problem
      from ours full join theirs using (kind, trade_number, refund_number)
      where ours.kind is null or (theirs.kind is null and ours.is_today and not exists (select from beside
          where (beside.kind, beside.trade_number, beside.refund_number) = (ours.kind, ours.trade_number, ours.refund_number)))
        or (theirs.kind is not null and (ours.amount_hao <> theirs.amount_hao or not ours.is_booked))),
    kept as (
      insert into channel_difference (channel, day, kind, trade_number, refund_number, problem, our_hao, their_hao, account_id, found_at)
      select ${channel}, ${day}, kind, trade_number, refund_number, problem, our_hao, their_hao,
        coalesce(account_id, (select known.account_id from payment_trade as known where known.trade_number = found.trade_number)), ${now}
      from found
      on conflict (channel, day, kind, trade_number, refund_number) do update set problem = excluded.problem, our_hao = excluded.our_hao, their_hao = excluded.their_hao,
        account_id = excluded.account_id,
        -- One that a person has dealt with stays so as long as it is the same.
        resolved_at = case when (channel_difference.problem, channel_difference.our_hao, channel_difference.their_hao)
          is not distinct from (excluded.problem, excluded.our_hao, excluded.their_hao) and channel_difference.resolved_by is not null then channel_difference.resolved_at end
      returning 1)
    update channel_difference as gone set resolved_at = ${now}, remark = '重新核对后一致'
    where channel = ${channel} and day = ${day} and resolved_at is null and not exists (select from found
      where (found.kind, found.trade_number, found.refund_number) = (gone.kind, gone.trade_number, gone.refund_number))`.execute(tx)
}

async function closeDay(tx: Tx, channel: GatewayName, day: string, now: Date): Promise<'agrees' | 'differs'> {
  const { rows } = await sql<{ state: 'agrees' | 'differs' }>`
    -- across accounts: a gateway knows trades, not accounts
    with ours as (select kind, amount_hao from (${ourLines(channel, day)}) as line where is_today),
    theirs as (select kind, amount_hao from channel_line where channel = ${channel} and day = ${day}),
    sums as (
      select (select count(*) from theirs) as their_count, (select coalesce(sum(amount_hao), 0) from theirs where kind = 'payment') as their_paid,
        (select coalesce(sum(amount_hao), 0) from theirs where kind = 'refund') as their_refunded, (select count(*) from ours) as our_count,
        (select coalesce(sum(amount_hao), 0) from ours where kind = 'payment') as our_paid, (select coalesce(sum(amount_hao), 0) from ours where kind = 'refund') as our_refunded)
    insert into channel_statement (channel, day, state, trouble, their_count, their_paid_hao, their_refunded_hao, our_count, our_paid_hao, our_refunded_hao, compared_at)
    select ${channel}, ${day}, case when exists (select from channel_difference where channel = ${channel} and day = ${day} and resolved_at is null)
      then 'differs' else 'agrees' end, null, their_count, their_paid, their_refunded, our_count, our_paid, our_refunded, ${now} from sums
    on conflict (channel, day) do update set state = excluded.state, trouble = null, their_count = excluded.their_count, their_paid_hao = excluded.their_paid_hao,
      their_refunded_hao = excluded.their_refunded_hao, our_count = excluded.our_count, our_paid_hao = excluded.our_paid_hao,
      our_refunded_hao = excluded.our_refunded_hao, compared_at = excluded.compared_at
    returning state`.execute(tx)
  return firstOrThrow(rows).state
}
