import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { recordAnswers } from './answer.ts'

const batchSize = 500
/** Indexed by outbox.priority. */
const kindOf = ['otp', 'transactional', 'marketing'] as const

/**
 * Settles messages that earlier owners claimed and wrote no answer for: the carrier may have them. Returns how many.
 */
export async function resolveDoubt(db: Db, channelId: string, token: number, now: Date): Promise<number> {
  let messageCount = 0
  for (;;) {
    const { rows } = await sql<DoubtRow>`
      -- across accounts: what a dead owner left
      select outbox.account_id, outbox.outbox_id, message.message_id, outbox.claim_token, outbox.priority, outbox.broadcast_id, outbox.attempt_count,
        outbox.expires_at, message.segment_count, message.maybe_twice
      from outbox cross join lateral unnest(outbox.message_ids) as one (message_id)
      join message on message.account_id = outbox.account_id and message.message_id = one.message_id
      where outbox.channel_id = ${channelId} and outbox.claim_token < ${token} limit ${batchSize}`.execute(db)
    const answers = rows.map(row => ({
      kind: 'doubtful' as const,
      wasSent: false,
      message: {
        account: row.accountId,
        outboxId: row.outboxId,
        messageId: row.messageId,
        token: row.claimToken,
        kind: itemOrThrow(kindOf, row.priority),
        broadcastId: row.broadcastId,
        attemptCount: row.attemptCount,
        segmentCount: row.segmentCount,
        wasDoubtful: row.maybeTwice,
        expiresAt: row.expiresAt,
      },
    }))
    const { failed, error } = await recordAnswers(db, channelId, answers, now)
    if (failed.length > 0) throw error
    messageCount += rows.length
    if (rows.length < batchSize) return messageCount
  }
}

interface DoubtRow {
  accountId: AccountId
  outboxId: string
  messageId: string
  claimToken: number
  priority: number
  broadcastId: string | null
  attemptCount: number
  segmentCount: number
  maybeTwice: boolean
  expiresAt: Date
}
