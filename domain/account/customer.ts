import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'

/** Returns the account's name as staff read it. Refuses `not_found`, also for the platform's own account. */
export async function customerName(tx: Tx, account: AccountId): Promise<string> {
  const row = await lockCustomer(tx, account)
  return row.name
}

/** Locks the row of a customer's account. Refuses `not_found`. */
export async function lockCustomer(tx: Tx, account: AccountId) {
  const row = await tx
    .selectFrom('account')
    .select([shownAccountName.as('name'), 'state', 'attestedAt'])
    .where('accountId', '=', account)
    .where('kind', '=', 'customer')
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('not_found')
  return row
}
