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
  const row = await executor.selectFrom('balanceWarning').selectAll().where('accountId', '=', account).executeTakeFirst()
  if (!row) return null
  return { isOn: row.isOn, firstHao: row.firstHao, secondHao: row.secondHao, segmentCount: row.segmentCount, changedAt: row.changedAt }
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
  const row = { isOn, firstHao, secondHao, segmentCount, changedAt: now }
  await tx
    .insertInto('balanceWarning')
    .values({ accountId: account, ...row })
    .onConflict(conflict => conflict.column('accountId').doUpdateSet(row))
    .execute()
  await tx
    .insertInto('alertWatch')
    .values({ accountId: account })
    .onConflict(conflict => conflict.column('accountId').doNothing())
    .execute()
}
