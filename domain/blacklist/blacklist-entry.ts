import { sql } from 'kysely'
import { type BlacklistScope, expiryProblem, isOwnRefusal } from '#contract/blacklist/blacklist.ts'
import { refuse } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import type { ReversibleAct } from '#domain/undo-record/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { parsePhone, phoneProblemNames } from '#values/phone.ts'
import { recordEntries } from './reversible.ts'

/** Where numbers are added: level, scope and expiry. */
export interface BlacklistPlace {
  signatureId: string | null
  scope: BlacklistScope
  reason: string
  /** Null: never expires. */
  expiresAt: Date | null
  memberId: string | null
  now: Date
}

/**
 * Blacklists numbers for all of the account's signatures or for one. Existing entries of the same level only get a
 * wider scope or a later expiry. Refuses what `requirePlace` does.
 */
export async function addToBlacklist(
  tx: Tx,
  account: AccountId,
  { numbers, undo, ...place }: BlacklistPlace & { numbers: readonly string[]; undo?: ReversibleAct },
) {
  await requirePlace(tx, account, place)
  const { phones, repeatedCount, problems } = readNumbers(numbers)
  const source = numbers.length === 1 ? 'manual' : 'import'
  const add = async () => ({ addedCount: (await upsertEntries(tx, account, phones, { ...place, source })).length })
  const touched = { phones, signatureId: place.signatureId }
  const { addedCount, undoId } = undo ? await recordEntries(tx, account, { ...undo, touched }, add) : { ...(await add()), undoId: null }
  return {
    addedCount,
    undoId,
    knownCount: phones.length - addedCount,
    repeatedCount,
    malformedCount: problems.length,
    problems,
  }
}

/** Adds distinct numbers in one statement. Returns the new ones; a renewed expired entry counts as new. */
export async function upsertEntries(
  tx: Tx,
  account: AccountId,
  phones: readonly string[],
  { signatureId, scope, reason, expiresAt, memberId, now, source }: BlacklistPlace & { source: 'manual' | 'import' },
): Promise<string[]> {
  const ids = phones.map(() => newId())
  const lapsed = sql`blacklist.expires_at <= ${now}`
  const { rows } = await sql<{ phone: string; isNew: boolean }>`
    insert into blacklist (account_id, blacklist_id, phone, level, signature_id, scope, source, reason, member_id, created_at, expires_at)
    select owner.account_id, id, phone, ${signatureId === null ? 'account' : 'signature'}, ${signatureId}::uuid, ${scope}, ${source}, ${reason},
           ${memberId}::uuid, ${now}::timestamptz, ${expiresAt}::timestamptz
    from ${accountRow(account)}
    cross join unnest(${ids}::uuid[], ${phones}::text[]) as given (id, phone)
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
    returning blacklist.phone, blacklist_id = any(${ids}::uuid[]) as is_new`.execute(tx)
  return rows.filter(row => row.isNew).map(row => row.phone)
}

/** Refuses `input_invalid` for an expiry that is past or too far, `not_found` for a signature of another account. */
export async function requirePlace(tx: Tx, account: AccountId, { signatureId, expiresAt, now }: BlacklistPlace): Promise<void> {
  const problem = expiryProblem(expiresAt, now)
  if (problem) refuse('input_invalid', {}, { expiresAt: problem })
  await requireSignature(tx, account, signatureId)
}

/** Refuses `not_found` for a signature of another account. */
export async function requireSignature(tx: Tx, account: AccountId, signatureId: string | null): Promise<void> {
  if (signatureId === null) return
  const row = await tx
    .selectFrom('signature')
    .select('signatureId')
    .where('accountId', '=', account)
    .where('signatureId', '=', signatureId)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()
  if (!row) refuse('not_found')
}

function readNumbers(numbers: readonly string[]) {
  const phones = new Set<string>()
  const problems: { position: number; text: string; reason: string }[] = []
  let repeatedCount = 0
  for (const [index, text] of numbers.entries()) {
    const parsed = parsePhone(text, 'anywhere')
    if ('problem' in parsed) problems.push({ position: index + 1, text, reason: phoneProblemNames[parsed.problem] })
    else if (phones.has(parsed.phone)) repeatedCount += 1
    else phones.add(parsed.phone)
  }
  return { phones: [...phones], repeatedCount, problems }
}

interface Removal {
  blacklistIds: readonly string[]
  reason: string
  /** How the person consented again; empty if nobody opted out. */
  consent: string
  /** All or nothing: a complaint refuses the call, else it is kept and the others are removed. */
  isWhole?: boolean
  memberId: string
  now: Date
}

/**
 * Removes entries; the rows stay as evidence. Those of complaints are kept. Refuses `blacklist_complaint` if all are of
 * complaints, `blacklist_consent_needed` for an opt-out without new consent, `not_found` if no entry is active.
 */
export async function removeFromBlacklist(
  tx: Tx,
  account: AccountId,
  input: Removal,
): Promise<{ removedCount: number; keptCount: number }> {
  const found = await tx
    .selectFrom('blacklist')
    .select(['blacklistId', 'source'])
    .where('accountId', '=', account)
    .where('blacklistId', '=', anyOf(input.blacklistIds))
    .where('removedAt', 'is', null)
    .forUpdate()
    .execute()
  if (found.length === 0) refuse('not_found')
  const rows = found.filter(row => row.source !== 'complaint')
  if (rows.length < (input.isWhole ? found.length : 1)) refuse('blacklist_complaint')
  if (input.consent === '' && rows.some(row => isOwnRefusal(row.source))) refuse('blacklist_consent_needed')
  await tx
    .updateTable('blacklist')
    .set(row => ({
      removedAt: input.now,
      removalReason: input.reason,
      removedBy: input.memberId,
      // Consent concerns people who opted out; the sender's own entries need none.
      consent: row.case().when('source', 'in', ['reply', 'opt_out_page']).then(input.consent).else(null).end(),
    }))
    .where('accountId', '=', account)
    .where('blacklistId', '=', anyOf(rows.map(row => row.blacklistId)))
    .execute()
  return { removedCount: rows.length, keptCount: found.length - rows.length }
}

const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`

/** The unmasked number of an entry in any state. Refuses `not_found`. */
export async function blacklistedPhone(tx: Tx, account: AccountId, blacklistId: string): Promise<string> {
  const row = await tx
    .selectFrom('blacklist')
    .select('phone')
    .where('accountId', '=', account)
    .where('blacklistId', '=', blacklistId)
    .executeTakeFirst()
  return (row ?? refuse('not_found')).phone
}
