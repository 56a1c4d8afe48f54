import { sql } from 'kysely'
import type { Executor, Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { explainCodes } from './report-code.ts'

/** Messages accepted on a day of China, by kind. */
export type DayCounts = { day: string } & Record<MessageKind, number>

/** After its end a day's last messages may still be in a transaction on their way; from then on the day stands. */
const settlingMs = 600_000

/**
 * The last `dayCount` days, today included, oldest first; days without messages are there with zeros. A day that is over is counted once and kept: of a
 * customer with a million messages a day only today's are looked at.
 */
export async function dailyCounts(tx: Tx, account: AccountId, now: Date, dayCount: number): Promise<DayCounts[]> {
  const starts = Array.from({ length: dayCount }, (_, index) => chinaDayStart(now, index + 1 - dayCount))
  const { rows: kept } = await sql<DayCounts>`
    select day, code_count as code, notice_count as notice, marketing_count as marketing
    from message_day where account_id = ${account} and day >= ${chinaDay(starts[0]!)}`.execute(tx)
  const known = new Map(kept.map(day => [day.day, day]))
  const firstUnknown = starts.findIndex(start => !known.has(chinaDay(start)))
  const counted = await countDays(tx, account, starts.slice(firstUnknown))
  await keepDays(
    tx,
    account,
    counted.filter(
      (day, index) => !known.has(day.day) && chinaDayStart(starts[firstUnknown + index]!, 1).getTime() + settlingMs < now.getTime(),
    ),
  )
  return [...kept.filter(day => day.day < counted[0]!.day).sort((a, b) => a.day.localeCompare(b.day)), ...counted]
}

/** Counts the messages of successive days, the last of which has no end. */
async function countDays(executor: Executor, account: AccountId, starts: readonly Date[]): Promise<DayCounts[]> {
  const { rows } = await sql<{ place: number; kind: MessageKind; messageCount: number }>`
    select width_bucket(message_id, ${starts.map(start => idFloor(start))}::uuid[]) as place, kind, count(*) as "messageCount"
    from message where account_id = ${account} and message_id >= ${idFloor(starts[0]!)}
    group by place, kind`.execute(executor)
  const days = starts.map(start => ({ day: chinaDay(start), code: 0, notice: 0, marketing: 0 }))
  for (const { place, kind, messageCount } of rows) days[place - 1]![kind] += messageCount
  return days
}

async function keepDays(tx: Tx, account: AccountId, days: readonly DayCounts[]): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into message_day (account_id, day, code_count, notice_count, marketing_count)
    select ${account}, * from unnest(${days.map(day => day.day)}::text[], ${days.map(day => day.code)}::bigint[], ${days.map(day => day.notice)}::bigint[],
      ${days.map(day => day.marketing)}::bigint[]) on conflict (account_id, day) do nothing`.execute(tx)
}

/** Why messages did not arrive: a cause, what its most frequent codes mean, and what can be done. */
export interface FailureCause {
  cause: string
  meanings: string[]
  advice: string
  messageCount: number
}

const shownMeanings = 3

/** The causes of the messages since a moment that did not arrive, most frequent first. */
export async function failureCauses(executor: Executor, account: AccountId, since: Date): Promise<FailureCause[]> {
  const { rows } = await sql<{ code: string | null; messageCount: number }>`
    select reason as code, count(*) as "messageCount"
    from message where account_id = ${account} and message_id >= ${idFloor(since)} and state in ('undelivered', 'expired', 'rejected', 'unknown', 'refused')
    group by reason order by count(*) desc, reason`.execute(executor)
  const explained = await explainCodes(
    executor,
    rows.map(row => row.code),
  )
  const known = rows.map(({ code, messageCount }) => ({ ...(explained.get(code ?? '') ?? unexplained), messageCount }))
  return [...Map.groupBy(known, one => one.cause)]
    .map(([cause, codes]) => ({
      cause,
      meanings: [...new Set(codes.map(one => one.meaning))].slice(0, shownMeanings),
      advice: codes[0]!.advice,
      messageCount: codes.reduce((sum, one) => sum + one.messageCount, 0),
    }))
    .sort((a, b) => b.messageCount - a.messageCount)
}
const unexplained = { meaning: '没有给出原因', cause: '其他', advice: '' }
