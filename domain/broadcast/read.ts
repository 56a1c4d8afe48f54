import { type RawBuilder, sql } from 'kysely'
import type { BroadcastState, BroadcastTiming, NightChoice } from '#contract/broadcast/broadcast.ts'
import { rowProblemNames, type UploadReport } from '#contract/recipients/upload.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { containing } from '#db/like.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { type BroadcastCounts, countsOf, noCounts } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { pageOf } from '#values/page.ts'
import { pick } from '#values/pick.ts'
import { type BroadcastClicks, clickTotals, noClicks } from './clicks.ts'
import { countDrafts } from './draft.ts'
import { moneyOf, noCost } from './money.ts'
import { noReplies, type ReplyCounts, repliesOf } from './reply.ts'
import { phoneCount, sumBroadcasts } from './sums.ts'

const partStates = {
  open: ['reviewing', 'scheduled', 'sending', 'paused', 'held'],
  finished: ['completed', 'canceled'],
} as const satisfies Record<string, readonly BroadcastState[]>

export const isFinished = (state: BroadcastState): boolean => partStates.finished.some(one => one === state)

/** How long a finished broadcast stays among the tasks, so that people see its result. */
const seenMs = limits.finishedTaskHours * 3_600_000

export interface BroadcastFilter {
  part: keyof typeof partStates
  state?: BroadcastState | undefined
  kind?: MessageKind | undefined
  timing?: BroadcastTiming | undefined
  signatureId?: string | undefined
  memberId?: string | undefined
  search?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  order?: 'recipients' | undefined
  cursor?: string | undefined
  pageSize: number
}

const timingIs: Record<BroadcastTiming, RawBuilder<boolean>> = {
  now: sql`per_minute is null and scheduled_at is null`,
  scheduled: sql`per_minute is null and scheduled_at is not null`,
  spread: sql`per_minute is not null`,
}

/** Condition for the states of a part of the list; the tasks include recently finished ones. */
function partIs(part: BroadcastFilter['part'], now: Date): RawBuilder<unknown> {
  const ended = sql`state = any(${[...partStates.finished]}::text[])`
  if (part === 'finished') return ended
  return sql`(state = any(${[...partStates.open]}::text[]) or (${ended} and finished_at > ${new Date(now.getTime() - seenMs)}))`
}

/** What the rows of a list are ordered by, descending. The number of recipients never changes. */
const keyOf = ({ order }: BroadcastFilter) => (order ? sql`recipient_count, broadcast_id` : sql`broadcast_id`)

function whereOf(account: AccountId, filter: BroadcastFilter, now: Date): RawBuilder<unknown> {
  const part = filter.search ? containing(filter.search) : null
  const clauses = [
    partIs(filter.part, now),
    sql`recalled_at is null`,
    filter.state && sql`state = ${filter.state}`,
    filter.kind && sql`kind = ${filter.kind}`,
    filter.timing && timingIs[filter.timing],
    filter.signatureId && sql`signature_id = ${filter.signatureId}`,
    filter.memberId && sql`member_id = ${filter.memberId}`,
    part && sql`(name ilike ${part} or template_text ilike ${part})`,
    filter.from && sql`created_at >= ${filter.from}`,
    filter.until && sql`created_at < ${filter.until}`,
    filter.cursor &&
      sql`(${keyOf(filter)}) < (select ${keyOf(filter)} from broadcast where account_id = ${account} and broadcast_id = ${filter.cursor})`,
  ].filter(clause => clause !== undefined && clause !== null && clause !== '')
  return sql.join(clauses, sql` and `)
}

/**
 * Broadcasts of an account that match a filter, newest first, and their number by state; finished ones with opt-outs.
 */
export async function listBroadcasts(executor: Executor, account: AccountId, filter: BroadcastFilter, now: Date) {
  const { rows: found } = await rowsOf(
    executor,
    account,
    sql`${whereOf(account, filter, now)} order by ${filter.order ? sql`recipient_count desc,` : sql``} broadcast_id desc limit ${filter.pageSize + 1}`,
  )
  const { rows, nextCursor } = pageOf(found, filter.pageSize, row => row.broadcastId)
  const ids = rows.map(row => row.broadcastId)
  const counts = await countsOf(executor, account, ids)
  const clicks = await clickTotals(executor, account, ids)
  const isFinished = filter.part === 'finished'
  const money = await moneyOf(
    executor,
    account,
    rows.filter(row => row.finishedAt !== null).map(row => row.broadcastId),
  )
  const replies = isFinished ? await repliesOf(executor, account, ids) : new Map<string, ReplyCounts>()
  return {
    rows: rows.map(row => {
      const { postedHao, postedSegments } = money.get(row.broadcastId) ?? noCost
      return {
        ...present(row, counts.get(row.broadcastId), clicks.get(row.broadcastId)),
        postedHao,
        postedSegments,
        optOutCount: (replies.get(row.broadcastId) ?? noReplies).optOutCount,
      }
    }),
    nextCursor,
    sums: await sumBroadcasts(executor, account, whereOf(account, { ...filter, cursor: undefined }, now)),
    stateCounts: await countStates(executor, account, { ...filter, state: undefined, cursor: undefined }, now),
    draftCount: isFinished ? 0 : await countDrafts(executor, account),
  }
}

/** The number of broadcasts that match a filter, by state. */
async function countStates(executor: Executor, account: AccountId, filter: BroadcastFilter, now: Date) {
  const { rows } = await sql<{ state: BroadcastState; count: number }>`
    select state, count(*) as count from broadcast where account_id = ${account} and ${whereOf(account, filter, now)} group by state`.execute(
    executor,
  )
  const counts: Partial<Record<BroadcastState, number>> = {}
  for (const { state, count } of rows) counts[state] = count
  return counts
}

/** The newest broadcasts of an account, in any state. */
export async function latestBroadcasts(executor: Executor, account: AccountId, most: number) {
  const { rows } = await rowsOf(executor, account, sql`recalled_at is null order by broadcast_id desc limit ${most}`)
  const ids = rows.map(row => row.broadcastId)
  const counts = await countsOf(executor, account, ids)
  const clicks = await clickTotals(executor, account, ids)
  return rows.map(row => present(row, counts.get(row.broadcastId), clicks.get(row.broadcastId)))
}

interface Row {
  broadcastId: string
  uploadId: string
  name: string
  kind: MessageKind
  state: BroadcastState
  stateReason: string | null
  signatureText: string
  templateText: string
  recipientCount: number
  phoneCount: number
  segmentCount: number
  scheduledAt: Date | null
  perMinute: number | null
  fromMinute: number | null
  untilMinute: number | null
  atNight: NightChoice
  memberName: string | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  recallUntil: Date | null
  recalledAt: Date | null
  noChannelSince: Date | null
  linkId: string | null
}

const rowsOf = (executor: Executor, account: AccountId, rest: RawBuilder<unknown>) =>
  sql<Row>`
    select broadcast.*, ${phoneCount(account)} as phone_count, (select member.name from member where member.account_id = ${account} and member.member_id = broadcast.member_id) as member_name
    from broadcast where account_id = ${account} and ${rest}`.execute(executor)

const present = (row: Row, counts: BroadcastCounts = noCounts, clicks: BroadcastClicks = noClicks) => ({
  ...pick(
    row,
    'broadcastId',
    'name',
    'kind',
    'state',
    'stateReason',
    'signatureText',
    'templateText',
    'recipientCount',
    'phoneCount',
    'segmentCount',
    'scheduledAt',
    'atNight',
    'createdAt',
    'startedAt',
    'finishedAt',
    'recallUntil',
    'noChannelSince',
  ),
  spread:
    row.perMinute === null ? null : { perMinute: row.perMinute, fromMinute: row.fromMinute ?? 0, untilMinute: row.untilMinute ?? 1440 },
  memberName: row.memberName ?? '',
  counts,
  clicks: row.linkId === null ? null : clicks,
})

/** A broadcast with its cost. Refuses `not_found`. */
export async function readBroadcast(executor: Executor, account: AccountId, broadcastId: string) {
  const { rows } = await rowsOf(executor, account, sql`broadcast_id = ${broadcastId}`)
  const row = rows[0] ?? refuse('not_found')
  const counts = await countsOf(executor, account, [broadcastId])
  const money = (await moneyOf(executor, account, [broadcastId])).get(broadcastId) ?? noCost
  const replies = (await repliesOf(executor, account, [broadcastId])).get(broadcastId) ?? noReplies
  const clicks = (await clickTotals(executor, account, [broadcastId])).get(broadcastId)
  const { uploadId, recalledAt } = row
  return {
    ...present(row, counts.get(broadcastId), clicks),
    ...money,
    ...replies,
    recalledAt,
    draftId: recalledAt && (await draftOf(executor, account, uploadId)),
    uploadId,
    ...(await choicesOf(executor, account, uploadId)),
  }
}

/** The draft that a recalled broadcast became, by its numbers. */
async function draftOf(executor: Executor, account: AccountId, uploadId: string): Promise<string | null> {
  const draft = await executor
    .selectFrom('broadcastDraft')
    .select('draftId')
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .where('broadcastId', 'is', null)
    .orderBy('changedAt', 'desc')
    .executeTakeFirst()
  return draft?.draftId ?? null
}

/** Rows of an upload that are excluded from sending, by reason, and what its sender chose for questionable ones. */
async function choicesOf(executor: Executor, account: AccountId, uploadId: string) {
  const upload = await executor
    .selectFrom('upload')
    .select(['report', 'mapping'])
    .where('accountId', '=', account)
    .where('uploadId', '=', uploadId)
    .executeTakeFirst()
  const { report, mapping } = upload ?? {}
  const chosen = <Choice>(choice: Choice | null | undefined, rowCount = 0) => (choice && rowCount > 0 ? { choice, rowCount } : null)
  return {
    leftOut: report ? leftOutRows(report, mapping?.consent === 'recorded') : [],
    repeats: chosen(mapping?.repeats, report?.repeatCount),
    consent: chosen(mapping?.consent, report?.noConsentCount),
  }
}

/** Reports of earlier releases lack some of these counts. */
function leftOutRows(report: Partial<UploadReport>, isConsentRequired: boolean): { reason: string; rowCount: number }[] {
  const { rowCount = 0, validCount = 0, duplicateCount = 0, blacklistedCount = 0, overFrequencyCount = 0 } = report
  const { noConsentCount = 0, problems = {} } = report
  const known = [
    { reason: '与前面的行重复', rowCount: duplicateCount },
    { reason: '黑名单或退订', rowCount: blacklistedCount },
    { reason: '超过发送频率', rowCount: overFrequencyCount },
    { reason: '没有登记同意接收推广', rowCount: isConsentRequired ? noConsentCount : 0 },
    ...keysOf(problems).map(problem => ({ reason: rowProblemNames[problem], rowCount: problems[problem] ?? 0 })),
  ].filter(one => one.rowCount > 0)
  const others = rowCount - validCount - known.reduce((sum, one) => sum + one.rowCount, 0)
  const all = others > 0 ? [...known, { reason: '同一号码的其他行', rowCount: others }] : known
  return all.sort((a, b) => b.rowCount - a.rowCount)
}

/** Members who submitted broadcasts and signatures used: the options of the list's filters. */
export async function broadcastChoices(executor: Executor, account: AccountId) {
  const { rows: members } = await sql<{ memberId: string; name: string }>`
    select member_id, name from member where account_id = ${account}
      and exists (select from broadcast where broadcast.account_id = ${account} and broadcast.member_id = member.member_id)
    order by name limit 200`.execute(executor)
  const { rows: signatures } = await sql<{ signatureId: string; text: string }>`
    select signature_id, max(signature_text) as text from broadcast where account_id = ${account}
    group by signature_id order by max(created_at) desc limit 200`.execute(executor)
  return { members, signatures }
}
