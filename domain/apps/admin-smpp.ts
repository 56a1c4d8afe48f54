import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** The SMPP accounts of a customer's apps, and whether each may send texts without a template. */
export const listSmppAccounts = (tx: Tx, account: AccountId) =>
  tx
    .selectFrom('smppAccount as smpp')
    .innerJoin('app', join => join.onRef('app.accountId', '=', 'smpp.accountId').onRef('app.appId', '=', 'smpp.appId'))
    .select(['smpp.appId', 'app.name as appName', 'smpp.systemId', 'smpp.allowsFreeText'])
    .where('smpp.accountId', '=', account)
    .where('app.accountId', '=', account)
    .where('app.state', '<>', 'deleted')
    .orderBy('smpp.appId')
    .execute()

/**
 * Allows or forbids texts without a template for an app's SMPP account; open sessions follow within seconds. Returns
 * its system id. Refuses `not_found`, and `state_forbids` if nothing changes.
 */
export async function permitFreeText(tx: Tx, account: AccountId, appId: string, isAllowed: boolean): Promise<string> {
  const found = await tx
    .selectFrom('smppAccount')
    .select(['systemId', 'allowsFreeText'])
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) refuse('not_found')
  if (found.allowsFreeText === isAllowed)
    refuse('state_forbids', { state: isAllowed ? '已允许自由文本' : '不允许自由文本', action: isAllowed ? '再次允许' : '再次取消' })
  await tx
    .updateTable('smppAccount')
    .set({ allowsFreeText: isAllowed })
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .execute()
  return found.systemId
}
