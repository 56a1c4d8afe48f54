import { sql } from 'kysely'
import { asAccount, type Db } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** Whether the outbox has messages of a broadcast, and whether one of them waits for a channel that is connected. */
const waits = sql`exists (select from outbox where outbox.account_id = broadcast.account_id and outbox.broadcast_id = broadcast.broadcast_id)`
const hasChannel = sql`exists (
  select from outbox join channel on channel.channel_id = outbox.channel_id and channel.enabled and channel.state = 'up'
  where outbox.account_id = broadcast.account_id and outbox.broadcast_id = broadcast.broadcast_id)`

/** Records which running broadcasts no connected channel takes, and since when. */
export async function watchChannels(db: Db, now: Date): Promise<void> {
  await sql`
    update broadcast set no_channel_since = ${now} -- across accounts: running broadcasts that lost their channels
    where state = 'sending' and no_channel_since is null and ${waits} and not ${hasChannel}`.execute(db)
  await sql`
    update broadcast set no_channel_since = null -- across accounts: running broadcasts that have a channel again
    where state = 'sending' and no_channel_since is not null and ${hasChannel}`.execute(db)
}

/** Records that no enabled channel would take the broadcast's next messages. */
export const recordNoChannel = (db: Db, account: AccountId, broadcastId: string, now: Date): Promise<unknown> =>
  asAccount(db, account, tx =>
    sql`update broadcast set no_channel_since = ${now}
      where account_id = ${account} and broadcast_id = ${broadcastId} and state = 'sending' and no_channel_since is null`.execute(tx),
  )
