import { sql } from 'kysely'
import type { SystemAlertKind } from '#contract/home/system-alert.ts'
import type { DeliveryState, Occasion } from '#contract/on-call/admin-on-call.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { newId, platformAccountId } from '#values/id.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import type { NoticeText } from './text.ts'

export interface Notice {
  receiverId: string | null
  occasion: Occasion
  queuedAt: Date
  text: NoticeText
}

/** A notice still to be sent, locked until the transaction ends; null: it was already sent. */
export async function claimNotice(tx: Tx, deliveryId: string): Promise<Notice | null> {
  const row = await tx
    .selectFrom('onCallDelivery as delivery')
    .innerJoin('onCallEpisode as episode', 'episode.episodeId', 'delivery.episodeId')
    .select(['delivery.receiverId', 'delivery.occasion', 'delivery.createdAt as queuedAt'])
    .select(['episode.kind', 'episode.subject', 'episode.detail', 'episode.beganAt', 'episode.recoveredAt'])
    .where('deliveryId', '=', deliveryId)
    .where('delivery.state', '=', 'queued')
    .forUpdate('delivery')
    .executeTakeFirst()
  if (!row) return null
  const { receiverId, occasion, queuedAt, ...text } = row
  return { receiverId, occasion, queuedAt, text }
}

interface NoticeEnd {
  state: DeliveryState
  failure?: string | null
  mailId?: string | null
  now: Date
}

/** Records an attempt and its outcome, also at the receiver. `queued`: to be retried, with the reason. */
export async function endNotice(tx: Tx, deliveryId: string, { state, failure = null, mailId = null, now }: NoticeEnd): Promise<void> {
  const row = await tx
    .updateTable('onCallDelivery')
    .set({ state, failure, mailId, endedAt: state === 'queued' ? null : now })
    .where('deliveryId', '=', deliveryId)
    .returning('receiverId')
    .executeTakeFirst()
  if (row?.receiverId) await noteAtReceiver(tx, row.receiverId, failure, now)
}

const noteAtReceiver = (tx: Tx, receiverId: string, failure: string | null, now: Date) =>
  tx
    .updateTable('onCallReceiver')
    .set(failure === null ? { lastSentAt: now, lastFailure: null } : { lastFailure: failure })
    .where('receiverId', '=', receiverId)
    .execute()

interface Test {
  receiverId: string
  receiverName: string
  failure: string | null
  mailId: string | null
  now: Date
}

/** Records a test that was sent at once. */
export async function recordTest(tx: Tx, { failure, now, ...test }: Test): Promise<void> {
  const state = failure === null ? 'sent' : 'failed'
  await tx
    .insertInto('onCallDelivery')
    .values({ ...test, deliveryId: newId(now.getTime()), occasion: 'test', round: 0, state, failure, createdAt: now, endedAt: now })
    .execute()
  await noteAtReceiver(tx, test.receiverId, failure, now)
}

interface NoticeFilter {
  state?: DeliveryState | undefined
  cursor?: string | undefined
  pageSize: number
}

/** The log of notices, newest first. What became of a mail is known after it was queued. */
export async function listNotices(executor: Executor, { state, cursor, pageSize }: NoticeFilter) {
  const { rows } = await sql<{
    deliveryId: string
    receiverName: string
    kind: SystemAlertKind | null
    subject: string
    detail: string
    beganAt: Date
    occasion: Occasion
    state: DeliveryState
    failure: string | null
    createdAt: Date
  }>`
    select one.*, episode.kind, episode.subject, episode.detail, episode.began_at
    from (select delivery.delivery_id, delivery.receiver_name, delivery.episode_id, delivery.occasion, delivery.created_at,
        coalesce(mail.state, delivery.state) as state, coalesce(mail.failure, delivery.failure) as failure
      from on_call_delivery as delivery
      left join mail on mail.account_id = ${platformAccountId} and mail.mail_id = delivery.mail_id) as one
    left join on_call_episode as episode on episode.episode_id = one.episode_id
    where (${state ?? null}::text is null or one.state = ${state ?? null}) and (${cursor ?? null}::uuid is null or one.delivery_id < ${cursor ?? null})
    order by one.delivery_id desc limit ${pageSize + 1}`.execute(executor)
  const shown = rows.slice(0, pageSize).map(({ kind, subject, detail, beganAt, ...row }) => ({
    ...row,
    alert: kind && { kind, subject, detail, beganAt },
  }))
  return { rows: shown, nextCursor: rows.length > pageSize ? lastOrThrow(shown).deliveryId : null }
}
