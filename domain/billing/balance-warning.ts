import type { BalanceWarning } from '#contract/billing/finance-overview.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** The balance warning settings of an account; null: never set. domain/alert evaluates them. */
export async function readWarning(executor: Executor, account: AccountId): Promise<BalanceWarning | null> {
  const warning = await readWarningSince(executor, account)
  if (!warning) return null
  const { changedAt: _, ...rest } = warning
  return rest
}

/** The balance warning settings with the time at which they were set. */
export async function readWarningSince(executor: Executor, account: AccountId): Promise<(BalanceWarning & { changedAt: Date }) | null> {
  const row = await executor.selectFrom('balance_warning').selectAll().where('account_id', '=', account).executeTakeFirst()
  if (!row) return null
  return { isOn: row.is_on, firstHao: row.first_hao, secondHao: row.second_hao, segmentCount: row.segment_count, changedAt: row.changed_at }
}

/**
 * Saves the balance warning settings and starts the evaluation of the account's alerts. Alerts under the old settings
 * fire anew.
 */
export async function saveWarning(
  tx: Tx,
  account: AccountId,
  { isOn, firstHao, secondHao, segmentCount }: BalanceWarning,
  now: Date,
): Promise<void> {
  const row = { is_on: isOn, first_hao: firstHao, second_hao: secondHao, segment_count: segmentCount, changed_at: now }
  await tx
    .insertInto('balance_warning')
    .values({ account_id: account, ...row })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(row))
    .execute()
  await tx
    .insertInto('alert_watch')
    .values({ account_id: account })
    .onConflict(conflict => conflict.column('account_id').doNothing())
    .execute()
}
