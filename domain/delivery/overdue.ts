import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'

/** Channels that leave one-time codes or notifications in the outbox after they are due, with the oldest's time. */
export async function listOverdueChannels(executor: Executor, dueBefore: Date): Promise<{ name: string; dueAt: Date }[]> {
  const channels = await executor.selectFrom('channel').select(['channelId', 'name']).execute()
  const overdue: { name: string; dueAt: Date }[] = []
  for (const { channelId, name } of channels) {
    const { rows } = await sql<{ dueAt: Date }>`
      select due_at from outbox -- across accounts: what a channel is late with
      where channel_id = ${channelId} and claim_token is null and due_at <= ${dueBefore} and priority < 2 order by due_at limit 1`.execute(
      executor,
    )
    overdue.push(...rows.map(({ dueAt }) => ({ name, dueAt })))
  }
  return overdue.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
}
