import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/**
 * Sentences on everything in an account's ledger that does not add up; none when all does. Balances must equal the sum of transfers, each asset must sum
 * to zero, held pockets must equal open holds, and posted segments must equal the delivered messages of each hold.
 */
export async function verifyLedger(executor: Executor, account: AccountId): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with booked as (
      select id, sum(debit) as debits, sum(credit) as credits from (
        select debit_id as id, amount as debit, 0::bigint as credit from transfer where account_id = ${account}
        union all select credit_id, 0, amount from transfer where account_id = ${account}) as sides group by id)
    select format('pocket %s of %s: balance row %s/%s, transfers %s/%s', purpose, coalesce(grant_id::text, 'money'), pocket.debits, pocket.credits,
                  coalesce(booked.debits, 0), coalesce(booked.credits, 0)) as problem
      from ledger_account as pocket left join booked on booked.id = pocket.ledger_account_id
      where pocket.account_id = ${account} and (pocket.debits <> coalesce(booked.debits, 0) or pocket.credits <> coalesce(booked.credits, 0))
    union all
    select format('asset %s of %s sums to %s', asset, coalesce(grant_id::text, 'money'), sum(credits - debits))
      from ledger_account where account_id = ${account} group by asset, grant_id having sum(credits - debits) <> 0
    union all
    select format('held of %s is %s, open holds are %s', coalesce(pocket.grant_id::text, 'money'), pocket.credits - pocket.debits, coalesce(open.amount, 0))
      from ledger_account as pocket
      left join (select grant_id, sum((segment_count - posted_count - voided_count) * case when grant_id is null then unit_price_hao else 1 end) as amount
                 from charge_hold where account_id = ${account} group by grant_id) as open on open.grant_id is not distinct from pocket.grant_id
      where pocket.account_id = ${account} and pocket.purpose = 'held' and pocket.credits - pocket.debits <> coalesce(open.amount, 0)
    union all
    select format('hold %s posted %s segments, its delivered messages have %s', hold.hold_id, hold.posted_count, coalesce(sent.segments, 0))
      from charge_hold as hold
      left join (select hold_id, sum(segment_count) as segments from message where account_id = ${account} and state = 'delivered' group by hold_id) as sent
        on sent.hold_id = hold.hold_id
      where hold.account_id = ${account} and hold.posted_count <> coalesce(sent.segments, 0)`.execute(executor)
  return rows.map(row => row.problem)
}
