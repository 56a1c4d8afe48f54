import { sql } from 'kysely'
import type { BankProblem } from '#contract/payments/reconciliation.ts'
import type { Executor } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { chinaDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'

interface Found {
  kind: BankProblem
  day: string
  accountId: AccountId | null
  accountName: string | null
  bankSerial: string | null
  /** The sum in our books. */
  ourHao: number | null
  /** The sum at the bank. */
  theirHao: number | null
}

const shownProblems = 200

/**
 * Differences between the bank account's statements and the books. For days that are over: every credited receipt is on
 * the imported statement of its day, with its sum; each statement continues the one before; and every bank recharge is
 * a credited receipt of the same sum.
 */
export async function bankProblems(executor: Executor, now: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`
    -- across accounts: our own bank account
    with statement as (select * from bank_statement where state = 'imported'),
    receipt as (
      select bank_receipt.*, to_char(came_at at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD') as day from bank_receipt),
    found as (
      select 'unlisted' as kind, receipt.day, receipt.account_id, receipt.bank_serial, receipt.amount_hao as ours, null::bigint as theirs
      from receipt join statement on statement.day = receipt.day
      where receipt.state = 'credited' and receipt.statement_id is null
      union all
      select 'missing', receipt.day, null, null, sum(receipt.amount_hao)::bigint, null
      from receipt where receipt.state = 'credited' and not exists (select from statement where statement.day = receipt.day) group by receipt.day
      union all
      select 'gap', day, null, null, before_hao, opening_hao
      from (select day, opening_hao, lag(closing_hao) over (order by day) as before_hao from statement) as chained where before_hao <> opening_hao
      union all
      select 'sum', statement.day, null, null, coalesce(sum(receipt.amount_hao), 0)::bigint, statement.in_hao
      from statement left join receipt on receipt.statement_id = statement.statement_id
      group by statement.statement_id, statement.day, statement.in_hao having coalesce(sum(receipt.amount_hao), 0) <> statement.in_hao
      union all
      select 'unbacked', to_char(recharge.created_at at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD'), recharge.account_id, recharge.gateway_number,
        recharge.paid_hao, receipt.amount_hao
      from recharge left join receipt on receipt.receipt_id = recharge.recharge_id and receipt.state = 'credited' and receipt.account_id = recharge.account_id
      where recharge.payment_method = 'bank' and recharge.state = 'paid' and receipt.amount_hao is distinct from recharge.paid_hao)
    select found.kind, found.day, found.account_id, ${shownAccountName} as "accountName", found.bank_serial, ours as "ourHao", theirs as "theirHao"
    from found left join account on account.account_id = found.account_id
    where found.day < ${chinaDay(now)} or found.kind in ('gap', 'unbacked') order by found.day desc, found.kind, found.bank_serial limit ${shownProblems}`.execute(
    executor,
  )
  return rows
}

/** Number of bank days compared with the books. */
export async function countStatements(executor: Executor): Promise<number> {
  const { count } = await executor
    .selectFrom('bankStatement')
    .select(row => row.fn.countAll<number>().as('count'))
    .where('state', '=', 'imported')
    .executeTakeFirstOrThrow()
  return count
}
