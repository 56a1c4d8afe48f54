import { sql } from 'kysely'
import type { BroadcastState } from '#contract/broadcast.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import type { AccountId } from '#values/id.ts'
import { pageOf } from '#values/page.ts'
import { explainCodes } from '../report-code.ts'
import { type BroadcastCounts, countsOf, noCounts } from './count.ts'

const partStates = { open: ['scheduled', 'sending', 'paused', 'held'], finished: ['completed', 'canceled'] } as const

/** Broadcasts of an account, newest first. */
export async function listBroadcasts(
  executor: Executor,
  account: AccountId,
  input: { part: keyof typeof partStates; state?: BroadcastState | undefined; cursor?: string | undefined; pageSize: number },
) {
  const states: readonly BroadcastState[] = partStates[input.part]
  let query = executor
    .selectFrom('broadcast')
    .selectAll()
    .where('account_id', '=', account)
    .where('state', 'in', input.state ? states.filter(state => state === input.state) : [...states])
    .orderBy('broadcast_id', 'desc')
    .limit(input.pageSize + 1)
  if (input.cursor) query = query.where('broadcast_id', '<', input.cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), input.pageSize, row => row.broadcast_id)
  const counts = await countsOf(
    executor,
    account,
    rows.map(row => row.broadcast_id),
  )
  return {
    rows: rows.map(row => present(row, counts.get(row.broadcast_id))),
    nextCursor,
  }
}

/** The newest broadcasts of an account, in any state. */
export async function latestBroadcasts(executor: Executor, account: AccountId, most: number) {
  const rows = await executor
    .selectFrom('broadcast')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('broadcast_id', 'desc')
    .limit(most)
    .execute()
  const counts = await countsOf(
    executor,
    account,
    rows.map(row => row.broadcast_id),
  )
  return rows.map(row => present(row, counts.get(row.broadcast_id)))
}

type Row = Awaited<ReturnType<typeof readRow>>
const readRow = (executor: Executor, account: AccountId, broadcastId: string) =>
  executor.selectFrom('broadcast').selectAll().where('account_id', '=', account).where('broadcast_id', '=', broadcastId).executeTakeFirst()

const present = (row: NonNullable<Row>, counts: BroadcastCounts = noCounts) => ({
  broadcastId: row.broadcast_id,
  name: row.name,
  kind: row.kind as MessageKind,
  state: row.state as BroadcastState,
  stateReason: row.state_reason,
  signatureText: row.signature_text,
  templateText: row.template_text,
  recipientCount: row.recipient_count,
  segmentCount: row.segment_count,
  scheduledAt: row.scheduled_at,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  counts,
})

/** A broadcast with its money and its failures by cause. Refuses `not_found`. */
export async function readBroadcast(executor: Executor, account: AccountId, broadcastId: string) {
  const row = await readRow(executor, account, broadcastId)
  if (!row) refuse('not_found')
  const counts = await countsOf(executor, account, [broadcastId])
  const { rows: money } = await sql<{ held: number; posted: number; voided: number; held_hao: number; posted_hao: number }>`
    select coalesce(sum(segment_count - posted_count - voided_count), 0)::bigint as held,
           coalesce(sum(posted_count), 0)::bigint as posted, coalesce(sum(voided_count), 0)::bigint as voided,
           coalesce(sum((segment_count - posted_count - voided_count) * unit_price_hao), 0)::bigint as held_hao,
           coalesce(sum(posted_count * unit_price_hao), 0)::bigint as posted_hao
    from charge_hold where account_id = ${account} and broadcast_id = ${broadcastId}`.execute(executor)
  const { rows: causes } = await sql<{ code: string | null; messageCount: number }>`
    select reason as code, count(*) as "messageCount" from message
    where account_id = ${account} and broadcast_id = ${broadcastId} and state in ('undelivered', 'expired', 'rejected', 'unknown', 'refused')
    group by reason order by count(*) desc limit 20`.execute(executor)
  const explained = await explainCodes(
    executor,
    causes.map(cause => cause.code),
  )
  const failures = causes.map(({ code, messageCount }) => ({
    code: code ?? '',
    meaning: explained.get(code ?? '')?.meaning ?? '',
    messageCount,
  }))
  const { held_hao, posted, posted_hao, voided } = money[0]!
  return {
    ...present(row, counts.get(broadcastId)),
    heldHao: held_hao,
    postedSegments: posted,
    voidedSegments: voided,
    postedHao: posted_hao,
    failures,
  }
}
