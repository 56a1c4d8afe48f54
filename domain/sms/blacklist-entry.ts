import { sql } from 'kysely'
import { type BlacklistLevel, type BlacklistScope, type BlacklistSource, isOwnRefusal, shownProblems } from '#contract/blacklist.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { pageOf } from '#values/page.ts'
import { parsePhone, phoneProblemNames } from '#values/phone.ts'

export interface BlacklistList {
  level?: BlacklistLevel | undefined
  source?: BlacklistSource | undefined
  phone?: string | undefined
  cursor?: string | undefined
  pageSize: number
}

/** Entries that hold, newest first, with whole numbers. */
export async function listBlacklist(executor: Executor, account: AccountId, input: BlacklistList) {
  let query = executor
    .selectFrom('blacklist as entry')
    .leftJoin('signature', join =>
      join.onRef('signature.account_id', '=', 'entry.account_id').onRef('signature.signature_id', '=', 'entry.signature_id'),
    )
    .leftJoin('member', join => join.onRef('member.account_id', '=', 'entry.account_id').onRef('member.member_id', '=', 'entry.member_id'))
    .select([
      'entry.blacklist_id',
      'entry.phone',
      'entry.level',
      'entry.scope',
      'entry.source',
      'entry.reason',
      'entry.created_at',
      'signature.text as signature_text',
      'member.name as member_name',
    ])
    .where('entry.account_id', '=', account)
    .where('entry.removed_at', 'is', null)
    .orderBy('entry.blacklist_id', 'desc')
    .limit(input.pageSize + 1)
  if (input.level) query = query.where('entry.level', '=', input.level)
  if (input.source) query = query.where('entry.source', '=', input.source)
  if (input.phone) query = query.where('entry.phone', '=', input.phone)
  if (input.cursor) query = query.where('entry.blacklist_id', '<', input.cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), input.pageSize, row => row.blacklist_id)
  return {
    rows: rows.map(row => ({
      blacklistId: row.blacklist_id,
      phone: row.phone,
      level: row.level as BlacklistLevel,
      signatureText: row.signature_text,
      scope: row.scope as BlacklistScope,
      source: row.source as BlacklistSource,
      reason: row.reason,
      addedBy: row.member_name,
      createdAt: row.created_at,
    })),
    nextCursor,
  }
}

interface Addition {
  /** As pasted. */
  numbers: readonly string[]
  signatureId: string | null
  scope: BlacklistScope
  reason: string
  memberId: string
  now: Date
}

/**
 * Puts numbers on the account's blacklist, for all its signatures or for one. Those that are on it at this level already stay as they are, but for a scope that gets
 * wider. Refuses `not_found` for another's signature.
 */
export async function addToBlacklist(tx: Tx, account: AccountId, input: Addition) {
  await requireSignature(tx, account, input.signatureId)
  const { phones, repeatedCount, problems } = readNumbers(input.numbers)
  const { signatureId, scope } = input
  const ids = phones.map(() => newId())
  const { rows } = await sql<{ is_new: boolean }>`
    insert into blacklist (account_id, blacklist_id, phone, level, signature_id, scope, source, reason, member_id, created_at)
    select ${account}, id, phone, ${signatureId === null ? 'account' : 'signature'}, ${signatureId}::uuid, ${scope},
           ${input.numbers.length === 1 ? 'manual' : 'import'}, ${input.reason}, ${input.memberId}::uuid, ${input.now}::timestamptz
    from unnest(${ids}::uuid[], ${phones}::text[]) as given (id, phone)
    on conflict (account_id, phone, signature_id) where removed_at is null
      do update set scope = 'all' where blacklist.scope = 'marketing' and excluded.scope = 'all'
    returning blacklist_id = any(${ids}::uuid[]) as is_new`.execute(tx)
  const addedCount = rows.filter(row => row.is_new).length
  return {
    addedCount,
    knownCount: phones.length - addedCount,
    repeatedCount,
    malformedCount: problems.length,
    problems: problems.slice(0, shownProblems),
  }
}

async function requireSignature(tx: Tx, account: AccountId, signatureId: string | null): Promise<void> {
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
  hasConsent: boolean
  memberId: string
  now: Date
}

/**
 * Takes entries off; the rows stay as evidence. All or none: refuses `blacklist_complaint` when one came of a complaint, `blacklist_consent_needed` when a person
 * refused by themselves and has not agreed anew, `not_found` when none of them holds any more.
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
  if (!input.hasConsent && rows.some(row => isOwnRefusal(row.source as BlacklistSource))) refuse('blacklist_consent_needed')
  await tx
    .updateTable('blacklist')
    .set({ removed_at: input.now, removal_reason: input.reason, removed_by: input.memberId })
    .where('account_id', '=', account)
    .where(
      'blacklist_id',
      'in',
      rows.map(row => row.blacklist_id),
    )
    .execute()
  return { removedCount: rows.length }
}
