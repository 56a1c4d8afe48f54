import { sql } from 'kysely'
import { type LinkChanges, timesProblem } from '#contract/links/link.ts'
import { type LinkState, linkCan, linkStates, mayLink } from '#contract/links/link-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { hashLinkPassword } from '#domain/visits/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { changed } from './change.ts'
import { type LinkField, linkColumns, linkFieldNames, normalLink, requireGroup } from './link.ts'
import { checkTargets, hostsOf, stateByTargets, targetsOf } from './target-check.ts'

/** Each changed field with its old and new value; of a password only whether there is one. */
type LinkEdit = { [Field in LinkField | 'password' | 'state']?: [before: unknown, after: unknown] }

interface Editing extends LinkChanges {
  linkId: string
  memberId: string
  now: Date
  /** The start of the platform's short addresses. */
  shortLinkUrl: string
}

/**
 * Edits a link and records the history. A new target is reviewed unless its domain is the account's own or trusted;
 * until then the link is inactive. Refuses `not_found`, `state_forbids`, `target_refused`, and `input_invalid` for
 * inconsistent times.
 */
export async function editLink(tx: Tx, account: AccountId, input: Editing): Promise<{ linkId: string; state: LinkState }> {
  const { linkId, memberId, now, shortLinkUrl, password, ...given } = input
  const link = await lockedLink(tx, account, linkId)
  if (!mayLink('edit', link.state)) refuse('state_forbids', { state: linkStates[link.state], action: linkCan.edit.name })
  const changes = normalLink(given)
  if (changes.linkGroupId) await requireGroup(tx, account, changes.linkGroupId)
  const after = { ...link, ...changes }
  const problem = timesProblem(after)
  if (problem) refuse('input_invalid', {}, { [problem.path]: problem.message })
  const before = new Set(targetsOf(link))
  const isMoved = targetsOf(after).some(target => !before.has(target))
  const state = isMoved ? await movedState(tx, account, { ...after, shortLinkUrl }) : link.state
  const edit = editOf(link, { ...after, state }, password)
  if (Object.keys(edit).length === 0) return { linkId, state }
  await tx
    .updateTable('link')
    .set({
      ...Object.fromEntries(linkFieldNames.filter(field => edit[field]).map(field => [linkColumns[field], stored(field, after[field])])),
      ...(password === undefined ? {} : { passwordHash: password === null ? null : await hashLinkPassword(password) }),
      ...(isMoved ? { reason: null } : {}),
      state,
      changedAt: now,
    })
    .where('accountId', '=', account)
    .where('linkId', '=', linkId)
    .execute()
  await tx
    .insertInto('linkEdit')
    .values({ accountId: account, editId: newId(), linkId, memberId, changes: JSON.stringify(edit), at: now })
    .execute()
  await changed(tx, account, [linkId])
  return { linkId, state }
}

/** Approved links become active; a disabled one whose new target needs no review stays disabled. */
async function movedState(
  tx: Tx,
  account: AccountId,
  { shortLinkUrl, ...link }: StoredLink & { shortLinkUrl: string },
): Promise<LinkState> {
  const verdicts = await checkTargets(tx, account, hostsOf([link]), shortLinkUrl)
  const state = stateByTargets(link, verdicts)
  return state === 'active' && link.state === 'disabled' ? 'disabled' : state
}

/** Rules are stored in their column as JSON, not as a PostgreSQL array. */
const stored = (field: LinkField, value: unknown) => (field === 'rules' ? JSON.stringify(value) : value)

type StoredLink = Required<Omit<LinkChanges, 'password'>> & { state: LinkState; hasPassword: boolean }

/** A link with its row locked against concurrent edits. Refuses `not_found`. */
async function lockedLink(tx: Tx, account: AccountId, linkId: string): Promise<StoredLink> {
  const fields = linkFieldNames.map(field => sql`${sql.ref(linkColumns[field])} as ${sql.ref(field)}`)
  const { rows } = await sql<StoredLink>`
    select ${sql.join(fields)}, state, password_hash is not null as "hasPassword" from link
    where account_id = ${account} and link_id = ${linkId} and deleted_at is null for no key update`.execute(tx)
  return rows[0] ?? refuse('not_found')
}

function editOf(before: StoredLink, after: StoredLink, password: string | null | undefined): LinkEdit {
  const edit: LinkEdit = {}
  for (const field of [...linkFieldNames, 'state'] as const)
    if (canonical(before[field]) !== canonical(after[field])) edit[field] = [before[field], after[field]]
  if (password !== undefined && (password !== null || before.hasPassword)) edit.password = [before.hasPassword, password !== null]
  return edit
}

/** Canonical JSON: equal values give the same text, whatever the order of keys from the database. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  )
