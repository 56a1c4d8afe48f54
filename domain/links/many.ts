import { sql } from 'kysely'
import type { LinkBulkAction } from '#contract/links/link-list.ts'
import { type LinkState, mayLink } from '#contract/links/link-state.ts'
import { refuse } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { changed } from './change.ts'
import { requireGroup } from './link.ts'
import { recordLinks } from './reversible.ts'
import { checkTargets, type HostVerdict, hostsOf, targetsOf, targetVerdict } from './target-check.ts'

/** Whether undo can revert an act; stopped links are started again by their own act, which checks the targets. */
export const isReversible = ({ kind }: LinkBulkAction): boolean => kind !== 'enable' && kind !== 'disable'

export interface Acting {
  memberId: string | null
  now: Date
  /** The start of the platform's short addresses. */
  shortLinkUrl: string
}

interface Held {
  linkId: string
  state: LinkState
  target: string
  endedTarget: string | null
  rules: { targets: { target: string }[] }[]
  startsAt: Date | null
  endsAt: Date | null
  tags: string[]
  linkGroupId: string | null
}
/** The state of a link after an act; `isDeleted` is the only way to delete it. */
type Next = Pick<Held, 'state' | 'endsAt' | 'tags' | 'linkGroupId'> & { isDeleted: boolean }

/** Refuses acts that no link could take: a past expiry (`link_end_past`), an unknown group (`not_found`). */
export async function requireAct(tx: Tx, account: AccountId, act: LinkBulkAction, now: Date): Promise<void> {
  if (act.kind === 'extend' && act.endsAt && act.endsAt <= now) refuse('link_end_past')
  if (act.kind === 'move' && act.linkGroupId) await requireGroup(tx, account, act.linkGroupId)
}

/**
 * Bulk action on selected links; with an `undoId` it can be undone. Refuses `not_found` unless all are the account's,
 * and
 * `link_end_past`.
 */
export async function runLinkBulkAction(
  tx: Tx,
  account: AccountId,
  linkIds: readonly string[],
  act: LinkBulkAction,
  { undoId, ...acting }: Acting & { undoId?: string },
) {
  await requireAct(tx, account, act, acting.now)
  const wanted = [...new Set(linkIds)]
  const held = await hold(tx, account, wanted)
  if (held.length < wanted.length) refuse('not_found')
  const change = async () => ({ changedCount: await changeHeld(tx, account, held, act, acting) })
  const done =
    undoId !== undefined && isReversible(act)
      ? await recordLinks(tx, account, { undoId, ...acting, linkIds: wanted }, change)
      : { ...(await change()), undoId: null }
  return { ...done, unchangedCount: wanted.length - done.changedCount }
}

/**
 * Changes several links, a few thousand at most, in a handful of statements, with a line of history for each changed
 * one; returns their number. Links already in the wanted state, or whose state forbids it, stay unchanged.
 */
export async function changeLinks(
  tx: Tx,
  account: AccountId,
  linkIds: readonly string[],
  act: LinkBulkAction,
  acting: Acting,
): Promise<number> {
  return changeHeld(tx, account, await hold(tx, account, linkIds), act, acting)
}

async function changeHeld(
  tx: Tx,
  account: AccountId,
  held: readonly Held[],
  act: LinkBulkAction,
  { memberId, now, shortLinkUrl }: Acting,
): Promise<number> {
  const enabled = act.kind === 'enable' ? await enabledStates(tx, account, held, shortLinkUrl) : new Map<string, LinkState>()
  const changes = held.flatMap(link => {
    const next = nextOf(link, act, enabled.get(link.linkId))
    const edit = next && editOf(link, next)
    return edit && Object.keys(edit).length > 0 ? [{ linkId: link.linkId, next, edit }] : []
  })
  if (changes.length === 0) return 0
  const ids = changes.map(one => one.linkId)
  await write(tx, account, changes, now)
  await sql`
    insert into link_edit (account_id, edit_id, link_id, member_id, changes, at)
    select owner.account_id, edit_id, link_id, ${memberId}::uuid, changes, ${now}
    from ${accountRow(account)}
    cross join unnest(${ids.map(() => newId())}::uuid[], ${ids}::uuid[], ${changes.map(one => JSON.stringify(one.edit))}::jsonb[])
      as given (edit_id, link_id, changes)`.execute(tx)
  // Titles and tags don't affect redirects, so the redirector isn't notified.
  if (!['tag', 'untag', 'move'].includes(act.kind)) await changed(tx, account, ids)
  return changes.length
}

/** Links with their rows locked, always in the same order. */
async function hold(tx: Tx, account: AccountId, linkIds: readonly string[]): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select link_id, state, target, ended_target, rules, starts_at, ends_at, tags, group_id as "linkGroupId"
    from link where account_id = ${account} and link_id = any(${[...linkIds]}::uuid[]) and deleted_at is null
    order by link_id for no key update`.execute(tx)
  return rows
}

/**
 * The link after the act; null: its state or settings forbid it. `enabled`: its state when enabled. A pure function.
 */
function nextOf(link: Held, act: LinkBulkAction, enabled: LinkState | undefined): Next | null {
  const same: Next = { ...link, isDeleted: false }
  switch (act.kind) {
    case 'disable':
      return mayLink('disable', link.state) ? { ...same, state: 'disabled' } : null
    case 'enable':
      return mayLink('enable', link.state) && enabled ? { ...same, state: enabled } : null
    case 'extend': {
      const fits = act.endsAt === null || link.startsAt === null || link.startsAt < act.endsAt
      return mayLink('edit', link.state) && fits ? { ...same, endsAt: act.endsAt } : null
    }
    case 'tag': {
      const tags = [...new Set([...link.tags, ...act.tags])]
      return tags.length <= limits.linkTags ? { ...same, tags } : null
    }
    case 'untag':
      return { ...same, tags: link.tags.filter(tag => !act.tags.includes(tag)) }
    case 'move':
      return { ...same, linkGroupId: act.linkGroupId }
    case 'delete':
      return mayLink('delete', link.state) ? { ...same, isDeleted: true } : null
  }
}

/** The old and new value of each field, in the form of `editLink`. */
function editOf(link: Held, next: Next): Record<string, [before: unknown, after: unknown]> {
  const edit: Record<string, [unknown, unknown]> = {}
  for (const field of ['state', 'endsAt', 'tags', 'linkGroupId'] as const)
    if (JSON.stringify(link[field]) !== JSON.stringify(next[field])) edit[field] = [link[field], next[field]]
  if (next.isDeleted) edit.isDeleted = [false, true]
  return edit
}

async function write(tx: Tx, account: AccountId, changes: readonly { linkId: string; next: Next }[], now: Date): Promise<void> {
  const list = <Key extends keyof Next>(key: Key) => changes.map(one => one.next[key])
  await sql`
    update link set state = given.state, ends_at = given.ends_at, tags = array(select jsonb_array_elements_text(given.tags)),
      group_id = given.group_id, deleted_at = case when given.is_deleted then ${now}::timestamptz end, changed_at = ${now}
    from unnest(${changes.map(one => one.linkId)}::uuid[], ${list('state')}::text[], ${list('endsAt')}::timestamptz[],
      ${changes.map(one => JSON.stringify(one.next.tags))}::jsonb[], ${list('linkGroupId')}::uuid[], ${list('isDeleted')}::boolean[])
      as given (link_id, state, ends_at, tags, group_id, is_deleted)
    where link.account_id = ${account} and link.link_id = given.link_id`.execute(tx)
}

/**
 * The state of each disabled link when enabled: its targets are checked again, and if blocked meanwhile it stays
 * disabled. A link that was active before, with unchanged targets, needs no second review.
 */
async function enabledStates(tx: Tx, account: AccountId, links: readonly Held[], shortLinkUrl: string): Promise<Map<string, LinkState>> {
  const disabled = links.filter(link => link.state === 'disabled')
  if (disabled.length === 0) return new Map()
  const verdicts = await checkTargets(tx, account, hostsOf(disabled), shortLinkUrl)
  const { rows } = await sql<{ linkId: string }>`
    select link_id from (
      select distinct on (link_id) link_id, changes from link_edit
      where account_id = ${account} and link_id = any(${disabled.map(link => link.linkId)}::uuid[])
        and changes ?| array['state', 'target', 'endedTarget', 'rules']
      order by link_id, edit_id desc) as latest
    where changes -> 'state' = '["active", "disabled"]'`.execute(tx)
  const wereActive = new Set(rows.map(row => row.linkId))
  return new Map(
    disabled.flatMap(link => {
      const state = enabledState(targetsOf(link), verdicts, wereActive.has(link.linkId))
      return state ? [[link.linkId, state] as const] : []
    }),
  )
}

function enabledState(targets: readonly string[], verdicts: ReadonlyMap<string, HostVerdict>, wasActive: boolean): LinkState | null {
  const found = targets.map(target => targetVerdict(target, verdicts))
  if (found.includes('blocked') || found.includes('short')) return null
  return wasActive || found.every(verdict => verdict === 'trusted') ? 'active' : 'reviewing'
}
