import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** Quiet hours: minutes of the day (China time) without external notifications; may pass midnight. */
export interface QuietHours {
  fromMinute: number
  untilMinute: number
}

export async function getQuietHours(executor: Executor, account: AccountId): Promise<QuietHours | null> {
  const row = await executor
    .selectFrom('alertWatch')
    .select(['quietFromMinute', 'quietUntilMinute'])
    .where('accountId', '=', account)
    .executeTakeFirst()
  if (!row || row.quietFromMinute === null || row.quietUntilMinute === null) return null
  return { fromMinute: row.quietFromMinute, untilMinute: row.quietUntilMinute }
}

export async function setQuietHours(tx: Tx, account: AccountId, quiet: QuietHours | null): Promise<void> {
  const times = { quietFromMinute: quiet?.fromMinute ?? null, quietUntilMinute: quiet?.untilMinute ?? null }
  await tx
    .insertInto('alertWatch')
    .values({ accountId: account, ...times })
    .onConflict(conflict => conflict.column('accountId').doUpdateSet(times))
    .execute()
}
