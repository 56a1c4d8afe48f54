import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'

/** Channels that leave one-time codes or notifications in the outbox after they are due, with the oldest's time. */
export async function listOverdueChannels(executor: Executor, dueBefore: Date): Promise<{ name: string; dueAt: Date }[]> {
  const { rows } = await sql<{ name: string; dueAt: Date }>`
    select channel.name, oldest.due_at from channel cross join lateral (
      select due_at from outbox -- across accounts: what each channel is late with
      where channel_id = channel.channel_id and claim_token is null and due_at <= ${dueBefore} and priority < 2
      order by due_at limit 1) as oldest
    order by oldest.due_at`.execute(executor)
  return rows
}
