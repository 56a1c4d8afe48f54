import type { TemplateVariable } from '#contract/content/template-text.ts'
import type { UploadMapping } from '#contract/recipients/upload.ts'
import type { Tx } from '#db/connect.ts'
import { codeMask, returnLinkUnits } from '#domain/links/index.ts'
import type { AccountId } from '#values/id.ts'
import { countsOf, noCounts } from './broadcast-count.ts'

/** The variable of a broadcast that is a link: its place among the template's variables, and how the addresses begin. */
export interface LinkPlace {
  linkId: string
  place: number
  prefix: string
}

/** Of a mapping whose numbers were checked; null when no variable is a link. */
export function linkPlaceOf(sources: UploadMapping['variables'], variables: readonly TemplateVariable[]): LinkPlace | null {
  for (const [place, { name }] of variables.entries()) {
    const source = sources[name]
    if (source && 'linkId' in source) return { linkId: source.linkId, place, prefix: source.value!.slice(0, -codeMask.length) }
  }
  return null
}

/** The link columns of a broadcast's row. */
export interface LinkColumns {
  link_id: string | null
  link_place: number | null
  link_prefix: string | null
}

/** A recipient's values with his own address among them. Without a code they stay as they were counted. */
export function withAddress({ link_place: place, link_prefix: prefix }: LinkColumns, values: readonly string[], code?: string): string[] {
  return values.map((value, index) => (index === place && code !== undefined ? prefix + code : value))
}

/** A text of a broadcast as all its recipients would read it but for their codes: tells texts apart by what differs beside them. */
export function withoutCode({ link_prefix: prefix }: LinkColumns, content: string): string {
  if (prefix === null) return content
  const parts = content.split(prefix)
  return parts.map((part, index) => (index === 0 ? part : codeMask + part.slice(codeMask.length))).join(prefix)
}

/**
 * A link that was made for broadcasts belongs to the first that sends it; when another sends it too, it belongs to none, and what each has brought is told by
 * the recipients' codes alone.
 */
export async function ownLink(tx: Tx, account: AccountId, linkId: string, broadcastId: string): Promise<void> {
  const earlier = await tx
    .selectFrom('broadcast')
    .select('broadcast_id')
    .where('account_id', '=', account)
    .where('link_id', '=', linkId)
    .where('broadcast_id', '<>', broadcastId)
    .limit(1)
    .executeTakeFirst()
  await tx
    .updateTable('link')
    .set({ broadcast_id: earlier ? null : broadcastId })
    .where('account_id', '=', account)
    .where('link_id', '=', linkId)
    .where('source', '=', 'broadcast')
    .execute()
}

/** Gives back the units of recipients who got no code, since their message was refused or never made: when a broadcast has ended. The caller holds its row. */
export async function returnUnusedUnits(tx: Tx, account: AccountId, broadcastId: string, now: Date): Promise<void> {
  const broadcast = await tx
    .selectFrom('broadcast')
    .select(['link_id', 'recipient_count'])
    .where('account_id', '=', account)
    .where('broadcast_id', '=', broadcastId)
    .executeTakeFirstOrThrow()
  if (broadcast.link_id === null) return
  const { made } = (await countsOf(tx, account, [broadcastId])).get(broadcastId) ?? noCounts
  await returnLinkUnits(tx, account, broadcast.recipient_count - made, { now, referenceId: broadcastId })
}
