import { sql } from 'kysely'
import type { LinkProblem } from '#contract/links/link-problem.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { containing } from '#db/like.ts'
import { createLinks, maskedAddress, readSendableLink } from '#domain/links/index.ts'
import { shortAddress } from '#domain/visits/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** A link to choose for a broadcast; `address`: an example of its recipients' addresses. */
export interface LinkChoice {
  linkId: string
  title: string
  shortUrl: string
  target: string
  address: string
  problem: LinkProblem | null
}

const maxChoices = 20

interface Wanted {
  search?: string | undefined
  /** Always included, whatever its state. */
  linkId?: string | undefined
  shortLinkUrl: string
  now: Date
}

/** Valid links, the newest first. Refuses `not_found` if the chosen one doesn't exist (any more). */
export async function linkChoices(
  executor: Executor,
  account: AccountId,
  { search, linkId, shortLinkUrl, now }: Wanted,
): Promise<LinkChoice[]> {
  const part = search ? containing(search) : null
  const { rows } = await sql<{ linkId: string; domain: string; code: string; title: string; target: string }>`
    select link_id, domain, code, title, target from link
    where account_id = ${account} and deleted_at is null and (
      link_id = ${linkId ?? null}::uuid or (
        state = 'active' and (ends_at is null or ends_at > ${now}) ${part ? sql`and (title ilike ${part} or target ilike ${part} or code ilike ${part})` : sql``}))
    order by link_id = ${linkId ?? null}::uuid desc nulls last, link_id desc limit ${maxChoices}`.execute(executor)
  const chosen = rows.find(row => row.linkId === linkId)
  if (linkId && !chosen) refuse('not_found')
  const problem = chosen ? (await readSendableLink(executor, account, chosen.linkId, now)).problem : null
  return rows.map(row => choiceOf(row, shortLinkUrl, row === chosen ? problem : null))
}

interface Link {
  linkId: string
  domain: string
  code: string
  title: string
  target: string
}

const choiceOf = ({ linkId, domain, code, title, target }: Link, shortLinkUrl: string, problem: LinkProblem | null): LinkChoice => ({
  linkId,
  title,
  shortUrl: shortAddress(shortLinkUrl, domain, code),
  target,
  address: maskedAddress(shortLinkUrl, domain),
  problem,
})

/**
 * Creates a link while a broadcast is being filled in; it can be sent at once unless the target needs review. Refuses
 * `target_refused` and `link_units_insufficient`.
 */
export async function createBroadcastLink(
  tx: Tx,
  account: AccountId,
  { target, memberId, shortLinkUrl, now }: { target: string; memberId: string; shortLinkUrl: string; now: Date },
): Promise<LinkChoice> {
  const link = firstOrThrow(await createLinks(tx, account, [{ target }], { now, memberId, source: 'broadcast', shortLinkUrl }))
  return choiceOf({ ...link, title: '' }, shortLinkUrl, link.state === 'active' ? null : link.state)
}
