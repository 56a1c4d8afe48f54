import { composeContent, type MessageKind, renderTemplate } from '#contract/content/template-text.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { acceptMessages } from '#domain/delivery/index.ts'
import { requireDailyRoom } from '#domain/identity/index.ts'
import { holdCharge } from '#domain/ledger/index.ts'
import { giveRecipientCodes, requireSendableLink } from '#domain/links/index.ts'
import { type LinkPlace, permittedFrom, refusedPhones } from '#domain/messages/index.ts'
import { loadCarrierFinder } from '#domain/numbering/index.ts'
import { countUp } from '#domain/platform/index.ts'
import { accountSettings, marketingHoursOf } from '#domain/settings/index.ts'
import { consumeLinkUnits } from '#domain/visits/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { type Carrier, phoneProblemNames } from '#values/phone.ts'
import { segmentCount } from '#values/segment.ts'
import { readyUpload } from './plan.ts'
import { requireSendable } from './send.ts'

const hourMs = 3_600_000

interface TestSend {
  uploadId: string
  memberId: string
  /** At most `limits.testSendPhones`, as 11 digits. */
  phones: readonly string[]
  now: Date
}

/**
 * Test send of an upload: sends the first recipient's message to own numbers, charged like any other, with a working
 * link. `segmentCount` is the total.
 */
export async function sendTest(tx: Tx, account: AccountId, input: TestSend) {
  const { uploadId, memberId, now } = input
  const phones = [...new Set(input.phones)]
  const { template, kind, signatureId, link } = await readyUpload(tx, account, uploadId)
  const signature = await requireSendable(tx, account, { signatureId, template, now })
  const values = await firstValues(tx, account, uploadId)
  const messageIds = phones.map(() => newId())
  const addresses = link ? await addressesFor(tx, account, link, messageIds, now) : []
  const messages = phones.map((phone, index) => {
    const own = values.map((value, place) => (place === link?.place ? itemOrThrow(addresses, index) : value))
    const text = renderTemplate(template.text, template.variables, own)
    return { messageId: itemOrThrow(messageIds, index), phone, content: composeContent(signature.text, text, kind) }
  })
  return sendToOwn(tx, account, { kind, signatureId, templateId: template.templateId, messages, memberId, now })
}

/** Link addresses by message; their codes cost one unit each. */
async function addressesFor(tx: Tx, account: AccountId, link: LinkPlace, messageIds: readonly string[], now: Date): Promise<string[]> {
  const { linkId, prefix } = link
  const { domain } = await requireSendableLink(tx, account, linkId, now)
  await consumeLinkUnits(tx, account, messageIds.length, { now, referenceId: null })
  const codes = await giveRecipientCodes(tx, account, { linkId, domain, messageIds })
  return codes.map(code => prefix + code)
}

interface OwnSend {
  kind: MessageKind
  signatureId: string
  templateId: string
  /** All with the same number of segments. */
  messages: readonly { messageId: string; phone: string; content: string }[]
  memberId: string
  now: Date
}

/**
 * Sends one text to own numbers, charged like any other; at most `limits.testSendsPerHour` an hour. `segmentCount` is
 * the total.
 */
export async function sendToOwn(tx: Tx, account: AccountId, { messages: own, memberId, now, ...texts }: OwnSend) {
  const { kind } = texts
  const { content } = firstOrThrow(own)
  const phones = own.map(message => message.phone)
  const waitMs = await countUp(tx, `broadcast-test:${memberId}`, { windowMs: hourMs, most: limits.testSendsPerHour }, now)
  if (waitMs > 0) refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) })
  const carrierFor = await requireReachable(tx, account, { ...texts, phones, now })
  const segments = segmentCount(content.length)
  await requireDailyRoom(tx, account, segments * phones.length, now)
  const holds = await holdCharge(tx, account, kind, new Map([[segments, phones.length]]), { now })
  const holdIds = holds.flatMap(hold => Array<string>(hold.quota[segments] ?? 0).fill(hold.holdId))
  const permitted = permittedFrom(kind, now, marketingHoursOf(await accountSettings(tx, account)))
  const messages = own.map((message, index) => ({
    ...texts,
    ...message,
    carrier: carrierFor(message.phone),
    segmentCount: segments,
    holdId: itemOrThrow(holdIds, index),
    dueAt: permitted,
  }))
  await acceptMessages(tx, account, messages, { now })
  return { content, segmentCount: segments * phones.length, heldUntil: permitted > now ? permitted : null }
}

type Reached = Parameters<typeof refusedPhones>[2]

/**
 * Returns the carrier of each number. Refuses for the first number without a carrier, on a blacklist or over its
 * frequency limit.
 */
async function requireReachable(tx: Tx, account: AccountId, check: Reached): Promise<(phone: string) => Carrier> {
  const find = await loadCarrierFinder(tx, check.phones)
  const carrierFor = (phone: string) => find(phone) ?? refuse('phone_invalid', { phone, reason: phoneProblemNames.unassigned })
  const refused = await refusedPhones(tx, account, check)
  for (const phone of check.phones) {
    carrierFor(phone)
    if (refused.has(phone)) refuse(refused.get(phone) === 'blacklisted' ? 'phone_blacklisted' : 'frequency_exceeded', { phone })
  }
  return carrierFor
}

async function firstValues(tx: Tx, account: AccountId, uploadId: string): Promise<string[]> {
  const first = await tx
    .selectFrom('recipient')
    .select('variables')
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .orderBy('line')
    .limit(1)
    .executeTakeFirst()
  if (!first) refuse('no_recipient')
  return first.variables ?? []
}
