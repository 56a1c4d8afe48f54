import { type RawBuilder, sql } from 'kysely'
import type { Ingress } from '#contract/apps/app-labels.ts'
import type { AppSettings } from '#contract/apps/app-setting.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { Pipelined } from '#db/pipeline.ts'
import { countedHits } from '#domain/blacklist/index.ts'
import { acceptedParts, chooseChannels, usageParts } from '#domain/delivery/index.ts'
import { holdParts } from '#domain/ledger/index.ts'
import type { CarrierFinder } from '#domain/numbering/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { acceptedSandbox } from './sandbox.ts'
import { refuseTried } from './sandbox-refusal.ts'
import { isSingleMessage, storedBatches } from './send-batch.ts'
import { payFor } from './send-charge.ts'
import { attempt, type Draft, draftOf } from './send-draft.ts'
import { type AccountFacts, type RuleReader, readSendFacts } from './send-facts.ts'
import { assignLinkCodes, refuseUnmetered, type WantedLink } from './send-link.ts'
import { keepReachable } from './send-reach.ts'

/**
 * The app that sends; `AppCaller` of domain/apps/key.ts is one. What may be sent is read again for each request, so
 * nothing here is trusted for it.
 */
interface SendCaller {
  appId: string
  settings: Pick<AppSettings, 'isRepeatGuarded'>
}

export interface SendRecipient {
  /** In any of the usual notations. */
  phone: string
  /** Text of the signature, without 【】. */
  signature: string
  /**
   * Values of the template's variables by name; through Tencent's ingress by number, `1` the first of the text.
   * Recipients with the same values share the object: it is checked once.
   */
  parameters: Readonly<Record<string, string>>
  /** Digits appended to those of the signature and shown to the phone; unset: the app's own. */
  extension?: string | undefined
  /** The customer's own id, returned with the report. */
  customId?: string | undefined
}

/** One send request of a customer's program. */
export interface SendRequest {
  caller: SendCaller
  ingress: Ingress
  /** Null: free text. */
  templateCode: string | null
  /**
   * Free text as the phone shows it, signature first; it is sent as transactional. The ingress checks whether the app
   * may send free text.
   */
  text?: string | undefined
  recipients: readonly SendRecipient[]
  /** When to send; unset: now. */
  sendAt?: Date | undefined
  /** The end of its validity period where that is shorter than its kind's. */
  validUntil?: Date | undefined
  /** A short link that fills one of the template's variables, with a code of its own for each recipient. */
  link?: WantedLink | undefined
  /** The customer's own id of the whole request, returned with each report. */
  outId?: string | undefined
}

/** Outcome of one number. */
export type SentPhone = { phone: string; messageId: string; segmentCount: number; shortUrl?: string } | { phone: string; refusal: Refusal }

/**
 * A refusal of the whole request, or the outcome of each recipient in the order of the request. A recipient named twice
 * with the same text gets one message, which stands in both positions. `batchId` identifies the request (findBatch) if
 * it made at least one message.
 */
export type SendOutcome = Refusal | { batchId: string; phones: SentPhone[] }

export interface SendFacts {
  now: Date
  carrierOf: CarrierFinder
  /** Unset: rules are read from the database. */
  rulesOf?: RuleReader | undefined
}

/**
 * Checks, charges and queues the requests of one account in one transaction: they are committed together, but each
 * succeeds or is refused by itself, in order. Each message's charge is held. A request without a valid text is refused;
 * in the open API, invalid texts of some recipients refuse only those.
 */
export async function sendMessages(tx: Tx, account: AccountId, requests: readonly SendRequest[], facts: SendFacts): Promise<SendOutcome[]> {
  if (requests.length === 0) return []
  const read = await readSendFacts(tx, account, requests, facts)
  const { result, writes } = await sendOn(tx, account, requests, { ...facts, read })
  await Promise.all(writes.map(write => write.execute(tx)))
  return result
}

/**
 * The same for requests whose facts are read. The caller executes the returned statements; every refusal comes before
 * that.
 */
export async function sendOn(
  tx: Tx,
  account: AccountId,
  requests: readonly SendRequest[],
  { now, carrierOf, read }: SendFacts & { read: AccountFacts },
): Promise<Pipelined<SendOutcome[]>> {
  const drafts = requests.map(request => attempt(() => draftOf(request, { facts: read, carrierOf, now })))
  const good = drafts.filter((one): one is Draft => !(one instanceof Refusal))
  const real = good.filter(one => !one.app.isTest)
  const trials = good.filter(one => one.app.isTest)
  const refused = refuseTried(trials)
  const hits = await keepReachable(tx, account, real, { now, read })
  const unmetered = await refuseUnmetered(tx, account, real, now)
  const metered = real.filter(one => !unmetered.has(one))
  const { unpaid, taken, changes } = await payFor(tx, account, metered, { now, read })
  const sent = metered.filter(one => !unpaid.has(one) && one.recipients.length > 0)
  for (const one of sent) if (isSingleMessage(one)) one.batchId = firstOrThrow(one.recipients).messageId
  await assignLinkCodes(tx, account, sent, now)
  const messages = sent.flatMap(one =>
    one.recipients.map((recipient, index) => ({
      ...messageOf(one, recipient),
      holdId: itemOrThrow(one.holdIds, index),
      dueAt: one.dueAt,
      validUntil: one.request.validUntil,
    })),
  )
  const channelIds = chooseChannels(read.routing, account, messages)
  const tried = trials.filter(one => !refused.has(one) && one.recipients.length > 0)
  for (const one of [...sent, ...tried]) noteSent(one)
  for (const { outcomes, twins } of good) for (const [place, first] of twins) outcomes[place] = itemOrThrow(outcomes, first)
  const writes: RawBuilder<unknown>[] = []
  if (hits.size > 0) writes.push(countedHits(account, hits))
  if (sent.length > 0) {
    const { parts, wakes } = acceptedParts(account, messages, { now, channelIds })
    const all = [
      ...holdParts(account, read.funds, taken),
      ...parts,
      ...usageParts(account, changes),
      sql`kept as (${storedBatches(
        account,
        sent.filter(one => !isSingleMessage(one)),
        now,
      )})`,
    ]
    writes.push(sql`with ${sql.join(all, sql`, `)} ${wakes}`)
  }
  if (tried.length > 0) writes.push(storedBatches(account, tried, now))
  for (const one of tried) {
    const trial = one.recipients.map(recipient => messageOf(one, recipient))
    writes.push(acceptedSandbox(account, trial, now, one.dueAt))
  }
  const answerOf = (one: Draft) =>
    unmetered.get(one) ?? unpaid.get(one) ?? refused.get(one) ?? { batchId: one.batchId, phones: one.outcomes }
  const result = drafts.map(one => (one instanceof Refusal ? one : answerOf(one)))
  return { result, writes }
}

const messageOf = (
  { app, request, batchId, kind, templateId }: Pick<Draft, 'app' | 'request' | 'batchId' | 'kind' | 'templateId'>,
  { messageId, phone, carrier, text, extension, customId }: Draft['recipients'][number],
) => ({
  messageId,
  kind,
  signatureId: text.signatureId,
  templateId,
  phone,
  carrier,
  content: text.content,
  segmentCount: text.segments,
  appId: app.appId,
  ingress: request.ingress,
  batchId,
  ...(extension ? { extension } : {}),
  ...(customId === undefined ? {} : { customId }),
})

function noteSent({ recipients, outcomes }: Draft): void {
  for (const { place, phone, messageId, text, shortUrl } of recipients)
    outcomes[place] = { phone, messageId, segmentCount: text.segments, ...(shortUrl === undefined ? {} : { shortUrl }) }
}
