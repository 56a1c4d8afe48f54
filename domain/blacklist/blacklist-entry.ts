import { sql } from 'kysely'
import { type BlacklistScope, type BlacklistSource, isOwnRefusal, shownProblems } from '#contract/blacklist/blacklist.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { parsePhone, phoneProblemNames } from '#values/phone.ts'

/** Where numbers are put, how far and for how long. */
export interface BlacklistPlace {
  signatureId: string | null
  scope: BlacklistScope
  reason: string
  /** Null: until they are removed. */
  expiresAt: Date | null
  memberId: string | null
  now: Date
}

/**
 * Puts numbers on the account's blacklist, for all its signatures or for one. Those that are on it at this level already stay as they are, but for a scope that gets
 * wider and a time that gets longer. Refuses `not_found` for another's signature.
 */
export async function addToBlacklist(tx: Tx, account: AccountId, { numbers, ...place }: BlacklistPlace & { numbers: readonly string[] }) {
  await requireSignature(tx, account, place.signatureId)
  const { phones, repeatedCount, problems } = readNumbers(numbers)
  const addedCount = await putPhones(tx, account, phones, { ...place, source: numbers.length === 1 ? 'manual' : 'import' })
  return {
    addedCount,
    knownCount: phones.length - addedCount,
    repeatedCount,
    malformedCount: problems.length,
    problems: problems.slice(0, shownProblems),
  }
}

/** Puts different numbers on the list in one statement. Gives how many were not on it; one that had run out begins anew and counts as new. */
export async function putPhones(
  tx: Tx,
  account: AccountId,
  phones: readonly string[],
  { signatureId, scope, reason, expiresAt, memberId, now, source }: BlacklistPlace & { source: 'manual' | 'import' },
): Promise<number> {
  const ids = phones.map(() => newId())
  const lapsed = sql`blacklist.expires_at <= ${now}`
  const { rows } = await sql<{ is_new: boolean }>`
    insert into blacklist (account_id, blacklist_id, phone, level, signature_id, scope, source, reason, member_id, created_at, expires_at)
    select ${account}, id, phone, ${signatureId === null ? 'account' : 'signature'}, ${signatureId}::uuid, ${scope}, ${source}, ${reason},
           ${memberId}::uuid, ${now}::timestamptz, ${expiresAt}::timestamptz
    from unnest(${ids}::uuid[], ${phones}::text[]) as given (id, phone)
    on conflict (account_id, phone, signature_id) where removed_at is null do update set
      blacklist_id = case when ${lapsed} then excluded.blacklist_id else blacklist.blacklist_id end,
      scope = case when ${lapsed} or blacklist.scope = 'marketing' then excluded.scope else blacklist.scope end,
      source = case when ${lapsed} then excluded.source else blacklist.source end,
      reason = case when ${lapsed} then excluded.reason else blacklist.reason end,
      member_id = case when ${lapsed} then excluded.member_id else blacklist.member_id end,
      created_at = case when ${lapsed} then excluded.created_at else blacklist.created_at end,
      hit_count = case when ${lapsed} then 0 else blacklist.hit_count end,
      expires_at = case when ${lapsed} then excluded.expires_at when blacklist.expires_at is null or excluded.expires_at is null then null else greatest(blacklist.expires_at, excluded.expires_at) end
      where ${lapsed} or (blacklist.scope = 'marketing' and excluded.scope = 'all')
        or (blacklist.expires_at is not null and (excluded.expires_at is null or excluded.expires_at > blacklist.expires_at))
    returning blacklist_id = any(${ids}::uuid[]) as is_new`.execute(tx)
  return rows.filter(row => row.is_new).length
}

/** Refuses `not_found` for a signature that the account doesn't have. */
export async function requireSignature(tx: Tx, account: AccountId, signatureId: string | null): Promise<void> {
  if (signatureId === null) return
  const row = await tx
    .selectFrom('signature')
    .select('signature_id')
    .where('account_id', '=', account)
    .where('signature_id', '=', signatureId)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()
  if (!row) refuse('not_found')
}

function readNumbers(numbers: readonly string[]) {
  const phones = new Set<string>()
  const problems: { position: number; text: string; reason: string }[] = []
  let repeatedCount = 0
  for (const [index, text] of numbers.entries()) {
    const parsed = parsePhone(text)
    if ('problem' in parsed) problems.push({ position: index + 1, text, reason: phoneProblemNames[parsed.problem] })
    else if (phones.has(parsed.phone)) repeatedCount += 1
    else phones.add(parsed.phone)
  }
  return { phones: [...phones], repeatedCount, problems }
}

interface Removal {
  blacklistIds: readonly string[]
  reason: string
  /** How the person agreed anew; empty where nobody refused by themselves. */
  consent: string
  memberId: string
  now: Date
}

/**
 * Takes entries off; the rows stay as evidence. All or none: refuses `blacklist_complaint` when one came of a complaint, `blacklist_consent_needed` when a person
 * refused by themselves and nothing says how they agreed anew, `not_found` when none of them holds any more.
 */
export async function removeFromBlacklist(tx: Tx, account: AccountId, input: Removal): Promise<{ removedCount: number }> {
  const rows = await tx
    .selectFrom('blacklist')
    .select(['blacklist_id', 'source'])
    .where('account_id', '=', account)
    .where('blacklist_id', 'in', [...input.blacklistIds])
    .where('removed_at', 'is', null)
    .forUpdate()
    .execute()
  if (rows.length === 0) refuse('not_found')
  if (rows.some(row => row.source === 'complaint')) refuse('blacklist_complaint')
  if (input.consent === '' && rows.some(row => isOwnRefusal(row.source as BlacklistSource))) refuse('blacklist_consent_needed')
  await tx
    .updateTable('blacklist')
    .set(row => ({
      removed_at: input.now,
      removal_reason: input.reason,
      removed_by: input.memberId,
      // Consent is said of those who had refused; the sender's own entries need none.
      consent: row.case().when('source', 'in', ['reply', 'landing']).then(input.consent).else(null).end(),
    }))
    .where('account_id', '=', account)
    .where(
      'blacklist_id',
      'in',
      rows.map(row => row.blacklist_id),
    )
    .execute()
  return { removedCount: rows.length }
}

/** The whole number of an entry, whatever its state. Refuses `not_found`. */
export async function blacklistedPhone(tx: Tx, account: AccountId, blacklistId: string): Promise<string> {
  const row = await tx
    .selectFrom('blacklist')
    .select('phone')
    .where('account_id', '=', account)
    .where('blacklist_id', '=', blacklistId)
    .executeTakeFirst()
  return (row ?? refuse('not_found')).phone
}
