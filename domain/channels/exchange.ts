import { sql } from 'kysely'
import type { Db, Executor, Tx } from '#db/connect.ts'

/** What was written to a carrier about a message and what it answered, without secrets: hex, or text by HTTP. */
export interface ChannelExchange {
  messageId: string
  channelId: string
  at: Date
  /** Why the carrier refused it; null for a trial that it took. */
  code: string | null
  request: string
  answer: string
}

const keptDays = 3
const keptRefusals = 100

/** A trial's exchange is kept once it is known (`recordExchanges`). */
export async function expectExchange(tx: Tx, facts: { messageId: string; channelId: string; at: Date }): Promise<void> {
  await tx.insertInto('channelExchange').values(facts).execute()
}

/** Keeps refusals, the last hundred of a channel, and those of expected trials, on the channel that was tried. */
export async function recordExchanges(db: Db, refusals: readonly ChannelExchange[], trials: readonly ChannelExchange[]): Promise<void> {
  const storable = (rows: readonly ChannelExchange[]) =>
    rows.map(row => ({ ...row, request: row.request.replaceAll('\0', ''), answer: row.answer.replaceAll('\0', '') }))
  if (trials.length > 0)
    await sql`
      update channel_exchange as kept
      set channel_id = seen."channelId", at = seen.at, code = seen.code, request = seen.request, answer = seen.answer
      from json_to_recordset(${JSON.stringify(storable(trials))}::json)
        as seen ("messageId" uuid, "channelId" uuid, at timestamptz, code text, request text, answer text)
      where kept.message_id = seen."messageId" and (kept.channel_id = seen."channelId" or kept.request is null)`.execute(db)
  if (refusals.length === 0) return
  await db
    .insertInto('channelExchange')
    .values(storable(refusals))
    .onConflict(conflict =>
      conflict.column('messageId').doUpdateSet(eb => ({
        channelId: eb.ref('excluded.channelId'),
        at: eb.ref('excluded.at'),
        code: eb.ref('excluded.code'),
        request: eb.ref('excluded.request'),
        answer: eb.ref('excluded.answer'),
      })),
    )
    .execute()
}

/** Removes what is older than three days, and all but the last hundred of each channel. */
export async function sweepExchanges(db: Db, now: Date): Promise<void> {
  await sql`
    delete from channel_exchange where message_id in (
      select message_id from (select message_id, at, row_number() over (partition by channel_id order by at desc) as place from channel_exchange) as ranked
      where place > ${keptRefusals} or at < ${now}::timestamptz - make_interval(days => ${keptDays}))`.execute(db)
}

/** The trials and the last refusals of a channel, the latest first. */
export async function readExchanges(executor: Executor, channelId: string): Promise<Omit<ChannelExchange, 'channelId'>[]> {
  const { rows } = await sql<Omit<ChannelExchange, 'channelId'>>`
    select message_id, at, code, request, answer from channel_exchange
    where channel_id = ${channelId} and request is not null order by at desc limit ${keptRefusals}`.execute(executor)
  return rows
}

/** What became known of a trial's exchange; null: nothing yet. */
export async function readExchange(
  executor: Executor,
  messageId: string,
): Promise<Pick<ChannelExchange, 'code' | 'request' | 'answer'> | null> {
  const row = await executor
    .selectFrom('channelExchange')
    .select(['code', 'request', 'answer'])
    .where('messageId', '=', messageId)
    .executeTakeFirst()
  return row?.request == null || row.answer == null ? null : { code: row.code, request: row.request, answer: row.answer }
}
