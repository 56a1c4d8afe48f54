import { sql } from 'kysely'
import { type LinkChanges, ownCodeRule, plainLink } from '#contract/links/link.ts'
import { refuse } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import { consumeLinkUnits, foldedCode, hashLinkPassword, ownCodeProblemNames, wordProblem } from '#domain/visits/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { linkCodeLength, randomCodes } from './code.ts'
import { linkColumns, linkFieldNames, normalLink, requireGroup } from './link.ts'
import { readLinkStop } from './stop.ts'
import { checkTargets, hostsOf, stateByTargets } from './target-check.ts'

/** A link to create; missing fields are as in `plainLink`, a missing code is random. */
export interface NewLink extends LinkChanges {
  target: string
  domain?: string
  ownCode?: string | null
}
export interface CreatedLink {
  linkId: string
  domain: string
  code: string
  /** In stored form. */
  target: string
  state: 'active' | 'reviewing'
}
export interface LinkMaking {
  now: Date
  memberId: string | null
  source: 'console' | 'batch' | 'broadcast' | 'api'
  broadcastId?: string
  /** The start of the platform's short addresses. */
  shortLinkUrl: string
  draw?: typeof randomCodes
}

/** Links per statement: with the longest targets about 10 MB. */
const linksAtOnce = 5_000

/**
 * Creates short links, thousands at a time, in the given order; links to own or trusted hosts are active at once,
 * others wait for review. Each costs a unit of the link packages. All or nothing: refuses `target_refused`,
 * `code_unfit`, `code_taken`, `link_domain_unusable`, `not_found` for an unknown group, `link_units_insufficient`, and
 * `links_stopped` if staff have stopped the account's links.
 */
export async function createLinks(tx: Tx, account: AccountId, inputs: readonly NewLink[], making: LinkMaking): Promise<CreatedLink[]> {
  const stop = await readLinkStop(tx, account)
  if (stop) refuse('links_stopped', { reason: stop.reason })
  const links = inputs.map(normalised)
  await requireDomains(tx, account, links)
  await requireGroups(tx, account, links)
  const verdicts = await checkTargets(tx, account, hostsOf(links), making.shortLinkUrl)
  const states = links.map(link => stateByTargets(link, verdicts))
  await consumeLinkUnits(tx, account, links.length, { now: making.now, referenceId: making.broadcastId ?? null })
  const hashes = await hashesOf(links)
  const created: CreatedLink[] = []
  for (let start = 0; start < links.length; start += linksAtOnce) {
    const part = links.slice(start, start + linksAtOnce).map(link => ({ ...link, linkId: newId() }))
    const codes = await claimCodes(tx, account, part, making.draw ?? randomCodes)
    const made = part.map(({ linkId, domain, target }, index) => ({
      linkId,
      domain,
      code: getOrThrow(codes, linkId),
      target,
      state: itemOrThrow(states, start + index),
    }))
    const rows = part.map((link, index) => rowOf(link, itemOrThrow(made, index), hashes))
    await insertLinks(tx, account, rows, making)
    created.push(...made)
  }
  return created
}

type Normal = ReturnType<typeof normalised>
const normalised = ({ domain = '', ownCode = null, password = null, ...given }: NewLink) => ({
  ...plainLink,
  ...normalLink(given),
  password,
  domain,
  ownCode: ownCode === null ? null : fitting(ownCode),
})

const refuseCode = (code: string, reason: string): never => refuse('code_unfit', { code, reason }, { ownCode: reason })

function fitting(code: string): string {
  const { data, error } = ownCodeRule.safeParse(code)
  if (error) return refuseCode(code, firstOrThrow(error.issues).message)
  const word = wordProblem(data)
  return word ? refuseCode(code, ownCodeProblemNames[word]) : data
}

/** Refuses `link_domain_unusable` for a domain of another account or an unverified one; '' is the platform's own. */
export async function requireDomains(tx: Tx, account: AccountId, links: readonly { domain: string }[]): Promise<void> {
  const domains = [...new Set(links.map(link => link.domain))].filter(domain => domain !== '')
  if (domains.length === 0) return
  const rows = await tx
    .selectFrom('linkDomain')
    .select('domain')
    .where('accountId', '=', account)
    .where('domain', 'in', domains)
    .where('state', '=', 'verified')
    .execute()
  const ready = new Set(rows.map(row => row.domain))
  const missing = domains.find(domain => !ready.has(domain))
  if (missing) refuse('link_domain_unusable', { domain: missing })
}

async function requireGroups(tx: Tx, account: AccountId, links: readonly Normal[]): Promise<void> {
  for (const groupId of new Set(links.map(link => link.linkGroupId))) if (groupId) await requireGroup(tx, account, groupId)
}

interface Claimed {
  linkId: string
  domain: string
  ownCode: string | null
}

/**
 * Claims a code for each link, by its id: the wanted one (refuses `code_taken`), or random ones, drawn again if taken.
 */
async function claimCodes(tx: Tx, account: AccountId, links: readonly Claimed[], draw: typeof randomCodes): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  let left = [...links]
  while (left.length > 0) {
    const drawn = draw(left.length, linkCodeLength)
    // Inserts in case-insensitive order of the codes, so that concurrent claims of the same ones wait instead of
    // deadlocking.
    const wanted = left
      .map((link, index) => ({
        ...link,
        code: link.ownCode ?? itemOrThrow(drawn, index),
        folded: link.ownCode && foldedCode(link.ownCode),
      }))
      .sort((a, b) => (foldedCode(a.code) < foldedCode(b.code) ? -1 : 1))
    const { rows } = await sql<{ linkId: string; code: string }>`
      insert into short_code (domain, code, account_id, link_id, folded_code)
      select domain, code, ${account}::uuid, link_id, folded
      from unnest(${wanted.map(one => one.domain)}::text[], ${wanted.map(one => one.code)}::text[], ${wanted.map(one => one.linkId)}::uuid[],
        ${wanted.map(one => one.folded)}::text[]) as wanted (domain, code, link_id, folded)
      on conflict do nothing returning link_id, code`.execute(tx)
    for (const { linkId, code } of rows) codes.set(linkId, code)
    left = left.filter(link => !codes.has(link.linkId))
    const taken = left.find(link => link.ownCode !== null)?.ownCode
    if (taken) refuse('code_taken', { code: taken }, { ownCode: ownCodeProblemNames.taken })
  }
  return codes
}

/** Password hashing is slow on purpose, so links of a batch with the same password share the hash. */
async function hashesOf(links: readonly Normal[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const { password } of links) if (password !== null && !hashes.has(password)) hashes.set(password, await hashLinkPassword(password))
  return hashes
}

const rowOf = (link: Normal, { linkId, code, state }: CreatedLink, hashes: ReadonlyMap<string, string>) => ({
  link_id: linkId,
  domain: link.domain,
  code,
  state,
  password_hash: link.password === null ? null : hashes.get(link.password),
  ...Object.fromEntries(linkFieldNames.map(field => [linkColumns[field], link[field]])),
})

async function insertLinks(tx: Tx, account: AccountId, rows: readonly object[], making: LinkMaking): Promise<void> {
  const { memberId, source, broadcastId = null, now } = making
  await sql`
    insert into link (account_id, link_id, domain, code, state, title, target, tags, group_id, starts_at, ends_at, ended_target, visit_limit, password_hash,
      active_from_minute, active_until_minute, rules, passes_query, referrer_policy, member_id, source, broadcast_id, created_at, changed_at)
    select owner.account_id, made.*, ${memberId}::uuid, ${source}, ${broadcastId}::uuid, ${now}, ${now}
    from ${accountRow(account)}
    cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (link_id uuid, domain text, code text, state text, title text, target text, tags text[],
      group_id uuid, starts_at timestamptz, ends_at timestamptz, ended_target text, visit_limit bigint, password_hash text, active_from_minute smallint,
      active_until_minute smallint, rules jsonb, passes_query boolean, referrer_policy text)`.execute(tx)
}
