import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { explainCodes } from './report-code.ts'

/** Messages accepted on a day of China, by kind. */
export type DayCounts = { day: string } & Record<MessageKind, number>

/** The last `dayCount` days, today included, oldest first; days without messages are there with zeros. */
export async function dailyCounts(executor: Executor, account: AccountId, now: Date, dayCount: number): Promise<DayCounts[]> {
  const starts = Array.from({ length: dayCount }, (_, index) => chinaDayStart(now, index + 1 - dayCount))
  const { rows } = await sql<{ place: number; kind: MessageKind; messageCount: number }>`
    select width_bucket(message_id, ${starts.map(start => idFloor(start))}::uuid[]) as place, kind, count(*) as "messageCount"
    from message where account_id = ${account} and message_id >= ${idFloor(starts[0]!)}
    group by place, kind`.execute(executor)
  const days = starts.map(start => ({ day: chinaDay(start), code: 0, notice: 0, marketing: 0 }))
  for (const { place, kind, messageCount } of rows) days[place - 1]![kind] += messageCount
  return days
}

/** The most frequent causes why messages since a moment did not arrive, with what they mean, and how many messages ended so in all. */
export async function topFailures(executor: Executor, account: AccountId, since: Date, most: number) {
  const { rows } = await sql<{ code: string; messageCount: number }>`
    select coalesce(reason, '') as code, count(*) as "messageCount"
    from message where account_id = ${account} and message_id >= ${idFloor(since)} and state in ('undelivered', 'expired', 'rejected', 'unknown', 'refused')
    group by reason order by count(*) desc, reason`.execute(executor)
  const explained = await explainCodes(
    executor,
    rows.slice(0, most).map(row => row.code),
  )
  return {
    failedCount: rows.reduce((sum, row) => sum + row.messageCount, 0),
    failures: rows.slice(0, most).map(({ code, messageCount }) => {
      const { meaning, cause, advice } = explained.get(code) ?? { meaning: '没有原因', cause: '其他', advice: '' }
      return { code, meaning, cause, advice, messageCount }
    }),
  }
}
