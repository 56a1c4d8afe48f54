import { sql } from 'kysely'
import type { SpendCapSetting } from '#contract/billing/finance-overview.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { chargedAndHeld } from '#domain/ledger/index.ts'
import { chinaDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Spend cap: the maximum cost of messages per day and month; placing a hold enforces it. */
export async function readCap(executor: Executor, account: AccountId): Promise<SpendCapSetting> {
  const row = await executor.selectFrom('spend_cap').selectAll().where('account_id', '=', account).executeTakeFirst()
  return { dayHao: row?.day_hao ?? null, monthHao: row?.month_hao ?? null }
}

/** Spending that counts against the caps at this moment, in 毫. */
export async function cappedSpending(executor: Executor, account: AccountId, now: Date): Promise<{ todayHao: number; monthHao: number }> {
  const today = chinaDay(now)
  const { rows } = await sql<{ todayHao: number; monthHao: number }>`
    select (${chargedAndHeld(account, sql`${today}`, today)})::bigint as "todayHao",
      (${chargedAndHeld(account, sql`${`${today.slice(0, 7)}-01`}`, today)})::bigint as "monthHao"`.execute(executor)
  return firstOrThrow(rows)
}

/** Saves the caps, effective from the next message. Both null: no cap. */
export async function saveCap(tx: Tx, account: AccountId, { dayHao, monthHao }: SpendCapSetting, now: Date): Promise<void> {
  // Holds placed concurrently commit first or see the new cap.
  await sql`select from account where account_id = ${account} for no key update`.execute(tx)
  if (dayHao === null && monthHao === null) {
    await tx.deleteFrom('spend_cap').where('account_id', '=', account).execute()
    return
  }
  const row = { day_hao: dayHao, month_hao: monthHao, changed_at: now }
  await tx
    .insertInto('spend_cap')
    .values({ account_id: account, ...row })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(row))
    .execute()
}
