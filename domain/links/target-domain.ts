import { randomBytes } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import { sql } from 'kysely'
import type { DomainProblem } from '#contract/links/link-domain.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { isDefinite, problemOf } from './domain.ts'
import { isCovered } from './within.ts'

/** The expected TXT record for a token. */
export const recordOf = (token: string) => `hongyan-verify=${token}`

export type TargetDomainState = 'pending' | 'verified'

/** Target domains whose ownership the account has verified, or has yet to verify, by name. */
export async function listTargetDomains(executor: Executor, account: AccountId) {
  const rows = await executor.selectFrom('targetDomain').selectAll().where('accountId', '=', account).orderBy('domain').execute()
  return rows.map(row => ({
    ...pick(row, 'domain', 'siteName', 'icpNumber', 'state', 'checkedAt', 'verifiedAt'),
    shown: domainToUnicode(row.domain) || row.domain,
    record: row.staffId === null ? recordOf(row.token) : null,
    problem: problemOf(row.problem),
  }))
}

/** Adds a target domain, unverified, or returns the record of an existing one. Refuses `too_many`. */
export async function addTargetDomain(
  tx: Tx,
  account: AccountId,
  { domain, now, bytes = randomBytes }: { domain: string; now: Date; bytes?: (count: number) => Buffer },
): Promise<{ domain: string; record: string }> {
  const own = await tx.selectFrom('targetDomain').select(['domain', 'token']).where('accountId', '=', account).execute()
  const known = own.find(row => row.domain === domain)
  if (known) return { domain, record: recordOf(known.token) }
  if (own.length >= limits.targetDomains) refuse('too_many', { limit: limits.targetDomains, noun: '目标域名' })
  const token = bytes(16).toString('hex')
  await tx.insertInto('targetDomain').values({ accountId: account, domain, state: 'pending', token, createdAt: now }).execute()
  return { domain, record: recordOf(token) }
}

/** Approved links stay; new ones are reviewed. Refuses `not_found`. */
export async function removeTargetDomain(tx: Tx, account: AccountId, domain: string): Promise<void> {
  const { staffId } = await requireTargetDomain(tx, account, domain)
  if (staffId !== null) refuse('not_found')
  await tx.deleteFrom('targetDomain').where('accountId', '=', account).where('domain', '=', domain).execute()
}

/** A target domain of the account, its row locked. Refuses `not_found`. */
export async function requireTargetDomain(tx: Tx, account: AccountId, domain: string) {
  const row = await tx
    .selectFrom('targetDomain')
    .selectAll()
    .where('accountId', '=', account)
    .where('domain', '=', domain)
    .forUpdate()
    .executeTakeFirst()
  return row ?? refuse('not_found')
}

/**
 * Records the result of a check. A verified domain approves waiting links that lead only to verified or trusted domains
 * (`passedCount`). If the record is missing three days in a row, the domain has to be verified again; approved links
 * stay.
 */
export async function recordTargetCheck(
  tx: Tx,
  account: AccountId,
  { domain, problem, now, isDaily }: { domain: string; problem: DomainProblem | null; now: Date; isDaily: boolean },
): Promise<{ state: TargetDomainState; passedCount: number }> {
  const row = await requireTargetDomain(tx, account, domain)
  const failureCount = problem === null ? 0 : row.failureCount + (isDaily && isDefinite(problem) ? 1 : 0)
  const isLost = failureCount >= limits.domainFailures
  const state = problem === null ? 'verified' : isLost ? 'pending' : row.state
  await tx
    .updateTable('targetDomain')
    .set({
      state,
      problem: problem && JSON.stringify(problem),
      failureCount,
      checkedAt: now,
      ...(state === 'verified' && row.state !== 'verified' ? { verifiedAt: now } : {}),
    })
    .where('accountId', '=', account)
    .where('domain', '=', domain)
    .execute()
  return { state, passedCount: state === 'verified' && row.state !== 'verified' ? await passWaiting(tx, account, now) : 0 }
}

async function passWaiting(tx: Tx, account: AccountId, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with passed as (
      update link set state = 'active', reason = null, changed_at = ${now}
      where link.account_id = ${account} and link.state = 'reviewing' and link.deleted_at is null and ${isCovered}
      returning link_id
    ), feed as (insert into link_change (account_id, link_id) select ${account}::uuid, link_id from passed)
    select count(*) as count from passed`.execute(tx)
  return firstOrThrow(rows).count
}
