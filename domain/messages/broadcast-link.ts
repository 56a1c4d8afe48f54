import type { TemplateVariable } from '#contract/content/template-text.ts'
import type { UploadMapping } from '#contract/recipients/upload.ts'
import type { Tx } from '#db/connect.ts'
import { codeMask, returnLinkUnits } from '#domain/links/index.ts'
import type { AccountId } from '#values/id.ts'
import { countsOf, noCounts } from './broadcast-count.ts'

/**
 * The variable of a broadcast that a link fills: its position among the template's variables, and the prefix of the
 * addresses.
 */
export interface LinkPlace {
  linkId: string
  place: number
  prefix: string
}

/** From a mapping whose numbers were checked; null when no variable is a link. */
export function linkPlaceOf(sources: UploadMapping['variables'], variables: readonly TemplateVariable[]): LinkPlace | null {
  for (const [place, { name }] of variables.entries()) {
    const source = sources[name]
    if (source && 'linkId' in source) return { linkId: source.linkId, place, prefix: source.value!.slice(0, -codeMask.length) }
  }
  return null
}

/** The link columns of a broadcast's row. */
export interface LinkColumns {
  linkId: string | null
  linkPlace: number | null
  linkPrefix: string | null
}

/** A recipient's values with their own address among them. Without a code they stay as they were counted. */
export function withAddress({ linkPlace: place, linkPrefix: prefix }: LinkColumns, values: readonly string[], code?: string): string[] {
  return values.map((value, index) => (index === place && code !== undefined ? prefix + code : value))
}

/** A broadcast's text without the recipient's code, so that texts that differ only in the code compare equal. */
export function withoutCode({ linkPrefix: prefix }: LinkColumns, content: string): string {
  if (prefix === null) return content
  const parts = content.split(prefix)
  return parts.map((part, index) => (index === 0 ? part : codeMask + part.slice(codeMask.length))).join(prefix)
}

/**
 * Assigns a link made for broadcasts to the first broadcast that sends it. When another sends it too, it belongs to
 * none, and only the recipients' codes attribute its visits.
 */
export async function ownLink(tx: Tx, account: AccountId, linkId: string, broadcastId: string): Promise<void> {
  const earlier = await tx
    .selectFrom('broadcast')
    .select('broadcastId')
    .where('accountId', '=', account)
    .where('linkId', '=', linkId)
    .where('broadcastId', '<>', broadcastId)
    .where('recalledAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  await tx
    .updateTable('link')
    .set({ broadcastId: earlier ? null : broadcastId })
    .where('accountId', '=', account)
    .where('linkId', '=', linkId)
    .where('source', '=', 'broadcast')
    .execute()
}

/**
 * Returns the units of recipients who got no code because their message was refused or never made, when a broadcast has
 * ended. The caller locks its row.
 */
export async function returnUnusedUnits(tx: Tx, account: AccountId, broadcastId: string, now: Date): Promise<void> {
  const broadcast = await tx
    .selectFrom('broadcast')
    .select(['linkId', 'recipientCount'])
    .where('accountId', '=', account)
    .where('broadcastId', '=', broadcastId)
    .executeTakeFirstOrThrow()
  if (broadcast.linkId === null) return
  const { made } = (await countsOf(tx, account, [broadcastId])).get(broadcastId) ?? noCounts
  await returnLinkUnits(tx, account, broadcast.recipientCount - made, { now, referenceId: broadcastId })
}
