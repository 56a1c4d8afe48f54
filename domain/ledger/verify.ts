import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** A query with one column: a sentence on each violation of the rule. */
type Check = (account: AccountId) => RawBuilder<unknown>

/** Balances equal the sum of transfers, all of which are between ledger accounts of the chart. */
const balancesFollowTransfers: Check = account => sql`
  with booked as (
    select id, sum(debit) as debits, sum(credit) as credits from (
      select debit_id as id, amount as debit, 0::bigint as credit from transfer where account_id = ${account}
      union all select credit_id, 0, amount from transfer where account_id = ${account}) as sides group by id)
  select format('ledger_account %s of %s: balance row %s/%s, transfers %s/%s', coalesce(purpose, ledger_account_id::text, booked.id::text), coalesce(grant_id::text, 'money'),
                balance.debits, balance.credits, coalesce(booked.debits, 0), coalesce(booked.credits, 0))
    from (select ledger_account_id, chart.purpose, chart.grant_id, debits, credits from chart_of_accounts as chart
        full join (select * from ledger_account where account_id = ${account}) as kept using (account_id, ledger_account_id)
        where account_id = ${account}) as balance
    full join booked on booked.id = balance.ledger_account_id
    where balance.purpose is null or (balance.debits, balance.credits) is distinct from (coalesce(booked.debits, 0), coalesce(booked.credits, 0))`

/** Each asset sums to zero. */
const assetsSumToZero: Check = account => sql`
  select format('asset %s of %s sums to %s', asset, coalesce(grant_id::text, rate_bp::text, 'money'), sum(credits - debits))
    from ledger_account where account_id = ${account} group by asset, grant_id, rate_bp having sum(credits - debits) <> 0`

/** Held ledger accounts equal open holds, running refunds and withdrawals. */
const heldIsOpen: Check = account => sql`
  select format('held of %s is %s, open holds are %s', coalesce(ledger_account.grant_id::text, 'money'), ledger_account.credits - ledger_account.debits, coalesce(open.amount, 0))
    from ledger_account
    left join (select grant_id, sum(amount) as amount from (
        select grant_id, (segment_count - posted_count - voided_count) * case when unit_price_hao = 0 then 1 else unit_price_hao end as amount
          from charge_hold where account_id = ${account}
        union all
        select bought.grant_id, returned_count from order_refund
          join credit_grant as bought on bought.account_id = ${account} and bought.order_id = order_refund.order_id
          where order_refund.account_id = ${account} and order_refund.state in ('waiting', 'checking')
        union all
        select null, amount_hao from refund
          where account_id = ${account} and withdrawal_id is not null and state in ('planned', 'asking', 'failed', 'by_hand')) as holds
      group by grant_id) as open on open.grant_id is not distinct from ledger_account.grant_id
    where ledger_account.account_id = ${account} and ledger_account.asset <> 'invoice' and ledger_account.purpose = 'held'
      and ledger_account.credits - ledger_account.debits <> coalesce(open.amount, 0)`

/** Posted segments equal the delivered messages of each hold, but for those of archived months. */
const postedIsDelivered: Check = account => sql`
  select format('hold %s posted %s segments, its delivered messages have %s', hold.hold_id, hold.posted_count, coalesce(sent.segments, 0))
    from charge_hold as hold
    left join (select hold_id, sum(segment_count) as segments from message where account_id = ${account} and state = 'delivered' group by hold_id) as sent
      on sent.hold_id = hold.hold_id
    where hold.account_id = ${account} and hold.posted_count <> coalesce(sent.segments, 0)
      and hold.hold_id >= coalesce((select hold_floor from archived_month order by month desc limit 1), hold.hold_id)`

/** Every entry of balance and gift money has the right balance after it. */
const entriesSayWhatWasLeft: Check = account => sql`
  select format('%sentry %s says %s/%s after it, the entries up to it %s/%s', case when asset = 'bonus' then 'gift ' else '' end,
                entry_number, available_after, held_after, available, held) from (
    select transfer.asset, entry_number, available_after, held_after,
      sum((taker.purpose = 'available')::int * amount - (giver.purpose = 'available')::int * amount) over entry as available,
      sum((taker.purpose = 'held')::int * amount - (giver.purpose = 'held')::int * amount) over entry as held
    from transfer
    join ledger_account as giver on giver.account_id = ${account} and giver.ledger_account_id = debit_id
    join ledger_account as taker on taker.account_id = ${account} and taker.ledger_account_id = credit_id
    where transfer.account_id = ${account} and transfer.asset in ('cny', 'bonus')
    window entry as (partition by transfer.asset order by entry_number)) as entry
    where (available_after, held_after) <> (available, held)`

/** Recharges have the sum of their refunds. */
const rechargesSayRefunds: Check = account => sql`
  select format('recharge %s says %s were given back, its refunds %s', trade_number, refunded_hao, coalesce(given.hao, 0))
    from recharge
    left join (select recharge_id, sum(amount_hao) as hao from refund where account_id = ${account} and state <> 'void' group by recharge_id) as given
      using (recharge_id)
    where account_id = ${account} and refunded_hao <> coalesce(given.hao, 0)`

/** A ledger account has the asset of its grant's kind. */
const ledgerAccountsBearTheirAsset: Check = account => sql`
  select format('ledger_account %s of %s is of asset %s, its grant of kind %s', purpose, grant_id, asset, kind)
    from ledger_account join credit_grant using (account_id, grant_id)
    where account_id = ${account} and asset <> case when kind in ('link', 'bonus') then kind else 'segment' end`

/** The gift money in orders, paid and refunded, is booked. */
const ordersSayGiftMoney: Check = account => sql`
  select format('order %s says gift money paid %s and got back %s, booked are %s and %s', order_number, bonus_hao, refunded_bonus_hao,
                coalesce(paid, 0), coalesce(back, 0))
    from package_order
    left join (select reference_id as order_id, sum(amount) filter (where kind = 'purchase') as paid, sum(amount) filter (where kind = 'refund') as back
        from transfer where account_id = ${account} and asset = 'bonus' and kind in ('purchase', 'refund') group by 1) as gifts using (order_id)
    where account_id = ${account} and (bonus_hao * (paid_at is not null)::int, refunded_bonus_hao) <> (coalesce(paid, 0), coalesce(back, 0))`

/** Spent link units equal the daily usage. */
const spentLinkUnitsWereUsed: Check = account => sql`
  select format('%s link units of %s are spent, its days have %s', credits - debits, grant_id, coalesce(used.units, 0))
    from ledger_account
    left join (select grant_id, sum(link_count + visit_count) as units from link_use where account_id = ${account} group by grant_id) as used using (grant_id)
    where account_id = ${account} and asset = 'link' and purpose = 'spent' and credits - debits <> coalesce(used.units, 0)`

/** The invoiceable amount follows every spending transfer, at the rate of its day. */
const invoiceableFollowsSpent: Check = account => sql`
  select format('transfer %s moves %s 毫 of what was spent, what may be invoiced moves by %s at %s (%s)',
      coalesce(money.transfer_id, mirror.contra_of_id), money.moved, mirror.moved, mirror.rate_bp, mirror.rule_bp)
    from (
      select transfer_id, case when taker.purpose = 'spent' then amount else -amount end as moved
      from transfer
      join ledger_account as giver on giver.account_id = ${account} and giver.ledger_account_id = debit_id
      join ledger_account as taker on taker.account_id = ${account} and taker.ledger_account_id = credit_id
      where transfer.account_id = ${account} and transfer.asset = 'cny' and 'spent' in (giver.purpose, taker.purpose)) as money
    full join (
      select contra_of_id, case when taker.purpose = 'available' then amount else -amount end as moved, consumed.rate_bp,
        case when transfer.kind = 'refund' then consumed.rate_bp else (select rate_bp from tax_rule
          where tax_rule.product = consumed.product and starts_at <= transfer.at order by starts_at desc limit 1) end as rule_bp
      from transfer
      join ledger_account as giver on giver.account_id = ${account} and giver.ledger_account_id = debit_id
      join ledger_account as taker on taker.account_id = ${account} and taker.ledger_account_id = credit_id
      join ledger_account as consumed on consumed.account_id = ${account} and consumed.purpose = 'outside'
        and consumed.ledger_account_id in (debit_id, credit_id)
      where transfer.account_id = ${account} and transfer.contra_of_id is not null) as mirror on mirror.contra_of_id = money.transfer_id
    where money.moved is distinct from mirror.moved or mirror.rate_bp is distinct from mirror.rule_bp`

/** Requested and issued amounts equal the invoices. */
const invoiceableIsAsInvoicesSay: Check = account => sql`
  select format('%s at %s of what may be invoiced is %s, invoices are %s', purpose, rate_bp, ledger_account.credits - ledger_account.debits, coalesce(invoices.hao, 0))
    from ledger_account
    left join (select rate_bp, case when state in ('issued', 'reversing') then 'spent' else 'held' end as purpose, sum(gross_hao) as hao
               from invoice_request where account_id = ${account} and state in ('reviewing', 'issuing', 'failed', 'issued', 'reversing') group by 1, 2)
      as invoices using (rate_bp, purpose)
    where ledger_account.account_id = ${account} and ledger_account.asset = 'invoice' and purpose in ('held', 'spent')
      and ledger_account.credits - ledger_account.debits <> coalesce(invoices.hao, 0)`

/** The items and the lines of an invoice sum to its amount. */
const invoicesAddUp: Check = account => sql`
  select format('invoice %s is of %s, its items sum to %s, its lines to %s', request_number, gross_hao, items.hao, lines.hao)
    from invoice_request as request
    left join (select request_id, sum(amount_hao) as hao from invoice_item where account_id = ${account} group by 1) as items using (request_id)
    left join (select request_id, sum(gross_hao) as hao, sum(net_hao) as net, sum(tax_hao) as tax from invoice_line where account_id = ${account} group by 1)
      as lines using (request_id)
    where request.account_id = ${account} and (items.hao, lines.hao, lines.net, lines.tax) is distinct from (gross_hao, gross_hao, net_hao, tax_hao)`

const checks = [
  balancesFollowTransfers,
  assetsSumToZero,
  heldIsOpen,
  postedIsDelivered,
  entriesSayWhatWasLeft,
  rechargesSayRefunds,
  ledgerAccountsBearTheirAsset,
  ordersSayGiftMoney,
  spentLinkUnitsWereUsed,
  invoiceableFollowsSpent,
  invoiceableIsAsInvoicesSay,
  invoicesAddUp,
]

/**
 * Ledger verification: a sentence on everything in an account's ledger that doesn't add up, all at one moment; empty if
 * it is consistent.
 */
export async function verifyLedger(executor: Executor, account: AccountId): Promise<string[]> {
  const found = sql.join(
    checks.map(check => sql`(${check(account)})`),
    sql` union all `,
  )
  const { rows } = await sql<{ problem: string }>`select problem from (${found}) as found (problem)`.execute(executor)
  return rows.map(row => row.problem)
}
