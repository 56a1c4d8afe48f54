import { sql } from 'kysely'
import type { AccountId } from '#values/id.ts'

/**
 * Links into any of the domains: `domain` (which one), `account_id`, `link_id`; a link may occur once per domain. The
 * first host is found by an index on its reversed name, further ones by another index. `where`: further conditions on
 * `link`.
 */
export const linksWithin = (domains: readonly string[], where = sql`true`) => sql<{
  domain: string
  accountId: AccountId
  linkId: string
}>`
  select given.domain, link.account_id, link.link_id from unnest(${domains}::text[]) as given (domain)
  join link on ((reverse(link.hosts[1]) || '.') collate "C") >= reverse(given.domain) || '.'
    and ((reverse(link.hosts[1]) || '.') collate "C") < reverse(given.domain) || '/' and ${where}
  union
  select given.domain, link.account_id, link.link_id from unnest(${domains}::text[]) as given (domain)
  join link on cardinality(link.hosts) > 1 and link_domains(link.hosts) @> array[given.domain] and ${where}`

/**
 * Whether every host that a link leads to is trusted, or the account's own by verification or by decision of staff.
 * Targets that embed other addresses are left to a reviewer (open redirects).
 */
export const isCovered = sql<boolean>`are_within(link.hosts,
    array(select rule.domain from domain_rule as rule where rule.kind = 'trusted')
    || array(select own.domain from target_domain as own where own.account_id = link.account_id and own.state = 'verified'))
  and substring(link.target from 9) !~* '//|%2f|%252f|%5c'
  and coalesce(substring(link.ended_target from 9) !~* '//|%2f|%252f|%5c', true)
  and not coalesce(link.rules @? '$[*].targets[*].target ? (@ like_regex "^.{8}.*(//|%2f|%252f|%5c)" flag "i")', false)`
