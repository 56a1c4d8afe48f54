import { z } from 'zod'
import { fault } from '#contract/open/vendor-error.ts'
import { serialNoOf } from '#contract/open/vendor-id.ts'
import type { PulledKind, PushEvent } from '#contract/push/push.ts'
import { refuse } from '#contract/refusals.ts'
import { inboundFrom, messagesTo } from '#domain/message-records/index.ts'
import { explainCodes } from '#domain/numbering/index.ts'
import { acknowledge, dequeueEvents } from '#domain/push/index.ts'
import { callingCodeOf } from '#values/country.ts'
import { isAbroad, parsePhone, phoneProblemNames } from '#values/phone.ts'
import { type VendorContext, vendorAction } from '../vendor-action.ts'
import { limit, offset, requireApp, sdkAppId, second, secondsOf } from './app.ts'

const pulled = { Limit: limit, SmsSdkAppId: sdkAppId }
const byPhone = { ...pulled, BeginTime: second, EndTime: second.optional(), Offset: offset, PhoneNumber: z.string() }
type ByPhone = z.output<z.ZodObject<typeof byPhone>>
const keptDays = 7

export const pullActions = {
  PullSmsSendStatus: vendorAction('callback', pulled, async (context, input) => {
    const events = await take(context, input, 'report')
    return { PullSmsSendStatusSet: events.flatMap(event => (event.kind === 'report' ? statusOf(event.data) : [])) }
  }),
  PullSmsReplyStatus: vendorAction('callback', pulled, async (context, input) => {
    const events = await take(context, input, 'inbound')
    return { PullSmsReplyStatusSet: events.flatMap(event => (event.kind === 'inbound' ? replyOf(event.data) : [])) }
  }),
  PullSmsSendStatusByPhoneNumber: vendorAction('query', byPhone, async (context, input) => {
    const { account, appId } = context.caller
    const rows = await context.read(async tx => {
      const { messages } = await messagesTo(tx, account, { appId, ...rangeOf(context, input) })
      const reasons = messages.map(one => one.reason)
      const explained = await explainCodes(tx, reasons)
      return messages.map(one => ({ ...one, description: (one.reason && explained.get(one.reason)?.meaning) || '' }))
    })
    const ended = rows.flatMap(one => (one.isFinal && one.finishedAt ? [{ ...one, finishedAt: one.finishedAt }] : []))
    return { PullSmsSendStatusSet: ended.map(statusOf) }
  }),
  PullSmsReplyStatusByPhoneNumber: vendorAction('query', byPhone, async (context, input) => {
    const { account, appId } = context.caller
    const rows = await context.read(tx => inboundFrom(tx, account, { appId, ...rangeOf(context, input) }))
    return { PullSmsReplyStatusSet: rows.map(replyOf) }
  }),
}

/** Dequeues waiting events and acknowledges them: Tencent's pull has no acknowledgement. */
function take(
  context: VendorContext,
  { Limit, SmsSdkAppId }: { Limit: number; SmsSdkAppId: string },
  kind: PulledKind,
): Promise<PushEvent[]> {
  requireApp(context, SmsSdkAppId)
  const {
    caller: { account, appId },
    now,
  } = context
  return context.read(async tx => {
    const { cursor, events } = await dequeueEvents(tx, account, appId, { kinds: [kind], limit: Limit, now })
    if (cursor) await acknowledge(tx, account, appId, cursor, { now })
    return events
  })
}

function rangeOf(context: VendorContext, { SmsSdkAppId, PhoneNumber, BeginTime: from, EndTime, Offset, Limit }: ByPhone) {
  requireApp(context, SmsSdkAppId)
  const parsed = parsePhone(PhoneNumber, 'anywhere')
  if ('problem' in parsed) refuse('phone_invalid', { phone: PhoneNumber, reason: phoneProblemNames[parsed.problem] })
  const until = EndTime ?? context.now
  if (until <= from) fault('parameter_invalid', { name: 'EndTime', reason: '须晚于BeginTime' })
  if (until.getTime() - from.getTime() > keptDays * 86_400_000)
    fault('parameter_invalid', { name: 'BeginTime', reason: `一次最多${keptDays}天` })
  return { phone: parsed.phone, from, until, offset: Offset, limit: Limit }
}

function numbersOf(phone: string) {
  if (!isAbroad(phone)) return { CountryCode: '86', SubscriberNumber: phone, PhoneNumber: `+86${phone}` }
  const code = callingCodeOf(phone) ?? ''
  return { CountryCode: code, SubscriberNumber: phone.slice(1 + code.length), PhoneNumber: phone }
}

function statusOf(one: { messageId: string; phone: string; state: string; description: string; finishedAt: Date; outId: string | null }) {
  const isDelivered = one.state === 'delivered'
  return {
    UserReceiveTime: secondsOf(one.finishedAt),
    ...numbersOf(one.phone),
    SerialNo: serialNoOf(one.messageId),
    ReportStatus: isDelivered ? 'SUCCESS' : 'FAIL',
    Description: isDelivered ? '用户短信送达成功' : one.description,
    SessionContext: one.outId ?? '',
  }
}

const replyOf = (one: { phone: string; text: string; extension: string; signature: string | null; receivedAt: Date }) => ({
  ExtendCode: one.extension,
  ...numbersOf(one.phone),
  SignName: one.signature ?? '',
  ReplyContent: one.text,
  ReplyTime: secondsOf(one.receivedAt),
})
