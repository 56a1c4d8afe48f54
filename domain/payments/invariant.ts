import { type RawBuilder, sql } from 'kysely'
import type { LedgerInvariant } from '#contract/payments/ledger-invariant.ts'
import type { Executor } from '#db/connect.ts'
import { changedBills, liveLines } from '#domain/billing/index.ts'
import { nothingId, verifyLedger } from '#domain/ledger/index.ts'
import { monthAfter, monthSpan } from '#values/china-month.ts'
import { chinaMonth } from '#values/china-time.ts'
import { type AccountId, idFloor } from '#values/id.ts'

export interface InvariantProblem {
  invariant: LedgerInvariant
  /** A sentence with both sides, in yuan or segments. */
  problem: string
}

/** hao as yuan, in sentences for staff. */
const yuan = (hao: RawBuilder<unknown>) => sql`round(coalesce(${hao}, 0)::numeric / 10000, 4)::text`

const month = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'UTC' + interval '8 hours', 'YYYY-MM')`
const day = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD')`

/** Messages are retained at least six months; consumption lines from before can't be recounted. */
const messageMonths = 5

/**
 * Ledger verification of one account: violations of the invariants T1–T5 between books and records; empty: all hold.
 * T6 belongs to payment methods, not to an account. Reads the account's whole ledger.
 */
export async function brokenInvariants(executor: Executor, account: AccountId, now: Date): Promise<InvariantProblem[]> {
  const found: InvariantProblem[] = []
  const note = (invariant: LedgerInvariant, problems: readonly string[]) => found.push(...problems.map(problem => ({ invariant, problem })))
  note('ledger', await verifyLedger(executor, account))
  for (const [invariant, check] of checks) note(invariant, await problemsOf(executor, check(account, now)))
  note(
    'bill',
    (await changedBills(executor, account)).map(closed => `${closed} 的账单与出账时的指纹不符`),
  )
  return found
}

const problemsOf = async (executor: Executor, query: RawBuilder<unknown>): Promise<string[]> =>
  (await sql<{ problem: string }>`${query}`.execute(executor)).rows.map(row => row.problem)

/** Each yields a sentence for every month, day, product or package that doesn't agree. */
const checks: readonly (readonly [LedgerInvariant, (account: AccountId, now: Date) => RawBuilder<unknown>])[] = [
  ['T1', statementTie],
  ['T2', consumptionTie],
  ['T3', invoiceTie],
  ['T4', grantTie],
  ['T5', segmentTie],
  ['charge', chargeTie],
]

/** Entries of the balance and of bonus credit, with the change that each makes, including held amounts. */
const entries = (account: AccountId) => sql`
  select entry.asset, ${month(sql`entry.at`)} as month, entry.kind, entry.amount, entry.entry_number, available_after + held_after as balance,
    amount * ((taker.purpose in ('available', 'held'))::int - (giver.purpose in ('available', 'held'))::int) as moved
  from transfer as entry
  join ledger_account as giver on giver.account_id = ${account} and giver.ledger_account_id = entry.debit_id
  join ledger_account as taker on taker.account_id = ${account} and taker.ledger_account_id = entry.credit_id
  where entry.account_id = ${account} and entry.asset in ('cny', 'bonus')`

function statementTie(account: AccountId) {
  return sql`
    with month_sum as (
      select asset, month, sum(moved) as moved, (array_agg(balance order by entry_number desc))[1] as balance from (${entries(account)}) as entry group by 1, 2)
    select format('%s %s期末应为 %s 元，最后一笔后的是 %s 元', month, case when asset = 'bonus' then '赠送金' else '余额' end, ${yuan(sql`expected`)}, ${yuan(sql`balance`)}) as problem
    from (select asset, month, balance, sum(moved) over (partition by asset order by month) as expected from month_sum) as running where expected <> balance`
}

/** Over all time at once, so that a month without lines or without entries is found too. */
function consumptionTie(account: AccountId) {
  const everyDay = { from: '2020-01-01', to: '2999-12-31' }
  return sql`
    with entered as (
      select month, coalesce(sum(amount) filter (where asset = 'cny' and kind <> 'refund'), 0) as hao,
        coalesce(sum(case when kind = 'refund' then -amount else amount end) filter (where asset = 'bonus'), 0) as bonus
      from (${entries(account)}) as entry where kind in ('purchase', 'post', 'refund') group by month),
    lined as (
      select left(day, 7) as month, coalesce(sum(cash_hao) filter (where kind in ('order', 'usage')), 0) as hao, sum(bonus_hao) as bonus
      from (${liveLines(account, everyDay)}) as line group by 1),
    closed as (select month, order_hao + usage_hao as hao from bill where account_id = ${account}),
    written as (
      select month, coalesce(sum(cash_hao) filter (where kind in ('order', 'usage')), 0) as hao, sum(bonus_hao) as bonus
      from bill_line where account_id = ${account} group by month)
    select format('%s 收支明细里的消费是 %s 元，消费明细 %s 元，账单 %s，账单各行 %s 元；赠送金依次是 %s、%s、%s 元', month, ${yuan(sql`entered.hao`)},
      ${yuan(sql`lined.hao`)}, case when closed.hao is null then '未出账' else ${yuan(sql`closed.hao`)} || ' 元' end, ${yuan(sql`written.hao`)},
      ${yuan(sql`entered.bonus`)}, ${yuan(sql`lined.bonus`)}, ${yuan(sql`written.bonus`)}) as problem
    from entered full join lined using (month) full join closed using (month) full join written using (month)
    where (coalesce(entered.hao, 0), coalesce(entered.bonus, 0)) <> (coalesce(lined.hao, 0), coalesce(lined.bonus, 0))
      or (closed.hao is not null and coalesce(written.bonus, 0) <> coalesce(entered.bonus, 0))
      or (closed.hao is not null and (closed.hao <> coalesce(entered.hao, 0) or closed.hao <> coalesce(written.hao, 0)))
      or (closed.hao is null and written.hao is not null)`
}

function invoiceTie(account: AccountId) {
  const everyDay = { from: '2020-01-01', to: '2999-12-31' }
  return sql`
    with consumed as (
      select product, sum(cash_hao) as hao from (${liveLines(account, everyDay)}) as line where kind in ('order', 'usage', 'refund') group by product),
    mirrored as (
      select product, sum(debits - credits) as hao from ledger_account
      where account_id = ${account} and asset = 'invoice' and purpose = 'outside' group by product),
    bucket as (
      select sum(credits - debits) as hao from ledger_account where account_id = ${account} and asset = 'invoice' and purpose <> 'outside')
    select format('%s 消费（减退款）%s 元，计入可开票的是 %s 元', product, ${yuan(sql`consumed.hao`)}, ${yuan(sql`mirrored.hao`)}) as problem
    from consumed full join mirrored using (product) where coalesce(consumed.hao, 0) <> coalesce(mirrored.hao, 0)
    union all
    select format('可开票＋申请中＋已开票是 %s 元，累计消费 %s 元', ${yuan(sql`bucket.hao`)}, ${yuan(sql`spent.hao`)})
    from bucket, (select sum(hao) as hao from consumed) as spent where coalesce(bucket.hao, 0) <> coalesce(spent.hao, 0)`
}

function grantTie(account: AccountId) {
  return sql`
    select format('%s %s 有 %s，剩余＋冻结＋已用＋已退是 %s', case when credit.kind = 'bonus' then '赠送金' else '套餐' end, credit.grant_id, credit.segment_count, sum(ledger_account.credits - ledger_account.debits) + coalesce(max(gone.amount), 0))
      as problem
    from credit_grant as credit
    join ledger_account on ledger_account.account_id = ${account} and ledger_account.grant_id = credit.grant_id and ledger_account.purpose <> 'outside'
    left join (
      select outside.grant_id, sum(amount) as amount from transfer
      join ledger_account as outside on outside.account_id = ${account} and outside.ledger_account_id = transfer.credit_id and outside.purpose = 'outside'
      where transfer.account_id = ${account} and transfer.asset in ('bonus', 'segment', 'link') group by outside.grant_id) as gone on gone.grant_id = credit.grant_id
    where credit.account_id = ${account}
    group by credit.account_id, credit.grant_id having credit.segment_count <> sum(ledger_account.credits - ledger_account.debits) + coalesce(max(gone.amount), 0)`
}

function segmentTie(account: AccountId, now: Date) {
  const { from, start } = monthSpan(monthAfter(chinaMonth(now), -messageMonths))
  const earliest = new Date(start.getTime() - 31 * 86_400_000)
  return sql`
    with sent as (
      select ${month(sql`settled_at`)} as month, kind, sum(segment_count) as segments from message
      where account_id = ${account} and message_id >= ${idFloor(earliest)} and state = 'delivered' and hold_id is not null and settled_at >= ${start}
      group by 1, 2),
    charged as (
      select left(day, 7) as month, kind, sum(posted_count) as segments from charge_day where account_id = ${account} and day >= ${from} group by 1, 2)
    select format('%s %s 已扣费短信 %s 条，套餐抵扣＋按量 %s 条', month, kind, coalesce(sent.segments, 0), coalesce(charged.segments, 0)) as problem
    from sent full join charged using (month, kind) where coalesce(sent.segments, 0) <> coalesce(charged.segments, 0)`
}

function chargeTie(account: AccountId) {
  return sql`
    with booked as (
      select ${day(sql`transfer.at`)} as day, hold.kind, coalesce(sum(amount) filter (where asset = 'cny'), 0) as hao,
        coalesce(sum(amount) filter (where asset = 'bonus'), 0) as bonus, coalesce(sum(amount) filter (where asset = 'segment'), 0) as segments
      from transfer join charge_hold as hold on hold.account_id = ${account} and hold.hold_id = transfer.reference_id
      where transfer.account_id = ${account} and transfer.kind = 'post' and asset in ('cny', 'bonus', 'segment') group by 1, 2),
    counted as (
      select day, kind, sum(amount_hao) as hao, coalesce(sum(posted_count * unit_price_hao) filter (where grant_id <> ${nothingId}), 0) as bonus,
        coalesce(sum(posted_count) filter (where unit_price_hao = 0), 0) as segments
      from charge_day where account_id = ${account} and posted_count > 0 group by 1, 2)
    select format('%s %s 分录 %s 元、赠送金 %s 元、%s 条，每日汇总 %s 元、赠送金 %s 元、%s 条', day, kind, ${yuan(sql`booked.hao`)}, ${yuan(sql`booked.bonus`)},
      coalesce(booked.segments, 0), ${yuan(sql`counted.hao`)}, ${yuan(sql`counted.bonus`)}, coalesce(counted.segments, 0)) as problem
    from booked full join counted using (day, kind)
    where (coalesce(booked.hao, 0), coalesce(booked.bonus, 0), coalesce(booked.segments, 0))
      <> (coalesce(counted.hao, 0), coalesce(counted.bonus, 0), coalesce(counted.segments, 0))`
}
