import { sql } from 'kysely'
import type { LinkChanges } from '#contract/links/link.ts'
import type { LinkState } from '#contract/links/link-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { linkColumns, linkFieldNames } from './link.ts'

/** A link with all settings, for its form and details. */
export interface WholeLink extends Required<Omit<LinkChanges, 'password'>> {
  linkId: string
  domain: string
  code: string
  state: LinkState
  reason: string | null
  hasPassword: boolean
  source: 'console' | 'batch' | 'broadcast' | 'api'
  createdAt: Date
}

/** One link of the account. Refuses `not_found`, also for a deleted one. */
export async function readLink(executor: Executor, account: AccountId, linkId: string): Promise<WholeLink> {
  const fields = linkFieldNames.map(field => sql`${sql.ref(linkColumns[field])} as ${sql.ref(field)}`)
  const { rows } = await sql<WholeLink>`
    select link_id, ${sql.join(fields)}, domain, code, state, reason, password_hash is not null as "hasPassword", source, created_at
    from link where account_id = ${account} and link_id = ${linkId} and deleted_at is null`.execute(executor)
  return rows[0] ?? refuse('not_found')
}

/**
 * Choices for a new link: the account's usable domains, its groups by name, and the tags of its newest links, the most
 * used first.
 */
export async function linkChoices(executor: Executor, account: AccountId) {
  const domains = await executor
    .selectFrom('linkDomain')
    .select('domain')
    .where('accountId', '=', account)
    .where('state', '=', 'verified')
    .orderBy('domain')
    .execute()
  const groups = await executor
    .selectFrom('linkGroup')
    .select(['groupId as linkGroupId', 'name'])
    .where('accountId', '=', account)
    .orderBy('name')
    .execute()
  const { rows: tags } = await sql<{ tag: string }>`
    select tag from (
      select tags from link where account_id = ${account} and deleted_at is null order by link_id desc limit ${limits.linkTagExaminedLinks}) as newest,
      unnest(tags) as tag
    group by tag order by count(*) desc, tag limit ${limits.linkTagChoices}`.execute(executor)
  return { domains: domains.map(row => row.domain), groups, tags: tags.map(row => row.tag) }
}
