import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import { dequeueRows, settleMessages } from '#domain/delivery/index.ts'
import type { AccountId } from '#values/id.ts'
import { stopBroadcast } from './waiting.ts'

interface Stop {
  reason: 'account_frozen' | 'account_not_attested'
  now: Date
}

/**
 * Stops what an account has in the outbox and no channel has claimed: its broadcasts are paused until a member resumes
 * them; single messages, which would be outdated by then, are canceled and their charge is returned. Scheduled
 * broadcasts stop when they are due. The caller locks the account's row and sets its state.
 */
export async function stopAccount(
  tx: Tx,
  account: AccountId,
  { reason, now }: Stop,
): Promise<{ broadcastCount: number; messageCount: number }> {
  const { rows: open } = await sql<{ broadcastId: string }>`
    select broadcast_id from broadcast where account_id = ${account} and state in ('sending', 'held') order by broadcast_id for no key update`.execute(
    tx,
  )
  for (const { broadcastId } of open) await stopBroadcast(tx, account, broadcastId, reason)
  const single = await dequeueRows(tx, account, sql`broadcast_id is null`)
  const canceled = single.map(messageId => ({ messageId, state: 'canceled' as const, reason, at: now }))
  const settled = await settleMessages(tx, account, canceled, now)
  return { broadcastCount: open.length, messageCount: settled.length }
}
