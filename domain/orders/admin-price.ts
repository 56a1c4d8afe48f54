import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { customerName } from '#domain/account/index.ts'
import { type MessageKind, unitPrice } from '#domain/ledger/index.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'

/** Segment prices, public or of one customer: the current ones and every version. Refuses `not_found`. */
export async function readPrices(tx: Tx, account: AccountId | null, now: Date) {
  const accountName = account ? await customerName(tx, account) : null
  const current = {
    otp: await unitPrice(tx, 'otp', now, account),
    transactional: await unitPrice(tx, 'transactional', now, account),
    marketing: await unitPrice(tx, 'marketing', now, account),
  }
  const { rows } = account
    ? await sql<{ kind: MessageKind; startsAt: Date; unitPriceHao: number | null }>`
        select kind, starts_at, unit_price_hao from account_price where account_id = ${account}
        order by starts_at desc, kind`.execute(tx)
    : await sql<{ kind: MessageKind; startsAt: Date; unitPriceHao: number | null }>`
        select kind, starts_at, unit_price_hao from unit_price order by starts_at desc, kind`.execute(tx)
  return { current, accountName, versions: rows.map(row => ({ ...row, isFuture: row.startsAt > now })) }
}

/** Customers with prices of their own, now or in the future, with the current ones. */
export async function listOwnPrices(executor: Executor, now: Date) {
  const { rows } = await sql<{ accountId: AccountId; name: string; prices: Record<MessageKind, number | null> }>`
    -- across accounts: those with prices of their own
    select account.account_id, ${shownAccountName} as name, jsonb_build_object('otp', max(now.hao) filter (where now.kind = 'otp'),
      'transactional', max(now.hao) filter (where now.kind = 'transactional'), 'marketing', max(now.hao) filter (where now.kind = 'marketing')) as prices
    from account
    join (select distinct account_id from account_price) as own on own.account_id = account.account_id
    left join (select distinct on (account_id, kind) account_id, kind, unit_price_hao as hao from account_price where starts_at <= ${now}
      order by account_id, kind, starts_at desc) as now on now.account_id = account.account_id
    group by account.account_id, account.name, account.attested_name order by name, account.account_id limit 1000`.execute(executor)
  return rows
}

export interface PriceChange {
  kind: MessageKind
  account: AccountId | null
  /** Null: from now on. */
  startsAt: Date | null
  /** Null, for a customer only: back to the public price. */
  unitPriceHao: number | null
  now: Date
}

/**
 * Sets a price from a moment on; what was accepted before keeps its price. Returns the price just before that moment.
 * Refuses `not_found`, `price_past`, `price_exists`.
 */
export async function setPrice(
  tx: Tx,
  { kind, account, startsAt, unitPriceHao, now }: PriceChange,
): Promise<{ before: string; after: string }> {
  if (account) await customerName(tx, account)
  if (startsAt && startsAt < now) refuse('price_past', {}, { startsAt: '生效时间不能早于现在' })
  const from = startsAt ?? now
  const before = await unitPrice(tx, kind, from, account)
  const made = account
    ? await tx
        .insertInto('accountPrice')
        .values({ accountId: account, kind, startsAt: from, unitPriceHao })
        .onConflict(conflict => conflict.columns(['accountId', 'kind', 'startsAt']).doNothing())
        .returning('startsAt')
        .execute()
    : await tx
        .insertInto('unitPrice')
        .values({ kind, startsAt: from, unitPriceHao: unitPriceHao! })
        .onConflict(conflict => conflict.columns(['kind', 'startsAt']).doNothing())
        .returning('startsAt')
        .execute()
  if (made.length === 0) refuse('price_exists')
  return { before: formatYuan(before), after: unitPriceHao === null ? '同平台' : formatYuan(unitPriceHao) }
}

/** Deletes a price that isn't in force yet. Refuses `not_found`, `price_past`. */
export async function cancelPrice(
  tx: Tx,
  asked: { kind: MessageKind; account: AccountId | null; startsAt: Date; now: Date },
): Promise<void> {
  if (asked.startsAt <= asked.now) refuse('price_past')
  const { kind, account, startsAt } = asked
  const { rows } = account
    ? await sql`delete from account_price where account_id = ${account} and kind = ${kind} and starts_at = ${startsAt} returning 1`.execute(
        tx,
      )
    : await sql`delete from unit_price where kind = ${kind} and starts_at = ${startsAt} returning 1`.execute(tx)
  if (rows.length === 0) refuse('not_found')
}
