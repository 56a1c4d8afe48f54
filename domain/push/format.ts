import { createHash } from 'node:crypto'
import { z } from 'zod'
import { bizIdOf, serialNoOf, templateNumberOf } from '#contract/open/vendor-id.ts'
import type { InboundData, PushEvent, ReportData, WebhookFormat } from '#contract/push/push.ts'
import { pushEvent } from '#contract/push/push.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const numberedAnswer = z.object({ result: z.number() })

/** What the formats need of a webhook. */
export interface Addressee {
  format: WebhookFormat
  /** The app's number, by which vendors' programs know apps. */
  appNumber: string
  secret: string
}

export interface RequestBody {
  contentType: string
  body: string
}

/**
 * The request body of events in the webhook's format; the caller passes no more than the format takes in one request
 * and, except for ours, events of one kind. `nonce`: 32 hex digits, for the format that signs each event.
 */
export function bodyOf(addressee: Addressee, events: readonly PushEvent[], nonce: string): RequestBody {
  const json = (value: unknown) => ({ contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) })
  switch (addressee.format) {
    case 'hongyan':
      return json(events.map(event => pushEvent.encode(event)))
    case 'alibaba':
      return json(events.map(alibabaOf))
    case 'tencent':
      // Reports come in an array, an inbound message alone (cloud.tencent.com/document/product/382/5807 and 5809).
      return json(events[0]?.kind === 'inbound' ? tencentInbound(events[0].data) : events.map(event => tencentReport(reportIn(event))))
    case 'submail':
      return {
        contentType: 'application/x-www-form-urlencoded; charset=utf-8',
        body: new URLSearchParams(submailOf(addressee, firstOrThrow(events), nonce)).toString(),
      }
  }
}

/** Only kinds that the format supports are enqueued (contract/push/push.ts); another is a bug. */
function reportIn(event: PushEvent): ReportData {
  if (event.kind !== 'report') throw new Error(`an event of kind ${event.kind} where a report is expected`)
  return event.data
}

/** Alibaba's names of our template kinds. */
const alibabaKinds: Record<string, string> = { 通知: '短信通知', 推广: '推广短信' }

/**
 * SmsReport, SmsUp, TemplateSmsReport and SignSmsReport (help.aliyun.com/document_detail/101867.html, 120998.html and
 * 120999.html).
 */
function alibabaOf(event: PushEvent): Record<string, unknown> {
  switch (event.kind) {
    case 'report':
      return alibabaReport(event.data)
    case 'inbound':
      return {
        phone_number: event.data.phone,
        send_time: formatChinaTime(event.data.receivedAt),
        content: event.data.text,
        sign_name: event.data.signature ?? '',
        dest_code: event.data.extension,
        sequence_id: serialNoOf(event.data.inboundId),
      }
    case 'template_review':
      return {
        template_code: event.data.templateCode,
        template_name: event.data.name,
        template_content: event.data.text,
        template_type: alibabaKinds[event.data.templateKind] ?? event.data.templateKind,
        orderId: event.data.templateId,
        ...alibabaReview(event.data, 'template_status'),
      }
    case 'signature_review':
      // The platform doesn't collect source and purpose: empty, for programs that read them.
      return {
        sign_name: event.data.signature,
        sign_source: '',
        sign_scene: '',
        orderId: event.data.signatureId,
        ...alibabaReview(event.data, 'sign_status'),
      }
    default:
      throw new Error(`an event of kind ${event.kind} in Alibaba's format`)
  }
}

const alibabaReport = (data: ReportData) => ({
  phone_number: data.phone,
  send_time: formatChinaTime(data.submittedAt ?? data.acceptedAt),
  report_time: formatChinaTime(data.finishedAt),
  success: data.state === 'delivered',
  // Alibaba's programs expect this spelling.
  err_code: data.state === 'delivered' ? 'DELIVERED' : data.code,
  err_msg: data.state === 'delivered' ? '用户接收成功' : data.description,
  sms_size: String(data.segmentCount),
  biz_id: data.batchId ? bizIdOf(data.batchId) : '',
  out_id: data.outId ?? data.customId ?? '',
})

const alibabaReview = (data: { state: string; reason: string | null; submittedAt: Date }, status: string) => ({
  [status]: data.state,
  reason: data.reason ?? '',
  remark: '',
  create_date: formatChinaTime(data.submittedAt),
})

const tencentReport = (data: ReportData) => ({
  user_receive_time: formatChinaTime(data.finishedAt),
  nationcode: '86',
  mobile: data.phone,
  report_status: data.state === 'delivered' ? 'SUCCESS' : 'FAIL',
  errmsg: data.code,
  description: data.state === 'delivered' ? '用户短信送达成功' : data.description,
  sid: serialNoOf(data.messageId),
  ext: data.outId ?? data.customId ?? '',
})

const tencentInbound = (data: InboundData) => ({
  extend: data.extension,
  mobile: data.phone,
  nationcode: '86',
  sign: data.signature ?? '',
  text: data.text,
  time: Math.floor(data.receivedAt.getTime() / 1_000),
})

/** SUBHOOK: one event a request, signed by MD5 over token and key (mysubmail.com/documents, "SUBHOOK"). */
function submailOf(addressee: Addressee, event: PushEvent, token: string): Record<string, string> {
  return {
    ...submailFacts(event),
    app: addressee.appNumber,
    timestamp: String(Math.floor(event.at.getTime() / 1_000)),
    token,
    signature: createHash('md5')
      .update(token + addressee.secret)
      .digest('hex'),
  }
}

function submailFacts(event: PushEvent): Record<string, string> {
  if (event.kind === 'inbound') return { events: 'mo', address: event.data.phone, content: event.data.text }
  if (event.kind === 'template_review') {
    const templateId = String(templateNumberOf(event.data.templateCode))
    return event.data.state === 'approved'
      ? { events: 'template_accept', template_id: templateId }
      : { events: 'template_reject', template_id: templateId, reason: event.data.reason ?? '' }
  }
  const data = reportIn(event)
  const events = data.state === 'delivered' ? 'delivered' : data.state === 'unknown' ? 'unknown' : 'dropped'
  const facts = { events, address: data.phone, send_id: serialNoOf(data.messageId), tag: data.outId ?? data.customId ?? '' }
  return events === 'dropped' ? { ...facts, report: data.code } : facts
}

/**
 * Whether an answer of 2xx accepts the events. Tencent's programs answer with a code in a JSON object; one that isn't
 * zero is a refusal. Alibaba ignores codes (help.aliyun.com/zh/sms/developer-reference/smsreport-2), so many programs
 * there answer 200 in any case. An answer without a code accepts.
 */
export function isAccepted(format: WebhookFormat, body: string): boolean {
  if (format !== 'tencent') return true
  try {
    const answer = numberedAnswer.safeParse(JSON.parse(body))
    return !answer.success || answer.data.result === 0
  } catch {
    return true
  }
}
