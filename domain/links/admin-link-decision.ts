import { sql } from 'kysely'
import type { LinkDecision } from '#contract/links/admin-link.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { isCovered } from './within.ts'

interface Decided {
  host: string
  /** Null: the links of every account. */
  account: AccountId | null
  /** The last submission that was looked at, to the millisecond. */
  seenAt: Date
  staffId: string
  now: Date
}

/** Links that an act changed, by account and host. */
export interface Changed {
  account_id: AccountId
  host: string
  link_count: number
}

/** Passes the links of a host that wait. Gives how many there were. Refuses `link_review_gone` when none of those that were looked at waits any more. */
export async function passLinks(tx: Tx, decided: Decided): Promise<{ linkCount: number }> {
  return decide(tx, decided, { state: 'active', decision: 'passed', reason: null })
}

/** Rejects the links of a host that wait, with what the customers read. Refuses `link_review_gone`. */
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
      where state = 'reviewing' and deleted_at is null and hosts[1] = ${host} and date_trunc('milliseconds', changed_at) <= ${seenAt}
        ${account ? sql`and account_id = ${account}` : sql``}
      returning account_id, link_id
    ), told as (insert into link_change (account_id, link_id) select account_id, link_id from decided)
    select account_id, ${host} as host, count(*) as link_count from decided group by account_id`.execute(tx)
  if (rows.length === 0) refuse('link_review_gone')
  for (const { account_id, link_count } of rows)
    await notifyAccount(tx, account_id, {
      kind: 'review',
      title: `${link_count} 条短链接${reason === null ? '已通过审核' : '未通过审核'}`,
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
 * Vouches for a host of an account: it needs no review of its links there from now on, and those that wait pass. Refuses `link_review_gone` when none waits.
 */
export async function passHost(
  tx: Tx,
  { host, account, staffId, now }: { host: string; account: AccountId; staffId: string; now: Date },
): Promise<{ linkCount: number }> {
  await sql`
    insert into target_domain (account_id, domain, state, token, verified_at, staff_id)
    values (${account}, ${host}, 'verified', '', ${now}, ${staffId})
    on conflict (account_id, domain) do update set state = 'verified', problem = null, verified_at = ${now}, staff_id = ${staffId}`.execute(
    tx,
  )
  const changed = await passCovered(tx, sql`link.account_id = ${account}`)
  if (changed.length === 0) refuse('link_review_gone')
  return { linkCount: await recordDecision(tx, changed, { decision: 'host_passed', reason: null, staffId, now }) }
}

/**
 * Takes back that staff vouched for a domain of an account: its links there are reviewed again from now on, those that passed stay. Refuses `not_found`.
 */
export async function revokeHost(tx: Tx, account: AccountId, domain: string): Promise<void> {
  const row = await tx
    .selectFrom('target_domain')
    .select('token')
    .where('account_id', '=', account)
    .where('domain', '=', domain)
    .where('staff_id', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const isOwn = sql`account_id = ${account} and domain = ${domain}`
  // What the account itself had begun to prove goes on waiting for its record.
  await (row.token === ''
    ? sql`delete from target_domain where ${isOwn}`
    : sql`update target_domain set state = 'pending', staff_id = null, verified_at = null where ${isOwn}`
  ).execute(tx)
}

/** Passes what waits and leads only where it needs no review any more. */
export async function passCovered(tx: Tx, where: ReturnType<typeof sql>): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    -- across accounts: a domain that is trusted is trusted for all
    with passed as (
      update link set state = 'active', reason = null, flagged_at = null
      where link.state = 'reviewing' and link.deleted_at is null and ${where} and ${isCovered}
      returning account_id, link_id, hosts[1] as host
    ), told as (insert into link_change (account_id, link_id) select account_id, link_id from passed)
    select account_id, host, count(*) as link_count from passed group by account_id, host`.execute(tx)
  return rows
}

/** Notes for each account and host what was decided; gives how many links there were. */
export async function recordDecision(
  tx: Tx,
  changed: readonly Changed[],
  told: {
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
    select account_id, decision_id, host, ${told.linkId ?? null}::uuid, ${told.decision}, ${told.reason}, ${told.reasonCode ?? null}, link_count,
      ${told.staffId}::uuid, ${told.now}
    from unnest(${list('account_id')}::uuid[], ${changed.map(() => newId())}::uuid[], ${list('host')}::text[], ${list('link_count')}::integer[])
      as given (account_id, decision_id, host, link_count)`.execute(tx)
  return changed.reduce((sum, one) => sum + one.link_count, 0)
}
