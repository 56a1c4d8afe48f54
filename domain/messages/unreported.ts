import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { countMessages, settleMessages } from '#domain/delivery/index.ts'
import type { AccountId } from '#values/id.ts'
import { idFloor } from '#values/id.ts'
import { limits } from '#values/limits.ts'

const batchSize = 500
const dayMs = 86_400_000
/** Ids are ordered by time: older messages have long been final, and their partitions are not read again. */
const windowDays = 40

/**
 * Ends messages without a delivery report: `reportWaitHours` after submission they are unknown, and their charge is
 * returned in the same transaction. Idempotent; a later report changes nothing. Returns how many it ended.
 */
export async function expireUnreported(db: Db, now: Date): Promise<number> {
  const since = new Date(now.getTime() - limits.reportWaitHours * 3_600_000)
  const oldest = idFloor(since.getTime() - windowDays * dayMs)
  let endedCount = 0
  for (;;) {
    const { rows } = await sql<{ accountId: AccountId; messageId: string }>`
      -- across accounts: whatever has waited too long
      select account_id, message_id from message
      where message_id >= ${oldest} and message_id < ${idFloor(since)} and state = 'submitted' and submitted_at < ${since}
      limit ${batchSize}`.execute(db)
    for (const [account, own] of Map.groupBy(rows, row => row.accountId)) {
      const outcomes = own.map(row => ({ messageId: row.messageId, state: 'unknown' as const, reason: 'NO_REPORT', at: now }))
      endedCount += await db.transaction().execute(async tx => {
        const settled = await settleMessages(tx, account, outcomes, now)
        await countMessages(tx, account, settled)
        return settled.length
      })
    }
    if (rows.length < batchSize) return endedCount
  }
}
