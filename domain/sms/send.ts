import { Refusal, type RefusalCode, type RefusalFacts, refuse } from '#contract/refusals.ts'
import { checkValue, composeContent, renderTemplate, type TemplateVariable } from '#contract/template-text.ts'
import type { Tx } from '#db/connect.ts'
import { holdCharge, type MessageKind } from '#domain/ledger/charge.ts'
import { accountSettings, marketingHoursOf, type Settings } from '#domain/settings.ts'
import { permittedFrom } from '#domain/sms/broadcast/hours.ts'
import { type AccountId, newId } from '#values/id.ts'
import { type Operator, parsePhone, phoneProblemNames } from '#values/phone.ts'
import { segmentCount } from '#values/segment.ts'
import { acceptMessages } from './accept.ts'
import { blockedPhones, countHits } from './blacklist.ts'
import { overFrequency } from './frequency.ts'
import { type OperatorFinder, portedOperators } from './number-segment.ts'

/** What a customer's program asks for: one text to some numbers. */
export interface SendRequest {
  appId: string
  /** Text of the signature, without 【】. */
  signature: string
  templateCode: string
  parameters: Readonly<Record<string, string>>
  /** In any of the forms that people write; a number that comes twice gets one message. */
  phones: readonly string[]
  customId?: string
}

/** What became of one number. */
export type SentPhone = { phone: string; messageId: string; segmentCount: number } | { phone: string; refusal: Refusal }

/** A refusal of the whole request, or its numbers in their order. */
export type SendOutcome = Refusal | SentPhone[]

export interface SendFacts {
  now: Date
  operatorOf: OperatorFinder
}

interface Recipient {
  phone: string
  operator: Operator
}

/** A request whose texts are right, with the numbers that are. */
interface Draft {
  request: SendRequest
  signatureId: string
  templateId: string
  kind: MessageKind
  content: string
  segments: number
  recipients: Recipient[]
  outcomes: Map<string, SentPhone>
}

/**
 * Checks, charges and queues what programs of one account ask for, many requests in one transaction: all of it is committed together, but each request
 * succeeds or is refused by itself. Each message's charge is held.
 */
export async function sendMessages(
  tx: Tx,
  account: AccountId,
  requests: readonly SendRequest[],
  { now, operatorOf }: SendFacts,
): Promise<SendOutcome[]> {
  if (requests.length === 0) return []
  const settings = await accountSettings(tx, account)
  const texts = { ...(await readTexts(tx, account, requests)), operatorOf, messageUnits: settings.messageUnits }
  const drafts = requests.map(request => attempt(() => draft(request, texts)))
  // A number is asked for once a round, so that each round's look at frequencies sees the messages of the one before.
  let waiting = drafts.filter((one): one is Draft => !(one instanceof Refusal))
  await correctPorted(tx, waiting)
  const refused = new Map<Draft, Refusal>()
  while (waiting.length > 0) {
    const { round, later } = takeRound(waiting)
    for (const [one, refusal] of await sendRound(tx, account, round, { now, settings })) refused.set(one, refusal)
    waiting = later
  }
  return drafts.map(one => (one instanceof Refusal ? one : (refused.get(one) ?? [...one.outcomes.values()])))
}

interface Texts {
  refusal: Refusal | null
  apps: ReadonlySet<string>
  signatures: ReadonlyMap<string, string>
  templates: ReadonlyMap<string, { templateId: string; kind: MessageKind; text: string; variables: TemplateVariable[] }>
  operatorOf: OperatorFinder
  /** Of the longest message that is sent. */
  messageUnits: number
}

async function readTexts(
  tx: Tx,
  account: AccountId,
  requests: readonly SendRequest[],
): Promise<Omit<Texts, 'operatorOf' | 'messageUnits'>> {
  const distinct = (of: (request: SendRequest) => string) => [...new Set(requests.map(of))]
  const owner = await tx.selectFrom('account').select(['state', 'attested_at']).where('account_id', '=', account).executeTakeFirstOrThrow()
  const apps = await tx
    .selectFrom('app')
    .select('app_id')
    .where('account_id', '=', account)
    .where(
      'app_id',
      'in',
      distinct(request => request.appId),
    )
    .where('state', '=', 'enabled')
    .execute()
  const signatures = await tx
    .selectFrom('signature')
    .select(['text', 'signature_id'])
    .where('account_id', '=', account)
    .where(
      'text',
      'in',
      distinct(request => request.signature),
    )
    .where('state', '=', 'approved')
    .execute()
  const templates = await tx
    .selectFrom('template')
    .select(['code', 'template_id', 'kind', 'text', 'variables'])
    .where('account_id', '=', account)
    .where(
      'code',
      'in',
      distinct(request => request.templateCode),
    )
    .where('state', '=', 'approved')
    .execute()
  const refusal = owner.state !== 'active' ? new Refusal('account_frozen') : owner.attested_at ? null : new Refusal('account_not_attested')
  return {
    refusal,
    apps: new Set(apps.map(row => row.app_id)),
    signatures: new Map(signatures.map(row => [row.text, row.signature_id])),
    templates: new Map(
      templates.map(row => [
        row.code,
        {
          templateId: row.template_id,
          kind: row.kind as MessageKind,
          text: row.text,
          variables: row.variables as unknown as TemplateVariable[],
        },
      ]),
    ),
  }
}

function draft(request: SendRequest, texts: Texts): Draft {
  if (texts.refusal) throw texts.refusal
  if (!texts.apps.has(request.appId)) refuse('key_invalid')
  const signatureId = texts.signatures.get(request.signature)
  if (!signatureId) refuse('signature_unknown', { text: request.signature })
  const template = texts.templates.get(request.templateCode)
  if (!template) refuse('template_unknown', { code: request.templateCode })
  const values = template.variables.map(variable => {
    const value = request.parameters[variable.name]
    if (value === undefined) refuse('parameter_missing', { name: variable.name })
    const reason = checkValue(variable, value)
    if (reason) refuse('parameter_invalid', { name: variable.name, reason })
    return value
  })
  const content = composeContent(request.signature, renderTemplate(template.text, template.variables, values), template.kind)
  if (content.length > texts.messageUnits) refuse('message_too_long', { units: content.length, limit: texts.messageUnits })
  const outcomes = new Map<string, SentPhone>()
  const recipients: Recipient[] = []
  for (const written of request.phones) {
    const parsed = parsePhone(written)
    const phone = 'phone' in parsed ? parsed.phone : written
    if (outcomes.has(phone)) continue
    const operator = 'phone' in parsed ? texts.operatorOf(phone) : null
    const problem = 'problem' in parsed ? parsed.problem : operator ? null : 'unassigned'
    outcomes.set(phone, { phone, refusal: new Refusal('phone_invalid', { phone, reason: phoneProblemNames[problem ?? 'malformed'] }) })
    if (operator) recipients.push({ phone, operator })
  }
  const { templateId, kind } = template
  return { request, signatureId, templateId, kind, content, segments: segmentCount(content.length), recipients, outcomes }
}

/** Numbers were looked up by their segments; some went to another operator. */
async function correctPorted(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const recipients = drafts.flatMap(one => one.recipients)
  const ported = await portedOperators(
    tx,
    recipients.map(one => one.phone),
  )
  for (const recipient of ported.size > 0 ? recipients : []) recipient.operator = ported.get(recipient.phone) ?? recipient.operator
}

function takeRound(waiting: readonly Draft[]): { round: Draft[]; later: Draft[] } {
  const seen = new Set<string>()
  const round: Draft[] = []
  const later: Draft[] = []
  for (const one of waiting) {
    const keys = one.recipients.map(({ phone }) => `${one.kind === 'code' ? one.signatureId : one.templateId} ${phone}`)
    if (keys.some(key => seen.has(key))) later.push(one)
    else {
      for (const key of keys) seen.add(key)
      round.push(one)
    }
  }
  return { round, later }
}

/** Sends what may be sent of a round, and says which requests could not be paid. */
async function sendRound(
  tx: Tx,
  account: AccountId,
  round: readonly Draft[],
  { now, settings }: { now: Date; settings: Settings },
): Promise<Map<Draft, Refusal>> {
  for (const same of groupBy(round, one => `${one.signatureId} ${one.templateId}`)) await keepAllowed(tx, account, same, now)
  const unpaid = new Map<Draft, Refusal>()
  for (const same of groupBy(round, one => one.kind)) {
    const paid = await pay(tx, account, same, now, unpaid)
    const dueAt = permittedFrom(same[0]!.kind, now, marketingHoursOf(settings))
    await acceptMessages(tx, account, paid, { now, dueAt })
  }
  return unpaid
}

/** Takes blacklisted and too often called numbers out of drafts of one signature and template. */
async function keepAllowed(tx: Tx, account: AccountId, drafts: readonly Draft[], now: Date): Promise<void> {
  const { kind, signatureId, templateId } = drafts[0]!
  const phones = drafts.flatMap(one => one.recipients.map(recipient => recipient.phone))
  const blocked = await blockedPhones(tx, account, { phones, kind, signatureId, now })
  await countHits(tx, account, { phones: [...blocked], kind, signatureId, now })
  const over = await overFrequency(tx, account, { phones, kind, signatureId, templateId, now })
  for (const one of drafts)
    one.recipients = one.recipients.filter(({ phone }) => {
      const code: RefusalCode | null = blocked.has(phone) ? 'phone_blacklisted' : over.has(phone) ? 'frequency_exceeded' : null
      const facts: RefusalFacts = { phone }
      if (code) one.outcomes.set(phone, { phone, refusal: new Refusal(code, facts) })
      return code === null
    })
}

/** Holds the charge of drafts of one kind: together, or where that is too much each by itself, in order. Gives their messages. */
async function pay(tx: Tx, account: AccountId, drafts: readonly Draft[], now: Date, unpaid: Map<Draft, Refusal>) {
  const asked = drafts.filter(one => one.recipients.length > 0)
  const messages = await attemptAsync(() => holdFor(tx, account, asked, now))
  if (!(messages instanceof Refusal)) return messages
  if (asked.length === 1) {
    unpaid.set(asked[0]!, messages)
    return []
  }
  const paid = []
  for (const one of asked) {
    const own = await attemptAsync(() => holdFor(tx, account, [one], now))
    if (own instanceof Refusal) unpaid.set(one, own)
    else paid.push(...own)
  }
  return paid
}

/** Holds the whole charge of some drafts and writes down their messages. Refuses `balance_insufficient` before anything is written. */
async function holdFor(tx: Tx, account: AccountId, drafts: readonly Draft[], now: Date) {
  const histogram = new Map<number, number>()
  for (const { segments, recipients } of drafts) histogram.set(segments, (histogram.get(segments) ?? 0) + recipients.length)
  const holds = drafts.length === 0 ? [] : await holdCharge(tx, account, drafts[0]!.kind, histogram, { now })
  return drafts.flatMap(({ request, kind, signatureId, templateId, content, segments, recipients, outcomes }) =>
    recipients.map(({ phone, operator }) => {
      const hold = holds.find(one => (one.quota[segments] ?? 0) > 0)!
      hold.quota[segments]! -= 1
      const messageId = newId()
      outcomes.set(phone, { phone, messageId, segmentCount: segments })
      const { appId, customId } = request
      const { holdId } = hold
      return {
        messageId,
        kind,
        signatureId,
        templateId,
        phone,
        operator,
        content,
        segmentCount: segments,
        holdId,
        appId,
        ...(customId ? { customId } : {}),
      }
    }),
  )
}

const groupBy = <T>(list: readonly T[], keyOf: (one: T) => string): T[][] => [...Map.groupBy(list, keyOf).values()]

function attempt<T>(act: () => T): T | Refusal {
  try {
    return act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const attemptAsync = <T>(act: () => Promise<T>): Promise<T | Refusal> =>
  act().catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
