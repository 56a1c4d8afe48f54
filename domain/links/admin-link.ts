import { sql } from 'kysely'
import { type LinkState, linkStates } from '#contract/links/link-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { customerName } from '#domain/account/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { type Changed, recordDecision } from './admin-link-decision.ts'
import { recordAccountChange } from './stop.ts'

interface LinkAct {
  linkId: string
  reason: string
  staffId: string
  now: Date
}

/** The result of an act, for the staff's audit log. */
export interface LinkActDone {
  domain: string
  code: string
  before: LinkState
  after: LinkState
}

/**
 * Blocks one link by hand until staff unblock it. A link blocked by a domain rule becomes blocked by hand. Refuses
 * `not_found`, `state_forbids`.
 */
export async function blockLink(tx: Tx, account: AccountId, { linkId, reason, staffId, now }: LinkAct): Promise<LinkActDone> {
  const link = await lockLink(tx, account, linkId)
  const isByRule = link.state === 'blocked' && link.blockedDomain !== null
  if (!isByRule && link.state !== 'active' && link.state !== 'reviewing' && link.state !== 'disabled')
    refuse('state_forbids', { state: linkStates[link.state], action: '封禁' })
  await change(tx, account, linkId, {
    state: 'blocked',
    stateBefore: isByRule ? link.stateBefore : link.state,
    blockedDomain: null,
    reason,
    flaggedAt: null,
  })
  await recordDecision(tx, [changedOf(account, link)], { decision: 'blocked', reason, linkId, staffId, now })
  return { domain: link.domain, code: link.code, before: link.state, after: 'blocked' }
}

/**
 * Unblocks a link blocked by hand, into its previous state. Refuses `not_found`, `state_forbids`, and
 * `link_domain_blocked` while a rule blocks it.
 */
export async function unblockLink(tx: Tx, account: AccountId, { linkId, reason, staffId, now }: LinkAct): Promise<LinkActDone> {
  const link = await lockLink(tx, account, linkId)
  if (link.state !== 'blocked') refuse('state_forbids', { state: linkStates[link.state], action: '解封' })
  const { rows } = await sql<{ domain: string }>`
    select domain from domain_rule where kind = 'blocked' and domain = any(link_domains(${link.hosts}::text[])) limit 1`.execute(tx)
  if (rows[0]) refuse('link_domain_blocked', { domain: rows[0].domain })
  // Without a recorded previous state it is reviewed again.
  const after = link.stateBefore ?? 'reviewing'
  await change(tx, account, linkId, { state: after, stateBefore: null, blockedDomain: null, reason: null })
  await recordDecision(tx, [changedOf(account, link)], { decision: 'unblocked', reason, linkId, staffId, now })
  return { domain: link.domain, code: link.code, before: 'blocked', after }
}

async function lockLink(tx: Tx, account: AccountId, linkId: string) {
  const row = await tx
    .selectFrom('link')
    .select(['domain', 'code', 'state', 'stateBefore', 'blockedDomain', 'hosts'])
    .where('accountId', '=', account)
    .where('linkId', '=', linkId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('not_found')
  return { ...row, state: row.state }
}

interface LinkChange {
  state: LinkState
  stateBefore: string | null
  blockedDomain: null
  reason: string | null
  flaggedAt?: null
}

async function change(tx: Tx, account: AccountId, linkId: string, next: LinkChange): Promise<void> {
  await tx.updateTable('link').set(next).where('accountId', '=', account).where('linkId', '=', linkId).execute()
  await tx.insertInto('linkChange').values({ accountId: account, linkId }).execute()
}

const changedOf = (account: AccountId, link: { hosts: string[] }): Changed => ({
  accountId: account,
  host: firstOrThrow(link.hosts),
  linkCount: 1,
})

/**
 * Stops all present and future links of an account, without changing their states: one row that redirectors check.
 * Refuses `not_found`, and `state_forbids` if already stopped.
 */
export async function stopLinks(tx: Tx, account: AccountId, { reason, staffId, now }: Omit<LinkAct, 'linkId'>): Promise<void> {
  await customerName(tx, account)
  const { rows } = await sql`
    insert into link_stop (account_id, reason, staff_id, at) values (${account}, ${reason}, ${staffId}, ${now})
    on conflict (account_id) do nothing returning account_id`.execute(tx)
  if (rows.length === 0) refuse('state_forbids', { state: '全部短链接已停用', action: '再次停用' })
  await recordAccountChange(tx, account)
}

/** Resumes an account's links, each in its own state. Returns why they were stopped. Refuses `state_forbids`. */
export async function resumeLinks(tx: Tx, account: AccountId): Promise<{ reason: string }> {
  const row = await tx.deleteFrom('linkStop').where('accountId', '=', account).returning('reason').executeTakeFirst()
  if (!row) refuse('state_forbids', { state: '短链接没有停用', action: '恢复' })
  await recordAccountChange(tx, account)
  return row
}
