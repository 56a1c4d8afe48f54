import { checkLinkVariable } from '#contract/broadcast/broadcast-link.ts'
import type { TemplateVariable } from '#contract/content/template-text.ts'
import { linkProblemAdvice, linkProblemName } from '#contract/links/link-problem.ts'
import { Refusal, refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { giveRecipientCodes, maskedAddress, readSendableLink, type SendableLink } from '#domain/links/index.ts'
import { consumeLinkUnits, lockLinkUnits, shortAddress } from '#domain/visits/index.ts'
import type { AccountId } from '#values/id.ts'
import type { SendRequest } from './send.ts'
import type { Draft } from './send-draft.ts'

/** A short link of the account that stands for a variable of the template, with a code of its own for each recipient. */
export interface WantedLink {
  variable: string
  linkId: string
  /** What the platform's own short links begin with: `https://hy.example`. */
  shortLinkUrl: string
}

/** A wanted link that leads somewhere. */
export interface CarriedLink extends WantedLink {
  domain: string
  /** What the recipients' addresses look like, as long as each of them: `https://hy.example/********`. */
  masked: string
}

/** The links that requests want, by id. Nothing is asked where none does. */
export async function readLinks(
  tx: Tx,
  account: AccountId,
  requests: readonly SendRequest[],
  now: Date,
): Promise<ReadonlyMap<string, SendableLink>> {
  const linkIds = [...new Set(requests.flatMap(request => request.link?.linkId ?? []))]
  const links = await Promise.all(linkIds.map(linkId => readSendableLink(tx, account, linkId, now)))
  return new Map(linkIds.map((linkId, index) => [linkId, links[index]!]))
}

/** The link that a request's messages carry; null: none. Refuses one that leads nowhere and a variable that can't hold it. */
export function carriedLink(
  wanted: WantedLink | undefined,
  variables: readonly TemplateVariable[],
  links: ReadonlyMap<string, SendableLink>,
): CarriedLink | null {
  if (!wanted) return null
  const { domain, problem } = links.get(wanted.linkId)!
  if (problem) refuse('link_not_active', { state: linkProblemName(problem), advice: linkProblemAdvice(problem) })
  const name = wanted.variable
  const variable = variables.find(one => one.name === name) ?? refuse('parameter_invalid', { name, reason: '模板里没有这个变量' })
  const masked = maskedAddress(wanted.shortLinkUrl, domain)
  const reason = checkLinkVariable(variable, masked)
  if (reason) refuse('parameter_invalid', { name, reason })
  return { ...wanted, domain, masked }
}

/** A text with a link's mask as a pattern of LIKE that takes any code in its place. */
export const anyCodePattern = (text: string, { masked }: Pick<CarriedLink, 'masked'>): string => {
  const literal = (part: string) => part.replace(/[\\%_]/g, '\\$&')
  return text.split(masked).map(literal).join(literal(masked).replaceAll('*', '_'))
}

/**
 * Drafts whose links the account has not units enough for, with their refusals: looked at in order, and the units stay locked. A draft that is refused later
 * leaves its units to nobody of the same commit.
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
 * Gives each recipient of drafts that carry a link a code of his own, in place of the mask in his text, and takes a unit for it. In the transaction that
 * writes the messages: killed anywhere, a message has one code and each code a message.
 */
export async function giveLinks(tx: Tx, account: AccountId, drafts: readonly Draft[], now: Date): Promise<void> {
  for (const { link, recipients, batchId } of drafts) {
    if (!link) continue
    const { linkId, domain, masked, shortLinkUrl } = link
    await consumeLinkUnits(tx, account, recipients.length, { now, referenceId: batchId })
    const codes = await giveRecipientCodes(tx, account, { linkId, domain, messageIds: recipients.map(one => one.messageId) })
    for (const [index, recipient] of recipients.entries()) {
      const shortUrl = shortAddress(shortLinkUrl, domain, codes[index]!)
      recipient.shortUrl = shortUrl
      recipient.text = { ...recipient.text, content: recipient.text.content.replaceAll(masked, () => shortUrl) }
    }
  }
}
