import { createHash, createHmac } from 'node:crypto'
import { fill, headersOf, type Placeholder, type RequestTemplate } from '#contract/messages/http-channel.ts'
import type { CarrierReport, OutgoingPart, PartOutcome } from '#dispatch/link/upstream-link.ts'
import { barePhone, wirePhone } from '#protocol/text/carrier-text.ts'
import { localDigits } from '#protocol/text/carrier-time.ts'
import { isAbroad } from '#values/phone.ts'
import { splitSignature } from './approved-text.ts'
import {
  type ApiAnswer,
  type ApiRequest,
  carrierReport,
  listOf,
  outcomeOfStatus,
  parseAnswer,
  textAt,
  type UnreportedPart,
  type UpstreamAccount,
  type UpstreamApi,
  type UpstreamEvents,
  valueAt,
} from './upstream-api.ts'

interface Facts extends UpstreamAccount {
  callbackUrl: string
  template: RequestTemplate
}

type Values = Record<Placeholder, string>

/** `a, b` as a list, without regard to case. */
const wordsOf = (text: string) => text.split(/[,，\s]+/).flatMap(word => word.toLowerCase() || [])
const isAmong = (words: string, value: string) => wordsOf(words).includes(value.toLowerCase())

/** An API that staff describe: what a request contains, and where an answer and a report have what matters. */
export class TemplateApi implements UpstreamApi {
  readonly isIdempotent: boolean
  readonly callbackReply: string
  readonly secrets: readonly string[]
  readonly #facts: Facts

  constructor(facts: Facts) {
    this.#facts = facts
    this.isIdempotent = facts.template.isIdempotent
    this.callbackReply = facts.template.callbackReply
    this.secrets = [facts.password, Buffer.from(`${facts.account}:${facts.password}`).toString('base64')]
  }

  probe(): null {
    return null
  }

  submit(part: OutgoingPart): ApiRequest {
    const { template, url, extensionOf } = this.#facts
    const { signature, body: text } = splitSignature(part.text)
    const phone =
      template.phoneForm === '+86' ? (isAbroad(part.phone) ? part.phone : `+86${part.phone}`) : wirePhone(part.phone, template.phoneForm)
    const facts = {
      phone,
      text: part.text,
      body: text,
      signature,
      source: part.source,
      extension: extensionOf(part.source),
      id: part.messageId,
    }
    const values = this.#valuesOf(facts)
    const { method, bodyType } = template
    const contentType = { form: 'application/x-www-form-urlencoded', json: 'application/json', none: null }[bodyType]
    const hasBody = method === 'POST' && contentType !== null
    return {
      method,
      url: fill(url, name => encodeURIComponent(values[name])),
      headers: { ...(hasBody ? { 'content-type': contentType } : {}), ...this.#headers(values) },
      body: hasBody ? fill(template.body, name => escaped(values[name], bodyType)) : null,
    }
  }

  outcomeOf({ status, body }: ApiAnswer): PartOutcome {
    const { template } = this.#facts
    const byStatus = outcomeOfStatus(status, this.isIdempotent)
    if (byStatus) return byStatus
    const value = parseAnswer(body)
    const isTaken = template.okPath === '' ? status < 300 : isAmong(template.okValues, textAt(value, template.okPath))
    const upstreamId = textAt(value, template.idPath)
    if (isTaken && upstreamId !== '') return { kind: 'taken', upstreamId }
    const reason = textAt(value, template.codePath || template.okPath)
    const code = `HTTP:${reason || status}`
    if (isAmong(template.throttledCodes, reason)) return { kind: 'throttled', code }
    if (isAmong(template.retryCodes, reason)) return { kind: 'temporary', code }
    // Without an id its report can't be told from others; the message may be on its way.
    if (isTaken) return { kind: 'doubtful' }
    const isFault = status === 401 || status === 403 || status === 404 || isAmong(template.faultCodes, reason)
    return { kind: isFault ? 'misconfigured' : 'refused', code }
  }

  ask(parts: readonly UnreportedPart[]) {
    const { queryUrl } = this.#facts.template
    if (queryUrl === '') return []
    return parts.map(({ upstreamId, phone }) => {
      const values = this.#valuesOf({ id: upstreamId, phone })
      const request: ApiRequest = {
        method: 'GET',
        url: fill(queryUrl, name => encodeURIComponent(values[name])),
        headers: this.#headers(values),
        body: null,
      }
      return { request, read: ({ body }: ApiAnswer) => this.#reportsIn(parseAnswer(body), { upstreamId, phone }) }
    })
  }

  readCallback({ query, body }: { query: string; body: string }): UpstreamEvents {
    const value = parseAnswer(body.trim() || query)
    const { inboundTextPath, inboundPhonePath, inboundNumberPath, reportsPath, reportStatePath } = this.#facts.template
    const items = listOf(valueAt(value, reportsPath))
    const inbound = items.flatMap(item => {
      const text = textAt(item, inboundTextPath)
      const phone = textAt(item, inboundPhonePath).replace(/^\+/, '')
      if (text === '' || phone === '' || textAt(item, reportStatePath) !== '') return []
      const number = textAt(item, inboundNumberPath).replace(/^\+/, '')
      return [{ phone, text, senderNumber: number || this.#facts.senderNumber, place: null }]
    })
    return { reports: this.#reportsIn(value, null), inbound }
  }

  /** Reports that are final; `known`: what the question named. */
  #reportsIn(value: unknown, known: { upstreamId: string; phone: string } | null): CarrierReport[] {
    const { template } = this.#facts
    return listOf(valueAt(value, template.reportsPath)).flatMap(item => {
      const state = textAt(item, template.reportStatePath)
      const upstreamId = textAt(item, template.reportIdPath) || (known?.upstreamId ?? '')
      if (state === '' || upstreamId === '' || isAmong(template.passingWords, state)) return []
      const phone = barePhone(textAt(item, template.reportPhonePath) || (known?.phone ?? ''))
      const code = textAt(item, template.reportCodePath) || state
      return [carrierReport(isAmong(template.deliveredWords, state), { upstreamId, phone, code, doneAt: null })]
    })
  }

  #headers(values: Values): Record<string, string> {
    return Object.fromEntries(headersOf(this.#facts.template.headers).map(({ name, value }) => [name, fill(value, key => values[key])]))
  }

  #valuesOf(facts: Partial<Values>): Values {
    const { account, password, callbackUrl: callback, template, now } = this.#facts
    const at = now()
    const values: Values = {
      phone: '',
      text: '',
      body: '',
      signature: '',
      source: '',
      extension: '',
      id: '',
      account,
      password,
      callback,
      timestamp: String(Math.floor(at.getTime() / 1_000)),
      time: localDigits(at),
      basic: Buffer.from(`${account}:${password}`).toString('base64'),
      sign: '',
      ...facts,
    }
    const signed = fill(template.signText, name => values[name])
    const { signHash } = template
    if (signHash === 'hmac_sha256') values.sign = createHmac('sha256', password).update(signed).digest('hex')
    else if (signHash !== 'none') values.sign = createHash(signHash).update(signed).digest('hex')
    return values
  }
}

function escaped(value: string, bodyType: RequestTemplate['bodyType']): string {
  if (bodyType === 'form') return encodeURIComponent(value)
  return bodyType === 'json' ? JSON.stringify(value).slice(1, -1) : value
}
