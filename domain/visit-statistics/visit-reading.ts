import type { Executor } from '#db/connect.ts'

/** When the rules that read user agents last changed, if that was after a moment. */
export async function reclassifiedSince(executor: Executor, from: Date): Promise<Date | null> {
  const row = await executor
    .selectFrom('visitReading')
    .select('since')
    .where('since', '>', from)
    .orderBy('since', 'desc')
    .executeTakeFirst()
  return row?.since ?? null
}
