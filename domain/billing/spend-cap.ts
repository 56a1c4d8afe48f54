import { sql } from 'kysely'
import type { SpendCapSetting } from '#contract/billing/finance-overview.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { chargedAndHeld } from '#domain/ledger/index.ts'
import { chinaDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Spend cap: the maximum cost of messages per day and month; placing a hold enforces it. */
export async function readCap(executor: Executor, account: AccountId): Promise<SpendCapSetting> {
  const row = await executor.selectFrom('spendCap').selectAll().where('accountId', '=', account).executeTakeFirst()
  return { dayHao: row?.dayHao ?? null, monthHao: row?.monthHao ?? null }
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
    await tx.deleteFrom('spendCap').where('accountId', '=', account).execute()
    return
  }
  const row = { dayHao, monthHao, changedAt: now }
  await tx
    .insertInto('spendCap')
    .values({ accountId: account, ...row })
    .onConflict(conflict => conflict.column('accountId').doUpdateSet(row))
    .execute()
}
