import { z } from 'zod'
import type { UpstreamTemplate } from '#contract/messages/http-channel.ts'
import { openBase } from '#contract/open/call.ts'
import type { CarrierReport, OutgoingPart, PartOutcome } from '#dispatch/link/upstream-link.ts'
import { approvedText, splitSignature } from './approved-text.ts'
import {
  type ApiAnswer,
  type ApiRequest,
  outcomeOfStatus,
  parseAnswer,
  type UnreportedPart,
  type UpstreamAccount,
  type UpstreamApi,
  type UpstreamEvents,
} from './upstream-api.ts'

const sent = z.object({
  messages: z.tuple([z.object({ messageId: z.string().optional(), refused: z.object({ code: z.string() }).optional() })]),
})
const refused = z.object({ error: z.object({ code: z.string() }) })
/** Ids stay as they are on the wire, in answers and in events alike. */
const reported = z.object({
  messageId: z.string(),
  phone: z.string(),
  state: z.string(),
  code: z.string().nullable(),
  finishedAt: z.iso
    .datetime({ offset: true })
    .transform(text => new Date(text))
    .nullable(),
})
const asked = z.object({ message: reported })
const event = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('report'), data: reported }),
  z.object({ kind: z.literal('inbound'), data: z.object({ phone: z.string(), text: z.string(), senderNumber: z.string() }) }),
])

/** Words of SMPP for our final states. */
const words: Record<string, string> = {
  delivered: 'DELIVRD',
  undelivered: 'UNDELIV',
  expired: 'EXPIRED',
  rejected: 'REJECTD',
  unknown: 'UNKNOWN',
}
/** The upstream account can't send, whatever the message. */
const faults = [
  'scope_missing',
  'account_frozen',
  'account_not_attested',
  'attestation_lapsed',
  'balance_insufficient',
  'account_in_arrears',
  'spend_cap_reached',
  'app_spend_limit',
  'app_daily_limit',
  'app_monthly_limit',
]
/** Digits that our API takes behind the access number. */
const mostExtensionDigits = 6

interface Facts extends UpstreamAccount {
  templates: readonly UpstreamTemplate[]
}

/** The open API of another platform of this kind (docs/operating/open-api.md). */
export class HongyanApi implements UpstreamApi {
  readonly isIdempotent = true
  readonly callbackReply = 'ok'
  readonly secrets: readonly string[]
  readonly #facts: Facts

  constructor(facts: Facts) {
    this.#facts = facts
    this.secrets = [facts.password]
  }

  probe(): ApiRequest {
    return this.#request('GET', 'app')
  }

  submit(part: OutgoingPart): ApiRequest | PartOutcome {
    const { signature, body } = splitSignature(part.text)
    const fitting = approvedText(this.#facts.templates, body)
    if (!fitting) return { kind: 'refused', code: 'HTTP:template' }
    const extension = this.#facts.extensionOf(part.source)
    const message = {
      signature,
      templateCode: fitting.code,
      templateParam: Object.fromEntries(fitting.parameters),
      phones: [part.phone],
      customId: part.messageId,
      ...(/^\d+$/.test(extension) && extension.length <= mostExtensionDigits ? { extension } : {}),
    }
    return this.#request('POST', 'messages', { message, key: part.messageId })
  }

  outcomeOf({ status, body }: ApiAnswer): PartOutcome {
    const value = parseAnswer(body)
    const [taken, error] = [sent.safeParse(value).data?.messages[0], refused.safeParse(value).data?.error]
    if (taken?.messageId) return { kind: 'taken', upstreamId: taken.messageId }
    const code = taken?.refused?.code ?? error?.code
    if (code === undefined) {
      const unknown: PartOutcome = status < 300 ? { kind: 'doubtful' } : { kind: 'misconfigured', code: `HTTP:${status}` }
      return outcomeOfStatus(status, this.isIdempotent) ?? unknown
    }
    if (status === 429) return { kind: 'throttled', code: `HTTP:${code}` }
    if (status >= 500) return { kind: 'temporary', code: `HTTP:${code}` }
    return { kind: status === 401 || faults.includes(code) ? 'misconfigured' : 'refused', code: `HTTP:${code}` }
  }

  ask(parts: readonly UnreportedPart[]) {
    return parts.map(({ upstreamId }) => ({
      request: this.#request('GET', `messages/${encodeURIComponent(upstreamId)}`),
      read: readMessage,
    }))
  }

  readCallback({ body }: { body: string }): UpstreamEvents {
    const events = z
      .array(z.unknown())
      .parse(JSON.parse(body))
      .flatMap(one => event.safeParse(one).data ?? [])
    return {
      reports: events.flatMap(one => (one.kind === 'report' ? reportOf(one.data) : [])),
      inbound: events.flatMap(one => (one.kind === 'inbound' ? { ...one.data, place: null } : [])),
    }
  }

  #request(method: 'GET' | 'POST', path: string, sending?: { message: object; key: string }): ApiRequest {
    const { url, account, password } = this.#facts
    return {
      method,
      url: `${url.replace(/\/+$/, '')}${openBase}/${path}`,
      headers: {
        authorization: `Bearer ${account}:${password}`,
        ...(sending ? { 'content-type': 'application/json', 'idempotency-key': sending.key } : {}),
      },
      body: sending ? JSON.stringify(sending.message) : null,
    }
  }
}

/** None for a state that is not final. */
function reportOf({ messageId: upstreamId, phone, state, code, finishedAt: doneAt }: z.output<typeof reported>): CarrierReport[] {
  const word = words[state]
  return word === undefined ? [] : [{ upstreamId, phone, state: word, code: code ?? word, doneAt }]
}

function readMessage({ body }: ApiAnswer): CarrierReport[] {
  const { data } = asked.safeParse(parseAnswer(body))
  return data ? reportOf(data.message) : []
}
