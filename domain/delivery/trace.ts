import { type RawBuilder, sql } from 'kysely'
import { accountRow } from '#db/account-row.ts'
import type { Db, Executor } from '#db/connect.ts'
import { isTracing } from '#metrics/tracing.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/** The statement that keeps the trace context of messages. */
export const storedTraces = (account: AccountId, traces: readonly { messageId: string; traceparent: string }[]): RawBuilder<unknown> => sql`
  insert into message_trace (account_id, message_id, traceparent)
  select owner.account_id, one.*
    from ${accountRow(account)}
    cross join unnest(${traces.map(one => one.messageId)}::uuid[], ${traces.map(one => one.traceparent)}::text[]) as one`

/** Trace contexts of those messages that are traced, by id. Asks the database only where traces are recorded. */
export async function readTraces(
  executor: Executor,
  account: AccountId,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (!isTracing() || messageIds.length === 0) return new Map()
  const { rows } = await sql<{ messageId: string; traceparent: string }>`
    select message_id, traceparent from message_trace where account_id = ${account} and message_id = any(${messageIds}::uuid[])`.execute(
    executor,
  )
  return new Map(rows.map(row => [row.messageId, row.traceparent]))
}

/** Deletes those of messages that no report is awaited for. */
export async function sweepTraces(db: Db, now: Date): Promise<void> {
  const before = now.getTime() - (limits.reportWaitHours + 24) * 3_600_000
  await sql`delete from message_trace where message_id < ${idFloor(before)}::uuid -- across accounts: whatever is old`.execute(db)
}
