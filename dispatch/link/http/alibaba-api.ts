import { z } from 'zod'
import type { UpstreamTemplate } from '#contract/messages/http-channel.ts'
import type { CarrierReport, OutgoingPart, PartOutcome } from '#dispatch/link/upstream-link.ts'
import { readAlibabaRpc } from '#domain/apps/index.ts'
import { wirePhone } from '#protocol/text/carrier-text.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { newId } from '#values/id.ts'
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

const answered = z.object({ Code: z.string(), BizId: z.string().optional() })
const details = z.object({
  SmsSendDetailDTOs: z.object({
    SmsSendDetailDTO: z.array(z.object({ SendStatus: z.number(), ErrCode: z.string().default(''), ReceiveDate: z.string().optional() })),
  }),
})
const report = z.object({
  phone_number: z.string(),
  success: z.boolean(),
  err_code: z.string().default(''),
  biz_id: z.string(),
  report_time: z.string().optional(),
})
const inbound = z.object({ phone_number: z.string(), content: z.string(), dest_code: z.string().default('') })

/** https://help.aliyun.com/zh/sms/developer-reference/api-error-codes */
const throttles = /^(?:Throttling|isv\.BUSINESS_LIMIT_CONTROL_USER)/
const temporary = /^(?:isp\.|ServiceUnavailable|InternalError)/
const faults =
  /^(?:InvalidAccessKeyId|SignatureDoesNotMatch|MissingAccessKeyId|InvalidTimeStamp|Forbidden|isp\.RAM_PERMISSION_DENY|isv\.(?:AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE|PRODUCT_UN_SUBSCRIPT|ACCOUNT_NOT_EXISTS|ACCOUNT_ABNORMAL|DENY_IP_RANGE))/
/** SendStatus of QuerySendDetails. */
const sendStatuses = { waiting: 1, failed: 2, delivered: 3 } as const

interface Facts extends UpstreamAccount {
  templates: readonly UpstreamTemplate[]
}

/** Alibaba Cloud's SMS API, version 2017-05-25, signed with HMAC-SHA1. */
export class AlibabaApi implements UpstreamApi {
  readonly isIdempotent = false
  readonly callbackReply = '{"code":0,"msg":"成功"}'
  readonly secrets: readonly string[]
  readonly #facts: Facts

  constructor(facts: Facts) {
    this.#facts = facts
    this.secrets = [facts.password]
  }

  probe(): ApiRequest {
    return this.#request('QuerySmsSignList', { PageIndex: '1', PageSize: '1' })
  }

  submit(part: OutgoingPart): ApiRequest | PartOutcome {
    const { signature, body } = splitSignature(part.text)
    const fitting = approvedText(this.#facts.templates, body)
    if (!fitting) return { kind: 'refused', code: 'HTTP:template' }
    const extension = this.#facts.extensionOf(part.source)
    return this.#request('SendSms', {
      PhoneNumbers: wirePhone(part.phone),
      SignName: signature,
      TemplateCode: fitting.code,
      ...(fitting.parameters.length > 0 ? { TemplateParam: JSON.stringify(Object.fromEntries(fitting.parameters)) } : {}),
      ...(extension ? { SmsUpExtendCode: extension } : {}),
      OutId: part.messageId,
    })
  }

  outcomeOf({ status, body }: ApiAnswer): PartOutcome {
    const { data } = answered.safeParse(parseAnswer(body))
    if (data?.Code === 'OK' && data.BizId) return { kind: 'taken', upstreamId: data.BizId }
    if (!data || data.Code === 'OK') return outcomeOfStatus(status, false) ?? { kind: 'doubtful' }
    const code = `HTTP:${data.Code}`
    if (faults.test(data.Code)) return { kind: 'misconfigured', code }
    if (throttles.test(data.Code)) return { kind: 'throttled', code }
    return { kind: temporary.test(data.Code) ? 'temporary' : 'refused', code }
  }

  ask(parts: readonly UnreportedPart[]) {
    return parts.map(({ upstreamId, phone, submittedAt }) => ({
      request: this.#request('QuerySendDetails', {
        PhoneNumber: wirePhone(phone),
        BizId: upstreamId,
        SendDate: formatChinaTime(submittedAt).slice(0, 10).replaceAll('-', ''),
        PageSize: '1',
        CurrentPage: '1',
      }),
      read: ({ body }: ApiAnswer): CarrierReport[] => {
        const detail = details.safeParse(parseAnswer(body)).data?.SmsSendDetailDTOs.SmsSendDetailDTO[0]
        if (!detail || detail.SendStatus === sendStatuses.waiting) return []
        const { SendStatus, ErrCode: code, ReceiveDate } = detail
        return [carrierReport(SendStatus === sendStatuses.delivered, { upstreamId, phone, code, doneAt: chinaTime(ReceiveDate) })]
      },
    }))
  }

  /** SmsReport and SmsUp (help.aliyun.com/document_detail/101867.html). */
  readCallback({ body }: { body: string }): UpstreamEvents {
    const items = z.array(z.unknown()).parse(JSON.parse(body))
    return {
      reports: items.flatMap(item => {
        const one = report.safeParse(item).data
        if (!one) return []
        const facts = { upstreamId: one.biz_id, phone: one.phone_number, code: one.err_code, doneAt: chinaTime(one.report_time) }
        return [carrierReport(one.success, facts)]
      }),
      inbound: items.flatMap(item => {
        const one = inbound.safeParse(item).data
        return one
          ? [{ phone: one.phone_number, text: one.content, senderNumber: this.#facts.senderNumber + one.dest_code, place: null }]
          : []
      }),
    }
  }

  #request(action: string, fields: Record<string, string>): ApiRequest {
    const { url, account, password, now } = this.#facts
    const parameters = {
      ...fields,
      Action: action,
      Version: '2017-05-25',
      Format: 'JSON',
      RegionId: 'cn-hangzhou',
      AccessKeyId: account,
      SignatureMethod: 'HMAC-SHA1',
      SignatureVersion: '1.0',
      SignatureNonce: newId(),
      Timestamp: `${now().toISOString().slice(0, 19)}Z`,
    }
    const signed = readAlibabaRpc('POST', parameters)
    if (typeof signed === 'string') throw new Error(`a request that can't be signed: ${signed}`)
    const body = new URLSearchParams({ ...parameters, Signature: signed.signatureOf(signed.stringsToSign[0], password) })
    return { method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: body.toString() }
  }
}
