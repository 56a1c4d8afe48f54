import { sql } from 'kysely'
import type { MessageState } from '#contract/message-state.ts'
import type { Db, Tx } from '#db/connect.ts'
import { countMessages } from '#domain/sms/count.ts'
import { type Outcome, settleMessages } from '#domain/sms/settle.ts'
import type { AccountId } from '#values/id.ts'

/** A delivery report of one part, as the carrier gave it. */
export interface PartReport {
  upstreamId: string
  state: Extract<MessageState, 'delivered' | 'undelivered' | 'expired' | 'rejected' | 'unknown'>
  code: string
  phone: string
  doneAt: Date
}

interface Match {
  account_id: string
  message_id: string
  part: number
  part_count: number
  upstream_id: string
}

/**
 * Takes reports: each finds its part by the carrier's id, a message whose parts have all reported becomes final with its charge. A report whose part is not
 * known (yet) is parked: the transaction that writes the part finds it. Committed when it returns: only then may the carrier be answered. Gives the ids that were
 * parked; a submit answer that was being written at the same time may have missed them, so `matchParked` is due once it is committed.
 */
export function takeReports(db: Db, channelId: string, reports: readonly PartReport[]): Promise<string[]> {
  return db.transaction().execute(async tx => {
    // The last of two reports of one part in a batch would be a carrier's mistake: the first stands.
    const byId = new Map([...reports].reverse().map(report => [report.upstreamId, report]))
    const { rows } = await sql<Match>`
      delete from submitted_part where channel_id = ${channelId} and upstream_id = any(${[...byId.keys()]}::text[])
      returning account_id, message_id, part, part_count, upstream_id`.execute(tx)
    await applyMatches(tx, rows, byId)
    const known = new Set(rows.map(row => row.upstream_id))
    const parked = [...byId.values()].filter(report => !known.has(report.upstreamId))
    if (parked.length === 0) return []
    await sql`
      insert into parked_report (channel_id, upstream_id, state, code, phone, done_at)
      select ${channelId}, * from unnest(${parked.map(r => r.upstreamId)}::text[], ${parked.map(r => r.state)}::text[], ${parked.map(r => r.code)}::text[],
        ${parked.map(r => r.phone)}::text[], ${parked.map(r => r.doneAt)}::timestamptz[])
      on conflict (channel_id, upstream_id) do nothing`.execute(tx)
    return parked.map(report => report.upstreamId)
  })
}

/** Matches reports that came before their submit answers with these ids of the carrier were written, or all that are parked (null). */
export async function matchParked(tx: Tx, channelId: string, upstreamIds: readonly string[] | null): Promise<void> {
  if (upstreamIds?.length === 0) return
  const among = upstreamIds === null ? sql`true` : sql`parked.upstream_id = any(${upstreamIds}::text[])`
  const { rows } = await sql<Match & { state: PartReport['state']; code: string; phone: string; done_at: Date }>`
    with found as (
      delete from submitted_part as part using parked_report as parked
      where parked.channel_id = ${channelId} and ${among} and part.channel_id = parked.channel_id and part.upstream_id = parked.upstream_id
      returning part.account_id, part.message_id, part.part, part.part_count, part.upstream_id)
    delete from parked_report as parked using found
    where parked.channel_id = ${channelId} and parked.upstream_id = found.upstream_id
    returning found.*, parked.state, parked.code, parked.phone, parked.done_at`.execute(tx)
  if (rows.length === 0) return
  const byId = new Map(
    rows.map(row => [
      row.upstream_id,
      { upstreamId: row.upstream_id, state: row.state, code: row.code, phone: row.phone, doneAt: row.done_at },
    ]),
  )
  await applyMatches(tx, rows, byId)
}

async function applyMatches(tx: Tx, matches: readonly Match[], reports: ReadonlyMap<string, PartReport>): Promise<void> {
  for (const [account, own] of Map.groupBy(matches, match => match.account_id as AccountId)) {
    const outcomes: Outcome[] = []
    for (const match of own) {
      const report = reports.get(match.upstream_id)!
      const whole = match.part_count === 1 ? report : await joinParts(tx, account, match, report)
      if (whole) outcomes.push({ messageId: match.message_id, state: whole.state, reason: whole.code, at: whole.doneAt })
    }
    await countMessages(tx, account, await settleMessages(tx, account, outcomes))
  }
}

/** Notes a part's report. The message's own is there with the last part: delivered if all parts are, else as the first part that is not. */
async function joinParts(
  tx: Tx,
  account: AccountId,
  match: Match,
  report: PartReport,
): Promise<Pick<PartReport, 'state' | 'code' | 'doneAt'> | null> {
  const { state, code, doneAt } = report
  await tx
    .insertInto('part_report')
    .values({ account_id: account, message_id: match.message_id, part: match.part, state, code, at: doneAt })
    .onConflict(conflict => conflict.columns(['account_id', 'message_id', 'part']).doNothing())
    .execute()
  const parts = await tx
    .selectFrom('part_report')
    .select(['state', 'code', 'at'])
    .where('account_id', '=', account)
    .where('message_id', '=', match.message_id)
    .orderBy('part')
    .execute()
  if (parts.length < match.part_count) return null
  const worst = parts.find(part => part.state !== 'delivered') ?? parts.at(-1)!
  return { state: worst.state as PartReport['state'], code: worst.code, doneAt: worst.at }
}
