import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { countMessages } from '#domain/sms/count.ts'
import { settleMessages } from '#domain/sms/settle.ts'
import { type Claimed, comeAgain } from './claim.ts'
import { releaseDoubtful } from './doubt.ts'

/** What the carrier said to all parts of one message. */
export type Answer = { message: Claimed } & (
  | { kind: 'taken'; upstreamIds: string[] }
  /** Nothing was taken; it may be tried again then. */
  | { kind: 'later'; dueAt: Date }
  | { kind: 'refused'; code: string }
  /** The link was cut before the answer: it may have been taken. */
  | { kind: 'doubtful' }
)

/** Writes submit answers, one transaction for each account: taken messages leave the outbox and wait for reports, refused ones are final. */
export async function recordAnswers(db: Db, channelId: string, answers: readonly Answer[], now: Date): Promise<void> {
  for (const [account, own] of Map.groupBy(answers, answer => answer.message.account))
    await db.transaction().execute(async tx => {
      const taken = own.filter(answer => answer.kind === 'taken')
      const refused = own.filter(answer => answer.kind === 'refused')
      const doubtful = own.filter(answer => answer.kind === 'doubtful').map(answer => answer.message)
      await releaseDoubtful(tx, account, channelId, doubtful, now)
      const later = own.filter(answer => answer.kind === 'later')
      const done = [...taken, ...refused].map(answer => answer.message.messageId)
      await sql`delete from outbox where account_id = ${account} and message_id = any(${done}::uuid[])`.execute(tx)
      await sql`
        update message as sent set state = 'submitted', channel_id = ${channelId}, upstream_id = part.upstream_id, attempt_count = part.attempts, submitted_at = ${now}
        from unnest(${taken.map(one => one.message.messageId)}::uuid[], ${taken.map(one => one.upstreamIds[0]!)}::text[],
                    ${taken.map(one => one.message.attemptCount)}::smallint[]) as part (id, upstream_id, attempts)
        where sent.account_id = ${account} and sent.message_id = part.id and sent.state in ('queued', 'sending')`.execute(tx)
      const parts = taken.flatMap(({ message, upstreamIds }) =>
        upstreamIds.map((id, i) => ({ id, messageId: message.messageId, part: i + 1, of: upstreamIds.length })),
      )
      await sql`
        insert into submitted_part (channel_id, upstream_id, account_id, message_id, part, part_count, submitted_at)
        select ${channelId}, id, ${account}, message_id, part, part_count, ${now}
        from unnest(${parts.map(part => part.id)}::text[], ${parts.map(part => part.messageId)}::uuid[], ${parts.map(part => part.part)}::smallint[],
                    ${parts.map(part => part.of)}::smallint[]) as part (id, message_id, part, part_count)
        on conflict (channel_id, upstream_id) do nothing`.execute(tx)
      const ended = await settleMessages(
        tx,
        account,
        refused.map(({ message, code }) => ({ messageId: message.messageId, state: 'rejected', reason: code, at: now })),
      )
      const submitted = taken.map(({ message }) => ({ ...message, state: 'submitted' as const }))
      await countMessages(tx, account, [...submitted, ...ended])
      if (later.length === 0) return
      await sql`
        update outbox set claim_token = null, due_at = again.due_at
        from unnest(${later.map(one => one.message.messageId)}::uuid[], ${later.map(one => one.dueAt)}::timestamptz[]) as again (id, due_at)
        where outbox.account_id = ${account} and outbox.message_id = again.id`.execute(tx)
      await comeAgain(tx, account, channelId)
    })
}
