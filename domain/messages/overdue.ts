import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { countMessages, dequeueRows, endedBeforeSubmission, settleMessages } from '#domain/delivery/index.ts'
import type { AccountId } from '#values/id.ts'

/** Rows of the outbox, of up to a hundred messages each. */
const batchSize = 20

/**
 * Expires messages whose validity is over and that no channel has claimed because theirs is disconnected or switched
 * off; their charge is returned in the same transaction. Dispatch does the same with those that it claims. Idempotent.
 * Returns how many it ended.
 */
export async function expireQueued(db: Db, now: Date): Promise<number> {
  let endedCount = 0
  for (;;) {
    const { rows } = await sql<{ accountId: AccountId; outboxId: string }>`
      -- across accounts: whatever is overdue
      select account_id, outbox_id from outbox where expires_at <= ${now} and claim_token is null limit ${batchSize}`.execute(db)
    for (const [account, own] of Map.groupBy(rows, row => row.accountId))
      endedCount += await db.transaction().execute(async tx => {
        const overdue = await dequeueRows(
          tx,
          account,
          sql`outbox_id = any(${own.map(row => row.outboxId)}::uuid[]) and expires_at <= ${now}`,
        )
        const outcomes = overdue.map(messageId => ({ messageId, state: 'expired' as const, reason: 'VALIDITY', at: now }))
        const settled = await settleMessages(tx, account, outcomes, now)
        await countMessages(tx, account, [...endedBeforeSubmission(settled), ...settled])
        return settled.length
      })
    if (rows.length < batchSize) return endedCount
  }
}
