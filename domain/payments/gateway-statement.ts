import { type RawBuilder, sql } from 'kysely'
import type { OnlinePaymentMethod } from '#contract/payments/recharge.ts'
import { refuse } from '#contract/refusals.ts'
import { asPlatform, type Db, type Executor, type Tx } from '#db/connect.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { GatewayFailed, type GatewayName, type PaymentGateway, type StatementLine } from '#payment/gateway.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { haoPerFen } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const dayMs = 86_400_000
/** Days for which an unavailable statement is requested again. */
const windowDays = 7
/** Yesterday's statement is ready at nine at Alipay, and at ten at WeChat Pay. */
const statementHour = 10

/** The first moment of a day in China, `2026-11-20`. */
const startOf = (day: string) => new Date(`${day}T00:00:00+08:00`)

/** The last day with a statement at the gateways. */
export const lastStatementDay = (now: Date): string => chinaDay(chinaDayStart(now, -1))

/** Enqueues the reconciliation of a day. Refuses `day_not_over`. Runs in the platform's role, like all of this file. */
export async function requestComparison(
  tx: Tx,
  { paymentMethod, day, now }: { paymentMethod: OnlinePaymentMethod; day: string; now: Date },
): Promise<void> {
  if (Number.isNaN(startOf(day).getTime()) || day > lastStatementDay(now)) refuse('day_not_over')
  await sql`insert into gateway_statement (payment_method, day, state, compared_at) values (${paymentMethod}, ${day}, 'asked', ${now})
    on conflict (payment_method, day) do update set state = 'asked', trouble = null`.execute(tx)
  await enqueueJob(tx, 'compare_statement', { paymentMethod, day }, { key: `compare ${paymentMethod} ${day}` })
}

/** Days of the last week that these payment methods haven't been compared for, once their statements are ready. */
export async function daysToCompare(
  executor: Executor,
  paymentMethods: readonly OnlinePaymentMethod[],
  now: Date,
): Promise<{ paymentMethod: OnlinePaymentMethod; day: string }[]> {
  if (now.getTime() < chinaDayStart(now).getTime() + statementHour * 3_600_000) return []
  const days = Array.from({ length: windowDays }, (_, back) => chinaDay(chinaDayStart(now, -1 - back)))
  const { rows } = await sql<{ paymentMethod: OnlinePaymentMethod; day: string }>`
    select payment_method, day from unnest(${paymentMethods}::text[]) as payment_method cross join unnest(${days}::text[]) as day
    where not exists (select from gateway_statement as known where known.payment_method = payment_method.payment_method and known.day = day.day
        and (known.state in ('agrees', 'differs') or known.compared_at > ${new Date(now.getTime() - 3_600_000)}))
    order by day, payment_method`.execute(executor)
  const firstDays = new Map<string, string>()
  for (const paymentMethod of new Set(rows.map(row => row.paymentMethod))) {
    const { rows: first } = await sql<{ paidAt: Date | null }>`
      -- across accounts: a gateway knows trades, not accounts
      select min(paid_at) as "paidAt" from recharge where payment_method = ${paymentMethod} and paid_at is not null`.execute(executor)
    const { paidAt } = firstOrThrow(first)
    if (paidAt) firstDays.set(paymentMethod, chinaDay(paidAt))
  }
  // Before the first trade there is nothing to compare.
  return rows.filter(({ paymentMethod, day }) => day >= (firstDays.get(paymentMethod) ?? '9'))
}

/**
 * Reconciliation of a day: fetches the gateway's statement and compares it with our books, trade by trade (T6). A
 * repeated run replaces the differences found before; those that are gone count as resolved. Returns the day's state;
 * `absent` when there is no statement.
 */
export async function compareDay(db: Db, gateway: PaymentGateway, day: string, now: Date): Promise<'agrees' | 'differs' | 'absent'> {
  const paymentMethod: GatewayName = gateway.name
  let lines: StatementLine[]
  try {
    lines = await gateway.statement(day)
  } catch (error) {
    if (!(error instanceof GatewayFailed)) throw error
    await sql`insert into gateway_statement (payment_method, day, state, trouble, compared_at) values (${paymentMethod}, ${day}, 'absent', ${error.message.slice(0, 300)}, ${now})
      on conflict (payment_method, day) do update set state = 'absent', trouble = excluded.trouble, compared_at = excluded.compared_at`.execute(
      db,
    )
    return 'absent'
  }
  return asPlatform(db, async tx => {
    await saveLines(tx, paymentMethod, day, lines)
    await findDifferences(tx, paymentMethod, day, now)
    return closeDay(tx, paymentMethod, day, now)
  })
}

async function saveLines(tx: Tx, paymentMethod: GatewayName, day: string, lines: readonly StatementLine[]): Promise<void> {
  await sql`delete from gateway_statement_line where payment_method = ${paymentMethod} and day = ${day}`.execute(tx)
  const list = <T>(of: (line: StatementLine) => T) => lines.map(of)
  await sql`insert into gateway_statement_line (payment_method, day, kind, trade_number, refund_number, gateway_number, amount_hao, at)
    select ${paymentMethod}, ${day}, * from unnest(${list(line => line.kind)}::text[], ${list(line => line.tradeNumber)}::text[], ${list(line => line.refundNumber)}::text[],
      ${list(line => line.gatewayNumber)}::text[], ${list(line => line.amountFen * haoPerFen)}::bigint[], ${list(line => line.at)}::timestamptz[])`.execute(
    tx,
  )
}

/**
 * Our side: payments by the gateway's time; refunds by the time when the gateway finished them, matched by number,
 * since the two clocks may disagree about midnight. `booked`: the money is in the customer's ledger, or was returned.
 */
const ourLines = (paymentMethod: GatewayName, day: string) => {
  const [from, until] = [startOf(day), new Date(startOf(day).getTime() + dayMs)]
  return sql`
    select 'payment' as kind, trade_number, '' as refund_number, recharge.account_id, coalesce(paid_hao, amount_hao) as amount_hao,
      state = 'returned' or exists (select from transfer where transfer.account_id = recharge.account_id and transfer.transfer_id = recharge.recharge_id
        and transfer.amount = coalesce(paid_hao, amount_hao)) as is_booked, true as is_today
    from recharge where payment_method = ${paymentMethod} and paid_at >= ${from} and paid_at < ${until}
    union all
    select 'refund', recharge.trade_number, refund_number, refund.account_id, refund.amount_hao,
      refund.withdrawal_id is null or exists (select from transfer where transfer.account_id = refund.account_id and transfer.transfer_id = refund.refund_id
        and transfer.amount = refund.amount_hao), settled_at >= ${from} and settled_at < ${until}
    from refund join recharge on recharge.account_id = refund.account_id and recharge.recharge_id = refund.recharge_id
    where refund.payment_method = ${paymentMethod} and refund.state = 'done' and settled_at >= ${new Date(from.getTime() - dayMs)} and settled_at < ${new Date(until.getTime() + dayMs)}`
}

async function findDifferences(tx: Tx, paymentMethod: GatewayName, day: string, now: Date): Promise<void> {
  await sql`
    -- across accounts: a gateway knows trades, not accounts
    with ours as (${ourLines(paymentMethod, day)}),
    theirs as (select kind, trade_number, refund_number, amount_hao from gateway_statement_line where payment_method = ${paymentMethod} and day = ${day}),
    beside as (select kind, trade_number, refund_number from gateway_statement_line where payment_method = ${paymentMethod} and day <> ${day}),
    found as (
      select kind, trade_number, refund_number, ours.account_id, ours.amount_hao as our_hao, theirs.amount_hao as their_hao,
        case when ours.kind is null then 'theirs_only' when theirs.kind is null then 'ours_only'
          when ours.amount_hao <> theirs.amount_hao then 'amount' else 'unbooked' end as problem
      from ours full join theirs using (kind, trade_number, refund_number)
      where ours.kind is null or (theirs.kind is null and ours.is_today and not exists (select from beside
          where (beside.kind, beside.trade_number, beside.refund_number) = (ours.kind, ours.trade_number, ours.refund_number)))
        or (theirs.kind is not null and (ours.amount_hao <> theirs.amount_hao or not ours.is_booked))),
    kept as (
      insert into gateway_difference (payment_method, day, kind, trade_number, refund_number, problem, our_hao, their_hao, account_id, found_at)
      select ${paymentMethod}, ${day}, kind, trade_number, refund_number, problem, our_hao, their_hao,
        coalesce(account_id, (select known.account_id from payment_trade as known where known.trade_number = found.trade_number)), ${now}
      from found
      on conflict (payment_method, day, kind, trade_number, refund_number) do update set problem = excluded.problem, our_hao = excluded.our_hao, their_hao = excluded.their_hao,
        account_id = excluded.account_id,
        -- One that a person has dealt with stays so as long as it is the same.
        resolved_at = case when (gateway_difference.problem, gateway_difference.our_hao, gateway_difference.their_hao)
          is not distinct from (excluded.problem, excluded.our_hao, excluded.their_hao) and gateway_difference.resolved_by is not null then gateway_difference.resolved_at end
      returning 1)
    update gateway_difference as gone set resolved_at = ${now}, remark = '重新核对后一致'
    where payment_method = ${paymentMethod} and day = ${day} and resolved_at is null and not exists (select from found
      where (found.kind, found.trade_number, found.refund_number) = (gone.kind, gone.trade_number, gone.refund_number))`.execute(tx)
}

async function closeDay(tx: Tx, paymentMethod: GatewayName, day: string, now: Date): Promise<'agrees' | 'differs'> {
  const sumsOf = async (lines: RawBuilder<unknown>) => {
    const { rows } = await sql<{ count: number; paid: number; refunded: number }>`
      -- across accounts: a gateway knows trades, not accounts
      select count(*) as count, coalesce(sum(amount_hao) filter (where kind = 'payment'), 0)::bigint as paid,
        coalesce(sum(amount_hao) filter (where kind = 'refund'), 0)::bigint as refunded from ${lines}`.execute(tx)
    return firstOrThrow(rows)
  }
  const ours = await sumsOf(sql`(${ourLines(paymentMethod, day)}) as line where is_today`)
  const theirs = await sumsOf(sql`gateway_statement_line where payment_method = ${paymentMethod} and day = ${day}`)
  const { rows } = await sql<{ state: 'agrees' | 'differs' }>`
    insert into gateway_statement (payment_method, day, state, trouble, their_count, their_paid_hao, their_refunded_hao, our_count, our_paid_hao, our_refunded_hao, compared_at)
    select ${paymentMethod}, ${day}, case when exists (select from gateway_difference where payment_method = ${paymentMethod} and day = ${day} and resolved_at is null)
      then 'differs' else 'agrees' end, null, ${theirs.count}::bigint, ${theirs.paid}::bigint, ${theirs.refunded}::bigint, ${ours.count}::bigint, ${ours.paid}::bigint,
      ${ours.refunded}::bigint, ${now}::timestamptz
    on conflict (payment_method, day) do update set state = excluded.state, trouble = null, their_count = excluded.their_count, their_paid_hao = excluded.their_paid_hao,
      their_refunded_hao = excluded.their_refunded_hao, our_count = excluded.our_count, our_paid_hao = excluded.our_paid_hao,
      our_refunded_hao = excluded.our_refunded_hao, compared_at = excluded.compared_at
    returning state`.execute(tx)
  return firstOrThrow(rows).state
}
