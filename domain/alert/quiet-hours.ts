import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** Quiet hours: minutes of the day (China time) without external notifications; may pass midnight. */
export interface QuietHours {
  fromMinute: number
  untilMinute: number
}

export async function getQuietHours(executor: Executor, account: AccountId): Promise<QuietHours | null> {
  const row = await executor
    .selectFrom('alert_watch')
    .select(['quiet_from_minute', 'quiet_until_minute'])
    .where('account_id', '=', account)
    .executeTakeFirst()
  if (!row || row.quiet_from_minute === null || row.quiet_until_minute === null) return null
  return { fromMinute: row.quiet_from_minute, untilMinute: row.quiet_until_minute }
}

export async function setQuietHours(tx: Tx, account: AccountId, quiet: QuietHours | null): Promise<void> {
  const times = { quiet_from_minute: quiet?.fromMinute ?? null, quiet_until_minute: quiet?.untilMinute ?? null }
  await tx
    .insertInto('alert_watch')
    .values({ account_id: account, ...times })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(times))
    .execute()
}
