import type { MessageState } from '#contract/messages/message-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { blockedPhones, upsertEntries } from '#domain/blacklist/index.ts'
import { type CodeExplanation, explainCodes } from '#domain/numbering/index.ts'
import { reportNotification } from '#domain/push/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { presentAll } from './delivery.ts'

/** One message with its channel, attempts, reports of its parts, charge and replies. Refuses `not_found`. */
export async function readDelivery(tx: Tx, account: AccountId, messageId: string, now: Date) {
  const row = await tx
    .selectFrom('message')
    .selectAll()
    .where('account_id', '=', account)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const shown = firstOrThrow(await presentAll(tx, account, [row]))
  const template =
    row.template_id === null
      ? undefined
      : await tx
          .selectFrom('template')
          .select(['code', 'name'])
          .where('account_id', '=', account)
          .where('template_id', '=', row.template_id)
          .executeTakeFirst()
  const broadcast =
    row.broadcast_id === null
      ? undefined
      : await tx
          .selectFrom('broadcast')
          .select('name')
          .where('account_id', '=', account)
          .where('broadcast_id', '=', row.broadcast_id)
          .executeTakeFirst()
  const channel =
    row.channel_id === null
      ? undefined
      : await tx.selectFrom('channel').select('name').where('channel_id', '=', row.channel_id).executeTakeFirst()
  const waiting = await tx
    .selectFrom('outbox')
    .select('due_at')
    .where('account_id', '=', account)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return {
    ...shown,
    template: template ?? null,
    broadcastName: broadcast?.name ?? null,
    channelName: channel?.name ?? null,
    attemptCount: row.attempt_count,
    maybeTwice: row.maybe_twice,
    dueAt: waiting?.due_at ?? null,
    notification: await reportNotification(tx, account, messageId),
    parts: await partsOf(tx, account, messageId),
    isBlocked: await isBlocked(tx, account, { phone: row.phone, signatureId: row.signature_id, now }),
    replies: await repliesTo(tx, account, row.phone, messageId),
  }
}

async function partsOf(executor: Executor, account: AccountId, messageId: string) {
  const parts = await executor
    .selectFrom('part_report')
    .select(['part', 'state', 'code', 'at'])
    .where('account_id', '=', account)
    .where('message_id', '=', messageId)
    .orderBy('part')
    .execute()
  const explained: ReadonlyMap<string, CodeExplanation> = await explainCodes(
    executor,
    parts.map(part => part.code),
  )
  return parts.map(({ part, state, code, at }) => ({
    part,
    state: state as MessageState,
    reason: explained.get(code) ?? { code, meaning: '', cause: '', advice: '' },
    at,
  }))
}

const repliesTo = (executor: Executor, account: AccountId, phone: string, messageId: string) =>
  executor
    .selectFrom('inbound')
    .select(['inbound_id as inboundId', 'text', 'received_at as receivedAt'])
    .where('account_id', '=', account)
    .where('phone', '=', phone)
    .where('message_id', '=', messageId)
    .orderBy('inbound_id')
    .limit(20)
    .execute()

/** Whether the platform or the account blocks marketing to a number. */
async function isBlocked(tx: Tx, account: AccountId, { phone, signatureId, now }: { phone: string; signatureId: string; now: Date }) {
  return (await blockedPhones(tx, account, { phones: [phone], kind: 'marketing', signatureId, now })).size > 0
}

/**
 * Puts the recipients of messages on the account's blacklist without showing their numbers. Refuses `not_found` when
 * one of the messages doesn't exist.
 */
export async function blockRecipients(
  tx: Tx,
  account: AccountId,
  { messageIds, memberId, now }: { messageIds: readonly string[]; memberId: string; now: Date },
): Promise<{ addedCount: number; knownCount: number }> {
  const rows = await tx
    .selectFrom('message')
    .select('phone')
    .where('account_id', '=', account)
    .where('message_id', 'in', [...new Set(messageIds)])
    .execute()
  if (rows.length < new Set(messageIds).size) refuse('not_found')
  const phones = [...new Set(rows.map(row => row.phone))]
  const place = { signatureId: null, scope: 'marketing', reason: '从发送记录加入', expiresAt: null, memberId, now } as const
  const addedCount = await upsertEntries(tx, account, phones, { ...place, source: 'manual' })
  return { addedCount, knownCount: phones.length - addedCount }
}

/** The whole number of a message's recipient. Refuses `not_found`. */
export async function recipientOf(tx: Tx, account: AccountId, messageId: string): Promise<string> {
  const row = await tx
    .selectFrom('message')
    .select('phone')
    .where('account_id', '=', account)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  return row.phone
}
