import { sql } from 'kysely'
import { shownProblems } from '#contract/blacklist/blacklist.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'
import { pageOf } from '#values/page.ts'
import { parsePhone, phoneProblemNames } from '#values/phone.ts'

interface Page {
  phone?: string | undefined
  cursor?: string | undefined
  pageSize: number
}

/** Numbers on the platform's blacklist, newest first. */
export async function listPlatformBlacklist(tx: Tx, { phone, cursor, pageSize }: Page) {
  let query = tx
    .selectFrom('platformBlacklist as entry')
    .leftJoin('staff', 'staff.staffId', 'entry.staffId')
    .select(['entry.entryId', 'entry.phone', 'entry.reason', 'entry.createdAt', 'staff.name as staffName'])
    .orderBy('entry.entryId', 'desc')
    .limit(pageSize + 1)
  if (phone) query = query.where(phone.length === 4 ? sql<string>`right(entry.phone, 4)` : 'entry.phone', '=', phone)
  if (cursor) query = query.where('entry.entryId', '<', cursor)
  return pageOf(await query.execute(), pageSize, row => row.entryId)
}

/**
 * Adds numbers to the platform's blacklist, which blocks all messages of all accounts, OTP included. Messages already
 * accepted are still sent.
 */
export async function addToPlatformBlacklist(
  tx: Tx,
  { numbers, reason, staffId, now }: { numbers: readonly string[]; reason: string; staffId: string; now: Date },
) {
  const phones = new Set<string>()
  const problems: { text: string; reason: string }[] = []
  for (const text of numbers) {
    const parsed = parsePhone(text, 'anywhere')
    if ('phone' in parsed) phones.add(parsed.phone)
    else problems.push({ text, reason: phoneProblemNames[parsed.problem] })
  }
  const list = [...phones]
  const { rows } = await sql`
    insert into platform_blacklist (phone, entry_id, reason, staff_id, created_at)
    select phone, id, ${reason}, ${staffId}, ${now} from unnest(${list}::text[], ${list.map(() => newId())}::uuid[]) as given (phone, id)
    on conflict (phone) do nothing returning phone`.execute(tx)
  return {
    addedCount: rows.length,
    knownCount: list.length - rows.length,
    malformedCount: problems.length,
    problems: problems.slice(0, shownProblems),
  }
}

/** Removes a number from the platform's blacklist; the staff's audit log records who and why. Refuses `not_found`. */
export async function removeFromPlatformBlacklist(tx: Tx, phone: string): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('platformBlacklist').where('phone', '=', phone).executeTakeFirst()
  if (numDeletedRows === 0n) refuse('not_found')
}
