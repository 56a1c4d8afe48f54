import { sql } from 'kysely'
import type { LinkDecision } from '#contract/links/admin-link.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { isCovered } from './within.ts'

interface Decided {
  host: string
  /** Null: the links of all accounts. */
  account: AccountId | null
  /** The last submission that the reviewer saw, to the millisecond. */
  seenAt: Date
  staffId: string
  now: Date
}

/** Links changed by an act, by account and host. */
export interface Changed {
  accountId: AccountId
  host: string
  linkCount: number
}

/**
 * Approves the waiting links of a host. Returns their number. Refuses `link_review_gone` if none of those that the
 * reviewer saw still waits.
 */
export async function approveLinks(tx: Tx, decided: Decided): Promise<{ linkCount: number }> {
  return decide(tx, decided, { state: 'active', decision: 'passed', reason: null })
}

/** Rejects the waiting links of a host with a reason for the customers. Refuses `link_review_gone`. */
export async function rejectLinks(
  tx: Tx,
  { reason, reasonCode, ...decided }: Decided & { reason: string; reasonCode?: string | undefined },
): Promise<{ linkCount: number }> {
  return decide(tx, decided, { state: 'rejected', decision: 'rejected', reason, reasonCode })
}

async function decide(
  tx: Tx,
  { host, account, seenAt, staffId, now }: Decided,
  {
    state,
    decision,
    reason,
    reasonCode,
  }: { state: string; decision: LinkDecision; reason: string | null; reasonCode?: string | undefined },
): Promise<{ linkCount: number }> {
  const { rows } = await sql<Changed>`
    -- across accounts: the links of a host are decided together
    with decided as (
      update link set state = ${state}, reason = ${reason}, flagged_at = null
      where state = 'reviewing' and deleted_at is null and hosts[1] = ${host} and changed_at < ${new Date(seenAt.getTime() + 1)}
        ${account ? sql`and account_id = ${account}` : sql``}
      returning account_id, link_id
    ), feed as (insert into link_change (account_id, link_id) select account_id, link_id from decided)
    select account_id, ${host} as host, count(*) as link_count from decided group by account_id`.execute(tx)
  if (rows.length === 0) refuse('link_review_gone')
  for (const { accountId, linkCount } of rows)
    await notifyAccount(tx, accountId, {
      kind: 'review',
      title: `${linkCount} 条短链接${reason === null ? '已通过审核' : '未通过审核'}`,
      body:
        reason === null
          ? `目标为 ${host} 的短链接已可访问。`
          : `目标为 ${host} 的短链接未通过审核，原因：${reason}。更换目标后可重新提交。`,
      link: reason === null ? '/shorturl/manage' : '/shorturl/manage?state=rejected',
      now,
    })
  return { linkCount: await recordDecision(tx, rows, { decision, reason, reasonCode, staffId, now }) }
}

/**
 * Trusts a host for an account: its links there need no review from now on, and waiting ones are approved. Refuses
 * `link_review_gone` if none waits.
 */
export async function trustHost(
  tx: Tx,
  { host, account, staffId, now }: { host: string; account: AccountId; staffId: string; now: Date },
): Promise<{ linkCount: number }> {
  await sql`
    insert into target_domain (account_id, domain, state, token, verified_at, staff_id)
    values (${account}, ${host}, 'verified', '', ${now}, ${staffId})
    on conflict (account_id, domain) do update set state = 'verified', problem = null, verified_at = ${now}, staff_id = ${staffId}`.execute(
    tx,
  )
  const changed = await approveTrusted(tx, sql`link.account_id = ${account}`)
  if (changed.length === 0) refuse('link_review_gone')
  return { linkCount: await recordDecision(tx, changed, { decision: 'host_passed', reason: null, staffId, now }) }
}

/**
 * Revokes trust in a domain of an account: new links there are reviewed again, approved ones stay. Refuses `not_found`.
 */
export async function revokeHost(tx: Tx, account: AccountId, domain: string): Promise<void> {
  const row = await tx
    .selectFrom('targetDomain')
    .select('token')
    .where('accountId', '=', account)
    .where('domain', '=', domain)
    .where('staffId', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const isOwn = sql`account_id = ${account} and domain = ${domain}`
  // A verification that the account itself started keeps waiting for its DNS record.
  await (row.token === ''
    ? sql`delete from target_domain where ${isOwn}`
    : sql`update target_domain set state = 'pending', staff_id = null, verified_at = null where ${isOwn}`
  ).execute(tx)
}

/** Approves waiting links whose targets no longer need review. */
export async function approveTrusted(tx: Tx, where: ReturnType<typeof sql>): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    -- across accounts: a trusted domain is trusted for all
    with passed as (
      update link set state = 'active', reason = null, flagged_at = null
      where link.state = 'reviewing' and link.deleted_at is null and ${where} and ${isCovered}
      returning account_id, link_id, hosts[1] as host
    ), feed as (insert into link_change (account_id, link_id) select account_id, link_id from passed)
    select account_id, host, count(*) as link_count from passed group by account_id, host`.execute(tx)
  return rows
}

/** Records the decision for each account and host; returns the number of links. */
export async function recordDecision(
  tx: Tx,
  changed: readonly Changed[],
  decided: {
    decision: LinkDecision
    reason: string | null
    reasonCode?: string | undefined
    linkId?: string
    staffId: string | null
    now: Date
  },
): Promise<number> {
  const list = <Key extends keyof Changed>(key: Key) => changed.map(one => one[key])
  await sql`
    insert into link_decision (account_id, decision_id, host, link_id, decision, reason, reason_code, link_count, staff_id, at)
    select account.account_id, decision_id, host, ${decided.linkId ?? null}::uuid, ${decided.decision}, ${decided.reason}, ${decided.reasonCode ?? null}, link_count,
      ${decided.staffId}::uuid, ${decided.now}
    from unnest(${list('accountId')}::uuid[], ${changed.map(() => newId())}::uuid[], ${list('host')}::text[], ${list('linkCount')}::integer[])
      as given (account_id, decision_id, host, link_count) join account on account.account_id = given.account_id`.execute(tx)
  return changed.reduce((sum, one) => sum + one.linkCount, 0)
}
