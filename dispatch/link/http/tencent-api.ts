import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { UpstreamTemplate } from '#contract/messages/http-channel.ts'
import type { CarrierReport, OutgoingPart, PartOutcome } from '#dispatch/link/upstream-link.ts'
import { readTencentV3 } from '#domain/apps/index.ts'
import { isAbroad } from '#values/phone.ts'
import { approvedText, splitSignature } from './approved-text.ts'
import {
  type ApiAnswer,
  type ApiRequest,
  carrierReport,
  chinaTime,
  outcomeOfStatus,
  parseAnswer,
  type UnreportedPart,
  type UpstreamAccount,
  type UpstreamApi,
  type UpstreamEvents,
} from './upstream-api.ts'

const answered = z.object({
  Response: z.object({
    Error: z.object({ Code: z.string() }).optional(),
    SendStatusSet: z.tuple([z.object({ SerialNo: z.string(), Code: z.string() })]).optional(),
  }),
})
const pulled = z.object({
  Response: z.object({
    PullSmsSendStatusSet: z.array(
      z.object({ SubscriberNumber: z.string(), SerialNo: z.string(), ReportStatus: z.string(), UserReceiveTime: z.number() }),
    ),
  }),
})
const report = z.object({
  mobile: z.string(),
  report_status: z.string(),
  errmsg: z.string().default(''),
  sid: z.string(),
  user_receive_time: z.string().optional(),
})
const inbound = z.object({ mobile: z.string(), text: z.string(), extend: z.string().default('') })

/** https://cloud.tencent.com/document/product/382/59177 */
const throttles = /^(?:RequestLimitExceeded|LimitExceeded\.DeliveryFrequencyLimit)/
const temporary = /^(?:InternalError|ResourceUnavailable)/
const faults =
  /^(?:AuthFailure|UnauthorizedOperation|FailedOperation\.InsufficientBalance|UnsupportedOperation\.UnsupportedRegion|UnsupportedOperation\.SdkAppId|InvalidParameterValue\.SdkAppIdNotExist|LimitExceeded\.AppDailyLimit|FailedOperation\.NotEnterpriseCertification)/
const mostPulled = 100

interface Facts extends UpstreamAccount {
  sdkAppId: string
  templates: readonly UpstreamTemplate[]
}

/** Tencent Cloud's SMS API, version 2021-01-11, signed with TC3-HMAC-SHA256. */
export class TencentApi implements UpstreamApi {
  readonly isIdempotent = false
  readonly callbackReply = '{"result":0,"errmsg":"OK"}'
  readonly secrets: readonly string[]
  readonly #facts: Facts

  constructor(facts: Facts) {
    this.#facts = facts
    this.secrets = [facts.password]
  }

  probe(): ApiRequest {
    return this.#request('DescribeSmsSignList', { International: 0, Limit: 1, Offset: 0 })
  }

  submit(part: OutgoingPart): ApiRequest | PartOutcome {
    const { signature, body } = splitSignature(part.text)
    const { templates, sdkAppId, extensionOf } = this.#facts
    const fitting = approvedText(templates, body)
    if (!fitting) return { kind: 'refused', code: 'HTTP:template' }
    const extension = extensionOf(part.source)
    return this.#request('SendSms', {
      PhoneNumberSet: [isAbroad(part.phone) ? part.phone : `+86${part.phone}`],
      SmsSdkAppId: sdkAppId,
      SignName: signature,
      TemplateId: fitting.code.replace(/^SMS_/, ''),
      TemplateParamSet: fitting.parameters.map(([, value]) => value),
      SessionContext: part.messageId,
      ...(extension ? { ExtendCode: extension } : {}),
    })
  }

  outcomeOf({ status, body }: ApiAnswer): PartOutcome {
    const response = answered.safeParse(parseAnswer(body)).data?.Response
    const sent = response?.SendStatusSet?.[0]
    if (sent?.Code === 'Ok' && sent.SerialNo) return { kind: 'taken', upstreamId: sent.SerialNo }
    const reason = response?.Error?.Code ?? sent?.Code
    if (reason === undefined || reason === 'Ok') return outcomeOfStatus(status, false) ?? { kind: 'doubtful' }
    const code = `HTTP:${reason}`
    if (faults.test(reason)) return { kind: 'misconfigured', code }
    if (throttles.test(reason)) return { kind: 'throttled', code }
    return { kind: temporary.test(reason) ? 'temporary' : 'refused', code }
  }

  /** Its queue of reports, whatever they are of: one question is enough. */
  ask(parts: readonly UnreportedPart[]) {
    if (parts.length === 0) return []
    const request = this.#request('PullSmsSendStatus', { Limit: mostPulled, SmsSdkAppId: this.#facts.sdkAppId })
    return [{ request, read: readPulled }]
  }

  readCallback({ body }: { body: string }): UpstreamEvents {
    const items = z.array(z.unknown()).parse([JSON.parse(body)].flat())
    return {
      reports: items.flatMap(item => {
        const one = report.safeParse(item).data
        if (!one) return []
        const facts = { upstreamId: one.sid, phone: one.mobile, code: one.errmsg, doneAt: chinaTime(one.user_receive_time) }
        return [carrierReport(one.report_status === 'SUCCESS', facts)]
      }),
      inbound: items.flatMap(item => {
        const one = inbound.safeParse(item).data
        return one ? [{ phone: one.mobile, text: one.text, senderNumber: this.#facts.senderNumber + one.extend, place: null }] : []
      }),
    }
  }

  #request(action: string, fields: object): ApiRequest {
    const { url, account, password, now } = this.#facts
    const { host, pathname } = new URL(url)
    const at = now()
    const body = JSON.stringify(fields)
    const names = 'content-type;host'
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'x-tc-action': action,
      'x-tc-version': '2021-01-11',
      'x-tc-region': 'ap-guangzhou',
      'x-tc-timestamp': String(Math.floor(at.getTime() / 1_000)),
    }
    const unsigned = `TC3-HMAC-SHA256 Credential=${account}/${at.toISOString().slice(0, 10)}/sms/tc3_request, SignedHeaders=${names}, Signature=`
    const placeholder = createHash('sha256').digest('hex')
    const signed = readTencentV3({
      method: 'POST',
      path: pathname,
      query: '',
      headers: { ...headers, host, authorization: unsigned + placeholder },
      body: Buffer.from(body),
    })
    if (typeof signed === 'string') throw new Error(`a request that can't be signed: ${signed}`)
    return {
      method: 'POST',
      url,
      headers: { ...headers, authorization: unsigned + signed.signatureOf(signed.stringsToSign[0], password) },
      body,
    }
  }
}

function readPulled({ body }: ApiAnswer): CarrierReport[] {
  const { data } = pulled.safeParse(parseAnswer(body))
  return (data?.Response.PullSmsSendStatusSet ?? []).map(
    ({ SerialNo: upstreamId, SubscriberNumber: phone, ReportStatus, UserReceiveTime }) =>
      carrierReport(ReportStatus === 'SUCCESS', { upstreamId, phone, code: '', doneAt: new Date(UserReceiveTime * 1_000) }),
  )
}
