import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import { accountSettings, type Settings } from '#domain/settings.ts'
import { type AccountId, idFloor } from '#values/id.ts'

export interface FrequencyCheck {
  kind: MessageKind
  signatureId: string
  templateId: string
  phones: readonly string[]
  now: Date
}

const hourMinutes = 60
const dayMinutes = 1440

/** At most so many within any such span, by kind. */
export const windowsOf: Record<MessageKind, (settings: Settings) => { windowMinutes: number; most: number }[]> = {
  code: settings => [
    { windowMinutes: 1, most: settings.codePerMinute },
    { windowMinutes: hourMinutes, most: settings.codePerHour },
    { windowMinutes: dayMinutes, most: settings.codePerDay },
  ],
  notice: settings => [{ windowMinutes: dayMinutes, most: settings.noticePerDay }],
  marketing: settings => [{ windowMinutes: dayMinutes, most: settings.marketingPerDay }],
}

/** Phones of one statement: its plan stays a walk along the index of phones. */
const batchSize = 5_000

/**
 * Numbers that have had as many messages as the account's settings allow: of the same signature for codes, of the same template otherwise. Refused and
 * canceled messages don't count, those that still wait do. The account's own test numbers are never over.
 */
export async function overFrequency(executor: Executor, account: AccountId, check: FrequencyCheck): Promise<Set<string>> {
  const over = new Set<string>()
  const phones = [...new Set(check.phones)]
  if (phones.length === 0) return over
  const limits = windowsOf[check.kind](await accountSettings(executor, account))
  for (let from = 0; from < phones.length; from += batchSize)
    for (const phone of await overOf(executor, account, limits, { ...check, phones: phones.slice(from, from + batchSize) })) over.add(phone)
  return over
}

async function overOf(
  executor: Executor,
  account: AccountId,
  limits: readonly { windowMinutes: number; most: number }[],
  check: FrequencyCheck,
): Promise<string[]> {
  const { kind, phones } = check
  // An id carries the moment it was made, so a window of time is a range of ids: months outside of it are not read.
  const windows = limits.map(({ windowMinutes, most }) => ({
    since: idFloor(check.now.getTime() - windowMinutes * 60_000),
    most,
  }))
  const widest = windows.reduce((least, { since }) => (since < least ? since : least), windows[0]!.since)
  const sameSource: RawBuilder<unknown> =
    kind === 'code' ? sql`signature_id = ${check.signatureId}::uuid` : sql`template_id = ${check.templateId}::uuid`
  const isOver = sql.join(
    windows.map(({ since, most }) => sql`count(*) filter (where message_id >= ${since}::uuid) >= ${most}`),
    sql` or `,
  )
  // Number by number: told of all at once, the planner may read everything that the account sent within the window.
  const { rows } = await sql<{ phone: string }>`
    select wanted.phone from unnest(${phones}::text[]) as wanted (phone)
    where (select ${isOver} from message
      where account_id = ${account} and message.phone = wanted.phone and message_id >= ${widest}::uuid
        and kind = ${kind} and ${sameSource} and state not in ('refused', 'canceled'))
      and not exists (select from test_number where account_id = ${account} and test_number.phone = wanted.phone)`.execute(executor)
  return rows.map(row => row.phone)
}
