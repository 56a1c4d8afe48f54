import { sql } from 'kysely'
import type { MessageState } from '#contract/messages/message-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { expectExchange, listChannels, readExchange } from '#domain/channels/index.ts'
import { acceptMessages } from '#domain/delivery/index.ts'
import { holdCharge } from '#domain/ledger/index.ts'
import { platformAccount } from '#domain/messages/index.ts'
import { explainCodes, loadCarrierFinder } from '#domain/numbering/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import type { Carrier } from '#values/phone.ts'
import { segmentCount } from '#values/segment.ts'

/**
 * Sends one message of the platform through a given channel, whatever the routes say; if that channel loses its
 * connection before, the message is routed like any other. Returns its id, the carrier of the number and the channel's
 * name. Refuses `not_found`, `channel_down`.
 */
export async function sendTrial(
  tx: Tx,
  { channelId, phone, now }: { channelId: string; phone: string; now: Date },
): Promise<{ messageId: string; carrier: Carrier; name: string }> {
  const channel = (await listChannels(tx)).find(one => one.channelId === channelId)
  if (!channel) refuse('not_found')
  if (!(channel.isEnabled && channel.isHeld && channel.state === 'up')) refuse('channel_down', { name: channel.name })
  const { accountId, signature } = platformAccount
  const content = `【${signature.text}】通道测试，发于${formatChinaTime(now).slice(11)}，收到请忽略。`
  // A one-time code waits five minutes in the queue at most.
  const kind = 'otp'
  const hold = firstOrThrow(await holdCharge(tx, accountId, kind, new Map([[1, 1]]), { now }))
  const carrierOf = await loadCarrierFinder(tx, [phone])
  const messageId = newId()
  const carrier = carrierOf(phone) ?? 'mobile'
  const message = {
    messageId,
    kind,
    signatureId: signature.signatureId,
    templateId: null,
    phone,
    carrier,
    content,
    segmentCount: segmentCount(content.length),
    holdId: hold.holdId,
  } as const
  await expectExchange(tx, { messageId, channelId, at: now })
  await acceptMessages(tx, accountId, [message], { now, channelId })
  return { messageId, carrier, name: channel.name }
}

/** State of such a message. Refuses `not_found`. */
export async function readTrial(executor: Executor, messageId: string, acceptedAt: Date) {
  const { rows } = await sql<{
    state: MessageState
    content: string
    reason: string | null
    submittedAt: Date | null
    finishedAt: Date | null
    channelName: string | null
  }>`
    select message.state, content, reason, submitted_at, finished_at, channel.name as "channelName"
    from message left join channel on channel.channel_id = message.channel_id
    where account_id = ${platformAccount.accountId} and message_id = ${messageId}`.execute(executor)
  const [row] = rows
  if (!row) refuse('not_found')
  const { reason, ...rest } = row
  const meaning = reason === null ? null : getOrThrow(await explainCodes(executor, [reason]), reason).meaning
  return { ...rest, acceptedAt, code: reason, meaning, exchange: await readExchange(executor, messageId) }
}
