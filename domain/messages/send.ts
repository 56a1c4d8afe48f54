import { type RawBuilder, sql } from 'kysely'
import type { AppSettings } from '#contract/apps/app-setting.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { Pipelined } from '#db/pipeline.ts'
import { countedHits } from '#domain/blacklist/index.ts'
import { acceptedParts, addedUsage, chooseChannels } from '#domain/delivery/index.ts'
import { holdParts } from '#domain/ledger/index.ts'
import type { OperatorFinder } from '#domain/numbering/index.ts'
import type { AccountId } from '#values/id.ts'
import { acceptedSandbox } from './sandbox.ts'
import { refuseTried } from './sandbox-refusal.ts'
import { isLone, keptBatches } from './send-batch.ts'
import { payFor } from './send-charge.ts'
import { attempt, type Draft, draftOf } from './send-draft.ts'
import { type AccountFacts, type RuleReader, readSendFacts } from './send-facts.ts'
import { giveLinks, refuseUnmetered, type WantedLink } from './send-link.ts'
import { keepReachable } from './send-reach.ts'

/** By which door a program came. */
export type Door = 'open' | 'alibaba' | 'tencent' | 'smpp'

/** The app that asks; `AppCaller` of domain/apps/key.ts is one. What may be sent is read anew with each request, so only convenience is taken from here. */
export interface SendCaller {
  appId: string
  settings: Pick<AppSettings, 'isRepeatGuarded'>
}

export interface SendRecipient {
  /** In any of the forms that people write. */
  phone: string
  /** Text of the signature, without 【】. */
  signature: string
  /**
   * Values of the template's variables by name; by Tencent's door by number, `1` the first of the text. Where many recipients share them, the same object: it
   * is checked once.
   */
  parameters: Readonly<Record<string, string>>
  /** Digits behind those of the signature, shown to the phone; unset: the app's own. */
  extension?: string | undefined
  /** The customer's own id, given back with the report. */
  customId?: string | undefined
}

/** What a customer's program asks for at once. */
export interface SendRequest {
  caller: SendCaller
  door: Door
  /** Null: free text. */
  templateCode: string | null
  /** Free text as the phone shows it, signature first; it goes out as a notice. Whether the app may send such is the door's to ask. */
  text?: string | undefined
  recipients: readonly SendRecipient[]
  /** When to send; unset: now. */
  sendAt?: Date | undefined
  /** A short link that stands for one of the template's variables, with a code of each recipient's own. */
  link?: WantedLink | undefined
  /** The customer's own word for the whole request, given back with each report. */
  outId?: string | undefined
}

/** What became of one number. */
export type SentPhone = { phone: string; messageId: string; segmentCount: number; shortUrl?: string } | { phone: string; refusal: Refusal }

/**
 * A refusal of the whole request, or what became of each recipient in the order asked. One that is asked for twice with the same text gets one message, which
 * stands in both places. `batchId` names the request (findBatch) where at least one message came of it.
 */
export type SendOutcome = Refusal | { batchId: string; phones: SentPhone[] }

export interface SendFacts {
  now: Date
  operatorOf: OperatorFinder
  /** Unset: rules are read from the database. */
  rulesOf?: RuleReader | undefined
}

/**
 * Checks, charges and queues what programs of one account ask for, many requests in one transaction: all of it is committed together, but each request
 * succeeds or is refused by itself, in order. Each message's charge is held. Where no text of a request is right, it is refused; by our own API, what is wrong
 * with the texts of some refuses those alone.
 */
export async function sendMessages(tx: Tx, account: AccountId, requests: readonly SendRequest[], facts: SendFacts): Promise<SendOutcome[]> {
  if (requests.length === 0) return []
  const read = await readSendFacts(tx, account, requests, facts)
  const { result, writes } = await sendOn(tx, account, requests, { ...facts, read })
  await Promise.all(writes.map(write => write.execute(tx)))
  return result
}

/** The same for requests whose facts are read; the statements that write are the caller's to execute. Whatever it refuses, it refuses before that. */
export async function sendOn(
  tx: Tx,
  account: AccountId,
  requests: readonly SendRequest[],
  { now, operatorOf, read }: SendFacts & { read: AccountFacts },
): Promise<Pipelined<SendOutcome[]>> {
  const drafts = requests.map(request => attempt(() => draftOf(request, { facts: read, operatorOf, now })))
  const good = drafts.filter((one): one is Draft => !(one instanceof Refusal))
  const real = good.filter(one => !one.app.isTest)
  const trials = good.filter(one => one.app.isTest)
  const refused = refuseTried(trials)
  const hits = await keepReachable(tx, account, real, { now, read })
  const unmetered = await refuseUnmetered(tx, account, real, now)
  const metered = real.filter(one => !unmetered.has(one))
  const { unpaid, taken, changes } = await payFor(tx, account, metered, { now, read })
  const sent = metered.filter(one => !unpaid.has(one) && one.recipients.length > 0)
  for (const one of sent) if (isLone(one)) one.batchId = one.recipients[0]!.messageId
  await giveLinks(tx, account, sent, now)
  const messages = sent.flatMap(one =>
    one.recipients.map((recipient, index) => ({ ...messageOf(one, recipient), holdId: one.holdIds[index]!, dueAt: one.dueAt })),
  )
  const channelIds = chooseChannels(read.routing, account, messages)
  const tried = trials.filter(one => !refused.has(one) && one.recipients.length > 0)
  for (const one of [...sent, ...tried]) noteSent(one)
  for (const { outcomes, twins } of good) for (const [place, first] of twins) outcomes[place] = outcomes[first]!
  const writes: RawBuilder<unknown>[] = []
  if (hits.size > 0) writes.push(countedHits(account, hits))
  if (sent.length > 0) {
    const { parts, wakes } = acceptedParts(account, messages, { now, channelIds })
    const all = [
      ...holdParts(account, read.funds, taken),
      ...parts,
      sql`used as (${addedUsage(account, changes)})`,
      sql`kept as (${keptBatches(
        account,
        sent.filter(one => !isLone(one)),
        now,
      )})`,
    ]
    writes.push(sql`with ${sql.join(all, sql`, `)} ${wakes}`)
  }
  if (tried.length > 0) writes.push(keptBatches(account, tried, now))
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
  { messageId, phone, operator, text, extension, customId }: Draft['recipients'][number],
) => ({
  messageId,
  kind,
  signatureId: text.signatureId,
  templateId,
  phone,
  operator,
  content: text.content,
  segmentCount: text.segments,
  appId: app.appId,
  door: request.door,
  batchId,
  ...(extension ? { extension } : {}),
  ...(customId === undefined ? {} : { customId }),
})

function noteSent({ recipients, outcomes }: Draft): void {
  for (const { place, phone, messageId, text, shortUrl } of recipients)
    outcomes[place] = { phone, messageId, segmentCount: text.segments, ...(shortUrl === undefined ? {} : { shortUrl }) }
}
