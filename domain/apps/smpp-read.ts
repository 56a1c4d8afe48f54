import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { settingsOf } from './key.ts'
import { findOfApp } from './smpp-account.ts'
import { liveBinds } from './smpp-bind.ts'

/** An app's SMPP account with its sessions and waiting deliver_sm. Refuses `not_found` for a deleted app. */
export async function readSmpp(tx: Tx, account: AccountId, appId: string, now: Date) {
  const app = await tx
    .selectFrom('app')
    .select('settings')
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()
  if (!app) refuse('not_found')
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from push_event where account_id = ${account} and sink = 'smpp' and queue_id = ${appId} and state = 'waiting')
      + (select count(*) from smpp_submit where account_id = ${account} and app_id = ${appId} and due_at is not null) as count`.execute(tx)
  return {
    isOpen: settingsOf(app.settings).ingresses.smpp,
    account: await findOfApp(tx, account, appId),
    binds: await liveBinds(tx, account, appId, now),
    waitingCount: firstOrThrow(rows).count,
  }
}
