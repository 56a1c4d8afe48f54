import { sql } from 'kysely'
import type { EsmeProtocol } from '#contract/apps/app-labels.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { findOfApp } from './esme-account.ts'
import { liveSessions } from './esme-session.ts'
import { settingsOf } from './key.ts'

/** An app's account for a protocol with its sessions and waiting deliveries. Refuses `not_found` for a deleted app. */
export async function readEsme(tx: Tx, account: AccountId, { appId, protocol, now }: { appId: string; protocol: EsmeProtocol; now: Date }) {
  const app = await tx
    .selectFrom('app')
    .select('settings')
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()
  if (!app) refuse('not_found')
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from push_event where account_id = ${account} and sink = ${protocol} and queue_id = ${appId} and state = 'waiting')
      + (select count(*) from esme_submit where account_id = ${account} and app_id = ${appId} and protocol = ${protocol} and due_at is not null)
      as count`.execute(tx)
  return {
    isOpen: settingsOf(app.settings).ingresses[protocol],
    account: await findOfApp(tx, account, appId, protocol),
    sessions: await liveSessions(tx, account, { appId, protocol, now }),
    waitingCount: firstOrThrow(rows).count,
  }
}
