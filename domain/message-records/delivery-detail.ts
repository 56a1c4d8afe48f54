import { sql } from 'kysely'
import type { DeliveryFilter } from '#contract/messages/delivery.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { blockedPhones, recordEntries, upsertEntries } from '#domain/blacklist/index.ts'
import { type CodeExplanation, explainCodes } from '#domain/numbering/index.ts'
import { reportNotification } from '#domain/push/index.ts'
import type { ReversibleAct } from '#domain/undo-record/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { maskPhone } from '#values/phone.ts'
import { presentAll } from './delivery.ts'
import { messageWhere } from './delivery-where.ts'

/** One message with its channel, attempts, reports of its parts, charge and replies. Refuses `not_found`. */
export async function readDelivery(tx: Tx, account: AccountId, messageId: string, now: Date) {
  const row = await tx
    .selectFrom('message')
    .selectAll()
    .where('accountId', '=', account)
    .where('messageId', '=', messageId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const shown = firstOrThrow(await presentAll(tx, account, [row]))
  const template =
    row.templateId === null
      ? undefined
      : await tx
          .selectFrom('template')
          .select(['code', 'name'])
          .where('accountId', '=', account)
          .where('templateId', '=', row.templateId)
          .executeTakeFirst()
  const broadcast =
    row.broadcastId === null
      ? undefined
      : await tx
          .selectFrom('broadcast')
          .select('name')
          .where('accountId', '=', account)
          .where('broadcastId', '=', row.broadcastId)
          .executeTakeFirst()
  const channel =
    row.channelId === null
      ? undefined
      : await tx.selectFrom('channel').select('name').where('channelId', '=', row.channelId).executeTakeFirst()
  const waiting = await tx
    .selectFrom('outbox')
    .select('dueAt')
    .where('accountId', '=', account)
    .where('messageIds', '@>', sql<string[]>`array[${messageId}::uuid]`)
    .executeTakeFirst()
  return {
    ...shown,
    template: template ?? null,
    broadcastName: broadcast?.name ?? null,
    channelName: channel?.name ?? null,
    attemptCount: row.attemptCount,
    maybeTwice: row.maybeTwice,
    dueAt: waiting?.dueAt ?? null,
    notification: await reportNotification(tx, account, messageId),
    parts: await partsOf(tx, account, messageId),
    isBlocked: await isBlocked(tx, account, { phone: row.phone, signatureId: row.signatureId, now }),
    replies: await repliesTo(tx, account, row.phone, messageId),
  }
}

async function partsOf(executor: Executor, account: AccountId, messageId: string) {
  const parts = await executor
    .selectFrom('partReport')
    .select(['part', 'state', 'code', 'at'])
    .where('accountId', '=', account)
    .where('messageId', '=', messageId)
    .orderBy('part')
    .execute()
  const explained: ReadonlyMap<string, CodeExplanation> = await explainCodes(
    executor,
    parts.map(part => part.code),
  )
  return parts.map(({ part, state, code, at }) => ({
    part,
    state,
    reason: explained.get(code) ?? { code, meaning: '', cause: '', advice: '' },
    at,
  }))
}

const repliesTo = (executor: Executor, account: AccountId, phone: string, messageId: string) =>
  executor
    .selectFrom('inbound')
    .select(['inboundId', 'text', 'receivedAt'])
    .where('accountId', '=', account)
    .where('phone', '=', phone)
    .where('messageId', '=', messageId)
    .orderBy('inboundId')
    .limit(20)
    .execute()

/** Whether the platform or the account blocks marketing to a number. */
async function isBlocked(tx: Tx, account: AccountId, { phone, signatureId, now }: { phone: string; signatureId: string; now: Date }) {
  return (await blockedPhones(tx, account, { phones: [phone], kind: 'marketing', signatureId, now })).size > 0
}

/**
 * Puts the recipients of all messages that match a filter on the account's blacklist without showing their numbers.
 * Refuses `not_found` when one of the named messages doesn't exist, `input_invalid` for too many.
 */
export async function blockRecipients(
  tx: Tx,
  account: AccountId,
  { filter, undoId, memberId, now }: ReversibleAct & { filter: DeliveryFilter },
): Promise<{ addedCount: number; known: string[]; undoId: string | null }> {
  const { keys, rowFilter } = messageWhere(account, filter, now)
  const most = limits.deliveryBlocked
  const matching = tx.selectFrom('message').select('phone').where(keys)
  const rows = await (rowFilter ? matching.where(rowFilter) : matching).limit(most + 1).execute()
  if (rows.length > most) refuse('input_invalid', {}, { filter: `一次最多 ${most.toLocaleString('en-US')} 条短信，请缩小范围` })
  if (rows.length < (filter.ids ? new Set(filter.ids).size : 1)) refuse('not_found')
  const phones = [...new Set(rows.map(row => row.phone))]
  const place = { signatureId: null, scope: 'marketing', reason: '从发送记录加入', expiresAt: null, memberId, now } as const
  return recordEntries(tx, account, { undoId, memberId, now, touched: { phones, signatureId: null } }, async () => {
    const added = new Set(await upsertEntries(tx, account, phones, { ...place, source: 'manual' }))
    return { addedCount: added.size, known: phones.filter(phone => !added.has(phone)).map(maskPhone) }
  })
}

/** The whole number of a message's recipient. Refuses `not_found`. */
export async function recipientOf(tx: Tx, account: AccountId, messageId: string): Promise<string> {
  const row = await tx
    .selectFrom('message')
    .select('phone')
    .where('accountId', '=', account)
    .where('messageId', '=', messageId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  return row.phone
}
