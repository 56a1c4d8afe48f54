import { sql } from 'kysely'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { checkCname, checkTxt, cnameOf, type Dns, recordDomainCheck, recordOf, recordTargetCheck } from '#domain/links/index.ts'
import type { AccountId } from '#values/id.ts'
import type { PeriodicWork } from './task.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Owners who just set a record wait for the check; after three days they return and check by hand. */
const pendingDays = 3
const maxPerTurn = 200

interface DueDomain {
  accountId: AccountId
  domain: string
  state: string
  token: string
}

/**
 * Checks daily whether domains still point here and belong to their owners, and every ten minutes the records of new
 * ones.
 */
export const checkDomains = ({ dns, shortLinkUrl }: { dns: Dns; shortLinkUrl: string }): PeriodicWork => ({
  name: 'domain check',
  everyMs: 10 * minuteMs,
  run: async ({ db, now, logger }) => {
    const cname = cnameOf(shortLinkUrl)
    for (const one of cname ? await due(db, 'linkDomain', now()) : []) {
      const problem = await checkCname(dns, one.domain, cname ?? '')
      const checked = { domain: one.domain, problem, now: now(), isDaily: one.state === 'verified' }
      const state = await unlessGone(db, one, tx => recordDomainCheck(tx, one.accountId, checked))
      if (state === 'disabled') logger.warn({ domain: one.domain, problem }, 'a short domain leads elsewhere and is no longer used')
    }
    for (const one of await due(db, 'targetDomain', now())) {
      const problem = await checkTxt(dns, one.domain, recordOf(one.token))
      const checked = { domain: one.domain, problem, now: now(), isDaily: one.state === 'verified' }
      await unlessGone(db, one, tx => recordTargetCheck(tx, one.accountId, checked))
    }
  },
})

/** The domain may be deleted, or blocked by staff, while its name servers are queried. */
async function unlessGone<T>(db: Db, { accountId: account }: DueDomain, note: (tx: Tx) => Promise<T>): Promise<T | null> {
  try {
    return await asAccount(db, account, note)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Domains that are due, the longest unchecked first. Those that staff verified have no record to check. */
async function due(db: Db, table: 'linkDomain' | 'targetDomain', now: Date): Promise<DueDomain[]> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const { rows } = await sql<DueDomain>`
    -- across accounts: the domains that are due
    select account_id, domain, state, ${table === 'targetDomain' ? sql`token` : sql`'' as token`} from ${sql.table(table)}
    where ((state = 'verified' and coalesce(checked_at, verified_at, created_at) < ${ago(dayMs)})
      or (state = 'pending' and created_at > ${ago(pendingDays * dayMs)} and coalesce(checked_at, '-infinity') < ${ago(9 * minuteMs)}))
      ${table === 'targetDomain' ? sql`and staff_id is null` : sql``}
    order by checked_at nulls first limit ${maxPerTurn}`.execute(db)
  return rows
}
