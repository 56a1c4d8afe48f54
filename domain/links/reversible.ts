import { sql } from 'kysely'
import { z } from 'zod'
import { refuse } from '#contract/refusals.ts'
import type { UndoCounts } from '#contract/undo/undo.ts'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import type { DeletedObjects } from '#db/json.ts'
import { type ReversibleAct, type ReversibleRows, recordRows, type UndoRow, unchangedRows } from '#domain/undo-record/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { changed } from './change.ts'
import { checkTargets, hostsOf, type LinkTargets, targetsOf, targetVerdict } from './target-check.ts'

const reversibleLinks: ReversibleRows = {
  subject: 'link',
  image: sql`jsonb_build_object('state', link.state, 'endsAt', link.ends_at, 'tags', link.tags, 'linkGroupId', link.group_id,
    'deletedAt', link.deleted_at)`,
}

/** As `reversibleLinks` has it. */
const linkImage = z.object({ endsAt: z.coerce.date().nullable(), tags: z.array(z.string()), linkGroupId: z.string().nullable() })
type LinkImage = z.output<typeof linkImage>

/** Does an act on links so that it can be undone (domain/undo-record/). */
export const recordLinks = <Answer extends object>(
  tx: Tx,
  account: AccountId,
  { linkIds, ...act }: ReversibleAct & { linkIds: readonly string[]; deleted?: DeletedObjects | undefined },
  work: () => Promise<Answer>,
): Promise<Answer & { undoId: string | null }> =>
  recordRows(
    tx,
    account,
    reversibleLinks,
    { ...act, where: sql`link.account_id = ${account} and link.link_id = any(${[...linkIds]}::uuid[])` },
    work,
  )

type Stored = LinkTargets & LinkImage & { linkId: string; isDeleted: boolean; hasDomain: boolean }

async function storedLinks(tx: Tx, account: AccountId, rows: readonly UndoRow[]): Promise<Map<string, Stored>> {
  const { rows: links } = await sql<Stored>`
    select link_id, target, ended_target, rules, ends_at, tags, group_id as link_group_id, deleted_at is not null as is_deleted,
      domain = '' or exists (select from link_domain own where own.account_id = ${account} and own.domain = link.domain) as has_domain
    from link where account_id = ${account} and link_id = any(${rows.map(row => row.objectId)}::uuid[])`.execute(tx)
  return new Map(links.map(link => [link.linkId, link]))
}

/**
 * Reverts rows of an act on links. A deleted link returns unless its domain is gone or a target was blocked meanwhile;
 * without its group, where that is gone. Redirectors and the links' histories learn of it.
 */
export async function restoreLinks(
  tx: Tx,
  account: AccountId,
  rows: readonly UndoRow[],
  { memberId, now, shortLinkUrl }: { memberId: string; now: Date; shortLinkUrl: string },
): Promise<UndoCounts> {
  const { same, counts } = await unchangedRows(tx, account, reversibleLinks, rows)
  const stored = await storedLinks(tx, account, same)
  const verdicts = await checkTargets(tx, account, hostsOf([...stored.values()].filter(link => link.isDeleted)), shortLinkUrl)
  const isBlocked = (link: Stored) =>
    link.isDeleted && targetsOf(link).some(target => ['blocked', 'short'].includes(targetVerdict(target, verdicts)))
  const groups = await tx.selectFrom('linkGroup').select('groupId').where('accountId', '=', account).forShare().execute()
  const groupIds = new Set(groups.map(group => group.groupId))
  const restored: (LinkImage & { linkId: string; edit: object })[] = []
  let [blockedCount, homelessCount] = [0, 0]
  for (const { objectId, before } of same) {
    const link = getOrThrow(stored, objectId)
    const image = linkImage.parse(before)
    const isGroupGone = image.linkGroupId !== null && !groupIds.has(image.linkGroupId)
    if (isBlocked(link)) blockedCount += 1
    else if (!link.hasDomain || (isGroupGone && !link.isDeleted)) homelessCount += 1
    else restored.push({ ...image, linkGroupId: isGroupGone ? null : image.linkGroupId, linkId: objectId, edit: editOf(link, image) })
  }
  await write(tx, account, restored, { memberId, now })
  return { ...counts, restored: restored.length, blocked: blockedCount, homeless: homelessCount }
}

/** The line of a link's history, in the form of other acts. */
function editOf(link: Stored, image: LinkImage): Record<string, [before: unknown, after: unknown]> {
  const edit: Record<string, [unknown, unknown]> = link.isDeleted ? { isDeleted: [true, false] } : {}
  for (const field of keysOf(linkImage.shape))
    if (JSON.stringify(link[field]) !== JSON.stringify(image[field])) edit[field] = [link[field], image[field]]
  return edit
}

async function write(
  tx: Tx,
  account: AccountId,
  links: readonly (LinkImage & { linkId: string; edit: object })[],
  { memberId, now }: { memberId: string; now: Date },
): Promise<void> {
  if (links.length === 0) return
  const given = links.map(link => ({ ...link, editId: newId() }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (
        "linkId" uuid, "editId" uuid, "endsAt" timestamptz, tags jsonb, "linkGroupId" uuid, edit jsonb)
    ), restored as (
      update link set ends_at = given."endsAt", tags = array(select jsonb_array_elements_text(given.tags)), group_id = given."linkGroupId",
        deleted_at = null, changed_at = ${now}
      from given where link.account_id = ${account} and link.link_id = given."linkId"),
    edited as (
      insert into link_edit (account_id, edit_id, link_id, member_id, changes, at)
      select owner.account_id, "editId", "linkId", ${memberId}::uuid, edit, ${now}::timestamptz from ${accountRow(account)} cross join given)
    select`.execute(tx)
  await changed(
    tx,
    account,
    links.map(link => link.linkId),
  )
}

/** Creates the link group again that an act deleted. Refuses `group_taken` and `too_many`. */
export async function restoreLinkGroup(tx: Tx, account: AccountId, { linkGroup }: DeletedObjects): Promise<void> {
  if (!linkGroup) return
  const groups = await tx.selectFrom('linkGroup').select('name').where('accountId', '=', account).execute()
  if (groups.length >= limits.linkGroups) refuse('too_many', { limit: limits.linkGroups, noun: '分组' })
  if (groups.some(group => group.name === linkGroup.name)) refuse('group_taken', { name: linkGroup.name })
  await tx
    .insertInto('linkGroup')
    .values({ ...linkGroup, accountId: account, createdAt: new Date(linkGroup.createdAt) })
    .execute()
}
