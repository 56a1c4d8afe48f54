import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** The SMPP accounts of a customer's apps, and whether each may send texts without a template. */
export const listSmppAccounts = (tx: Tx, account: AccountId) =>
  tx
    .selectFrom('smpp_account as smpp')
    .innerJoin('app', join => join.onRef('app.account_id', '=', 'smpp.account_id').onRef('app.app_id', '=', 'smpp.app_id'))
    .select(['smpp.app_id as appId', 'app.name as appName', 'smpp.system_id as systemId', 'smpp.allows_free_text as allowsFreeText'])
    .where('smpp.account_id', '=', account)
    .where('app.account_id', '=', account)
    .where('app.state', '<>', 'deleted')
    .orderBy('smpp.app_id')
    .execute()

/**
 * Allows or forbids texts without a template for an app's SMPP account; open sessions follow within seconds. Returns
 * its system id. Refuses `not_found`, and `state_forbids` if nothing changes.
 */
export async function permitFreeText(tx: Tx, account: AccountId, appId: string, isAllowed: boolean): Promise<string> {
  const found = await tx
    .selectFrom('smpp_account')
    .select(['system_id', 'allows_free_text'])
    .where('account_id', '=', account)
    .where('app_id', '=', appId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) refuse('not_found')
  if (found.allows_free_text === isAllowed)
    refuse('state_forbids', { state: isAllowed ? '已允许自由文本' : '不允许自由文本', action: isAllowed ? '再次允许' : '再次取消' })
  await tx
    .updateTable('smpp_account')
    .set({ allows_free_text: isAllowed })
    .where('account_id', '=', account)
    .where('app_id', '=', appId)
    .execute()
  return found.system_id
}
