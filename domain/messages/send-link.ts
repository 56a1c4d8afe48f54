import { checkLinkVariable } from '#contract/broadcast/broadcast-link.ts'
import type { TemplateVariable } from '#contract/content/template-text.ts'
import { linkProblemAdvice, linkProblemName } from '#contract/links/link-problem.ts'
import { Refusal, refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { giveRecipientCodes, maskedAddress, readSendableLink, type SendableLink } from '#domain/links/index.ts'
import { consumeLinkUnits, lockLinkUnits, shortAddress } from '#domain/visits/index.ts'
import type { AccountId } from '#values/id.ts'
import { getOrThrow, itemOrThrow } from '#values/or-throw.ts'
import type { SendRequest } from './send.ts'
import type { Draft } from './send-draft.ts'

/** A short link of the account that fills a variable of the template, with a code of its own for each recipient. */
export interface WantedLink {
  variable: string
  linkId: string
  /** Base of the platform's short links: `https://hy.example`. */
  shortLinkUrl: string
}

/** A wanted link that is active. */
export interface CarriedLink extends WantedLink {
  domain: string
  /** Placeholder with the length of the recipients' addresses: `https://hy.example/********`. */
  masked: string
}

/** The links that requests name, by id. Sends no query when there are none. */
export async function readLinks(
  tx: Tx,
  account: AccountId,
  requests: readonly SendRequest[],
  now: Date,
): Promise<ReadonlyMap<string, SendableLink>> {
  const linkIds = [...new Set(requests.flatMap(request => request.link?.linkId ?? []))]
  const links = await Promise.all(linkIds.map(linkId => readSendableLink(tx, account, linkId, now)))
  return new Map(linkIds.map((linkId, index) => [linkId, itemOrThrow(links, index)]))
}

/** The link that a request's messages carry; null: none. Refuses an inactive link and a variable that can't hold it. */
export function carriedLink(
  wanted: WantedLink | undefined,
  variables: readonly TemplateVariable[],
  links: ReadonlyMap<string, SendableLink>,
): CarriedLink | null {
  if (!wanted) return null
  const { domain, problem } = getOrThrow(links, wanted.linkId)
  if (problem) refuse('link_not_active', { state: linkProblemName(problem), advice: linkProblemAdvice(problem) })
  const name = wanted.variable
  const variable = variables.find(one => one.name === name) ?? refuse('parameter_invalid', { name, reason: '模板里没有这个变量' })
  const masked = maskedAddress(wanted.shortLinkUrl, domain)
  const reason = checkLinkVariable(variable, masked)
  if (reason) refuse('parameter_invalid', { name, reason })
  return { ...wanted, domain, masked }
}

/** A LIKE pattern of a text that accepts any code in place of a link's mask. */
export const anyCodePattern = (text: string, { masked }: Pick<CarriedLink, 'masked'>): string => {
  const literal = (part: string) => part.replace(/[\\%_]/g, '\\$&')
  return text.split(masked).map(literal).join(literal(masked).replaceAll('*', '_'))
}

/**
 * Drafts whose links exceed the account's units, with their refusals; checked in order, with the units locked. Units of
 * a draft that is refused later aren't available to others of the same commit.
 */
export async function refuseUnmetered(tx: Tx, account: AccountId, drafts: readonly Draft[], now: Date): Promise<Map<Draft, Refusal>> {
  const refused = new Map<Draft, Refusal>()
  const carrying = drafts.filter(one => one.link && one.recipients.length > 0)
  if (carrying.length === 0) return refused
  let left = await lockLinkUnits(tx, account, now)
  for (const one of carrying) {
    const missing = one.recipients.length - left
    if (missing > 0) refused.set(one, new Refusal('link_units_insufficient', { missing: missing.toLocaleString('en-US') }))
    else left -= one.recipients.length
  }
  return refused
}

/**
 * Gives each recipient of drafts with a link a code of their own, which replaces the mask in the text, and consumes a
 * unit for it. Runs in the transaction that writes the messages: each message has one code and each code one message.
 */
export async function assignLinkCodes(tx: Tx, account: AccountId, drafts: readonly Draft[], now: Date): Promise<void> {
  for (const { link, recipients, batchId } of drafts) {
    if (!link) continue
    const { linkId, domain, masked, shortLinkUrl } = link
    await consumeLinkUnits(tx, account, recipients.length, { now, referenceId: batchId })
    const codes = await giveRecipientCodes(tx, account, { linkId, domain, messageIds: recipients.map(one => one.messageId) })
    for (const [index, recipient] of recipients.entries()) {
      const shortUrl = shortAddress(shortLinkUrl, domain, itemOrThrow(codes, index))
      recipient.shortUrl = shortUrl
      recipient.text = { ...recipient.text, content: recipient.text.content.replaceAll(masked, () => shortUrl) }
    }
  }
}
