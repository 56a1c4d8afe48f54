import type { EsmeProtocol } from '#contract/apps/app-labels.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** The accounts for SMPP and CMPP of a customer's apps, and whether each may send texts without a template. */
export const listEsmeAccounts = (tx: Tx, account: AccountId) =>
  tx
    .selectFrom('esmeAccount as esme')
    .innerJoin('app', join => join.onRef('app.accountId', '=', 'esme.accountId').onRef('app.appId', '=', 'esme.appId'))
    .select(['esme.appId', 'app.name as appName', 'esme.protocol', 'esme.loginName', 'esme.allowsFreeText'])
    .where('esme.accountId', '=', account)
    .where('app.accountId', '=', account)
    .where('app.state', '<>', 'deleted')
    .orderBy('esme.appId')
    .orderBy('esme.protocol', 'desc')
    .execute()

/**
 * Allows or forbids texts without a template for an app's account; open sessions follow within seconds. Returns its
 * login name. Refuses `not_found`, and `state_forbids` if nothing changes.
 */
export async function permitFreeText(
  tx: Tx,
  account: AccountId,
  { appId, protocol, isAllowed }: { appId: string; protocol: EsmeProtocol; isAllowed: boolean },
): Promise<string> {
  const found = await tx
    .selectFrom('esmeAccount')
    .select(['loginName', 'allowsFreeText'])
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('protocol', '=', protocol)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) refuse('not_found')
  if (found.allowsFreeText === isAllowed)
    refuse('state_forbids', { state: isAllowed ? '已允许自由文本' : '不允许自由文本', action: isAllowed ? '再次允许' : '再次取消' })
  await tx
    .updateTable('esmeAccount')
    .set({ allowsFreeText: isAllowed })
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('protocol', '=', protocol)
    .execute()
  return found.loginName
}
