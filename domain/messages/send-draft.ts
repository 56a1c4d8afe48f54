import { type Capability, capabilities, capabilityProblem } from '#contract/account/capability.ts'
import { checkValue, composeContent, renderTemplate } from '#contract/content/template-text.ts'
import { Refusal, refuse } from '#contract/refusals.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import type { CarrierFinder } from '#domain/numbering/index.ts'
import { marketingHoursOf } from '#domain/settings/index.ts'
import { chinaMinuteOfDay, formatChinaTime } from '#values/china-time.ts'
import { countryOf } from '#values/country.ts'
import { newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { type Carrier, isAbroad, parsePhone, phoneProblemNames } from '#values/phone.ts'
import { segmentCount } from '#values/segment.ts'
import { type SendWindow, windowText } from '#values/send-window.ts'
import { permittedFrom } from './hours.ts'
import { signatureFor, templateFor } from './sandbox-text.ts'
import type { SendRecipient, SendRequest, SentPhone } from './send.ts'
import type { AccountFacts, SendingApp, SendingTemplate } from './send-facts.ts'
import { type CarriedLink, carriedLink } from './send-link.ts'

/** A text as a phone shows it. */
interface DraftText {
  signatureId: string
  content: string
  segments: number
}

export interface DraftRecipient {
  /** Its position in the request. */
  place: number
  messageId: string
  phone: string
  carrier: Carrier
  text: DraftText
  /** 毫 of a segment to its country; null: the price at home. */
  abroadHao: number | null
  extension: string
  customId: string | undefined
  /** The recipient's own address of the link that the message carries. */
  shortUrl?: string
}

/** A request with valid texts, with its valid numbers. */
export interface Draft {
  request: SendRequest
  app: SendingApp
  /** The message's own id for a request of one message. */
  batchId: string
  kind: MessageKind
  /** Null: free text. */
  templateId: string | null
  dueAt: Date
  link: CarriedLink | null
  /** Recipients still eligible; the others have their refusal in `outcomes`. */
  recipients: DraftRecipient[]
  /** By position. */
  outcomes: SentPhone[]
  /** Positions of repeated recipients, with the position of the first. */
  twins: [place: number, first: number][]
  /** The hold that pays for each recipient; filled by `payFor`. */
  holdIds: string[]
}

export interface DraftRules {
  facts: AccountFacts
  carrierOf: CarrierFinder
  now: Date
}

/**
 * Validates a request as far as the account, its app and its texts go. Refuses it when these keep every recipient from
 * getting it.
 */
export function draftOf(request: SendRequest, rules: DraftRules): Draft {
  const { facts, now } = rules
  if (facts.refusal) throw facts.refusal
  const app = facts.apps.get(request.caller.appId) ?? refuse('key_invalid')
  if (!app.isEnabled) refuse('app_disabled')
  requireAttestationStatus(app, facts, 'message.send')
  const { templateCode: code } = request
  const template = code === null ? null : (templateFor(app, facts, code) ?? refuse('template_unknown', { code }))
  const kind = template?.kind ?? 'transactional'
  const wantedAt = requireTime(request.sendAt, now)
  requireApp(app, { kind, template, code, at: wantedAt })
  if (kind === 'marketing') requireAttestationStatus(app, facts, 'marketing.send')
  const draft: Draft = {
    request,
    app,
    batchId: newId(),
    kind,
    templateId: template?.templateId ?? null,
    dueAt: permittedFrom(kind, wantedAt, marketingHoursOf(facts.settings)),
    link: carriedLink(request.link, template?.variables ?? [], facts.links),
    recipients: [],
    outcomes: [],
    twins: [],
    holdIds: [],
  }
  addRecipients(draft, template, rules)
  return draft
}

/** A test app sends nothing, so it needs no attestation. */
function requireAttestationStatus({ isTest }: SendingApp, { attestationStatus }: AccountFacts, capability: Capability): void {
  const missing = isTest ? null : capabilityProblem(attestationStatus, capability)
  if (missing) refuse(missing, { what: capabilities[capability].name })
}

function requireTime(sendAt: Date | undefined, now: Date): Date {
  if (!sendAt) return now
  const aheadMs = sendAt.getTime() - now.getTime()
  const days = limits.scheduleMaxLeadDays
  if (!(aheadMs > 0 && aheadMs <= days * 86_400_000)) refuse('send_time_invalid', { days })
  return sendAt
}

/** Checks the rules of the app's owner: hours, templates, paused one-time codes. */
function requireApp(
  { settings, otpPausedUntil }: SendingApp,
  { kind, template, code, at }: { kind: MessageKind; template: SendingTemplate | null; code: string | null; at: Date },
): void {
  const { hours, templateIds } = settings
  if (template && templateIds && !templateIds.includes(template.templateId)) refuse('template_not_allowed', { code: code! })
  if (kind === 'otp' && otpPausedUntil && otpPausedUntil > at) refuse('otp_paused', { until: formatChinaTime(otpPausedUntil) })
  if (hours && !isOpen(hours, chinaMinuteOfDay(at))) refuse('app_hours', { hours: windowText(hours) })
}

/** A window that ends before it starts continues past midnight. */
const isOpen = ({ fromMinute, untilMinute }: SendWindow, minute: number): boolean =>
  fromMinute < untilMinute ? minute >= fromMinute && minute < untilMinute : minute >= fromMinute || minute < untilMinute

function addRecipients(draft: Draft, template: SendingTemplate | null, rules: DraftRules): void {
  const { request, app } = draft
  const texts = new Texts(draft, template, rules)
  const first = new Map<string, number>()
  for (const [place, recipient] of request.recipients.entries()) {
    const parsed = parsePhone(recipient.phone, 'anywhere')
    const phone = 'phone' in parsed ? parsed.phone : recipient.phone
    const text = texts.of(recipient)
    // The segment names the original carrier; ported numbers have another.
    const carrier = 'phone' in parsed ? (rules.facts.phones.ported.get(phone) ?? rules.carrierOf(phone)) : null
    const extension = recipient.extension ?? app.settings.extension
    const refuseIt = (refusal: Refusal) => {
      draft.outcomes[place] = { phone, refusal }
    }
    if (!carrier) {
      const problem = 'problem' in parsed ? parsed.problem : 'unassigned'
      refuseIt(new Refusal('phone_invalid', { phone, reason: phoneProblemNames[problem] }))
      continue
    }
    const abroadHao = isAbroad(phone) ? (rules.facts.countryPrices?.get(countryOf(phone) ?? '') ?? 'closed') : null
    if (abroadHao === 'closed') {
      refuseIt(new Refusal('country_closed', { phone, country: countryOf(phone) ?? '' }))
      continue
    }
    const refusal = text instanceof Refusal ? text : extensionProblem(extension)
    if (refusal) refuseIt(refusal)
    if (refusal || text instanceof Refusal) continue
    const { customId } = recipient
    const key = `${phone} ${extension} ${customId ?? ''} ${text.content}`
    const known = first.get(key)
    if (known !== undefined) draft.twins.push([place, known])
    else {
      first.set(key, place)
      const messageId = request.recipients.length === 1 ? draft.batchId : newId()
      draft.recipients.push({ place, messageId, phone, carrier, text, abroadHao, extension, customId })
    }
  }
  texts.requireOne()
}

const extensionDigits = new RegExp(`^\\d{0,${limits.extensionDigits}}$`)
const extensionProblem = (extension: string): Refusal | null =>
  extensionDigits.test(extension) ? null : new Refusal('extension_invalid', { extension, digits: limits.extensionDigits })

/** The texts of a request, each checked and rendered once for all its recipients. */
class Texts {
  readonly #request: SendRequest
  readonly #app: SendingApp
  readonly #link: CarriedLink | null
  readonly #template: SendingTemplate | null
  readonly #rules: DraftRules
  readonly #known = new Map<SendRecipient['parameters'], Map<string, DraftText | Refusal>>()
  #hasGood = false
  #refusal: Refusal | null = null

  constructor({ request, app, link }: Draft, template: SendingTemplate | null, rules: DraftRules) {
    this.#request = request
    this.#app = app
    this.#link = link
    this.#template = template
    this.#rules = rules
  }

  of({ signature, parameters }: SendRecipient): DraftText | Refusal {
    const bySignature = this.#known.get(parameters) ?? new Map<string, DraftText | Refusal>()
    this.#known.set(parameters, bySignature)
    const known = bySignature.get(signature)
    if (known) return known
    const made = attempt(() => this.#make(signature, parameters))
    bySignature.set(signature, made)
    if (made instanceof Refusal) this.#refusal ??= made
    else this.#hasGood = true
    return made
  }

  /**
   * Refuses the request for its texts: when none is valid, or through an ingress without partial refusals when any
   * isn't.
   */
  requireOne(): void {
    if (this.#refusal && (!this.#hasGood || this.#request.ingress !== 'rest')) throw this.#refusal
  }

  #make(signature: string, parameters: SendRecipient['parameters']): DraftText {
    const { facts } = this.#rules
    const { messageUnits } = facts.settings
    const { settings } = this.#app
    const signatureId = signatureFor(this.#app, facts, signature) ?? refuse('signature_unknown', { text: signature })
    if (settings.signatureIds && !settings.signatureIds.includes(signatureId)) refuse('signature_not_allowed', { text: signature })
    const content = this.#template ? this.#fill(this.#template, signature, parameters) : this.#free(signature)
    if (content.length > messageUnits) refuse('message_too_long', { units: content.length, limit: messageUnits })
    return { signatureId, content, segments: segmentCount(content.length) }
  }

  #fill({ kind, text, variables }: SendingTemplate, signature: string, parameters: SendRecipient['parameters']): string {
    // Tencent's protocol has no variable names: values come in the order of the text.
    const isNumbered = this.#request.ingress === 'tencent'
    const given = Object.keys(parameters).length
    if (isNumbered && given !== variables.length) refuse('parameter_count', { count: variables.length, given })
    const values = variables.map((variable, index) => {
      if (this.#link?.variable === variable.name) return this.#link.masked
      const value = parameters[isNumbered ? String(index + 1) : variable.name]
      if (value === undefined) refuse('parameter_missing', { name: variable.name })
      const reason = checkValue(variable, value) ?? (variable.kind === 'code' && this.#app.settings.checksCodes ? codeProblem(value) : null)
      if (reason) refuse('parameter_invalid', { name: variable.name, reason })
      return value
    })
    return composeContent(signature, renderTemplate(text, variables, values), kind)
  }

  #free(signature: string): string {
    const { text = '' } = this.#request
    if (!text.startsWith(`【${signature}】`) || text.length <= signature.length + 2) refuse('text_unsigned', { text: signature })
    const word = this.#rules.facts.forbiddenWords.get(text)
    if (word !== undefined) refuse('text_forbidden', { word })
    return text
  }
}

const codeProblem = (value: string): string | null => (/^\d{1,6}$/.test(value) ? null : '本应用的验证码只能是1-6位数字')

/** Returns the result, or the refusal that was thrown. */
export function attempt<T>(act: () => T): T | Refusal {
  try {
    return act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
