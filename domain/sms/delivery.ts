import { sql } from 'kysely'
import { type DeliveryFilter, type StateGroup, stateGroups } from '#contract/delivery.ts'
import type { MessageState } from '#contract/message-state.ts'
import type { Executor } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idFloor, idTime } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { maskPhone, type Operator } from '#values/phone.ts'
import { type CodeExplanation, explainCodes } from './report-code.ts'

interface Page {
  cursor?: string | undefined
  pageSize: number
  /** Messages that one page looks at; the limit's unless a test wants less. */
  examinedRows?: number
}

/** A message as the list shows it; the number is masked. */
export interface Delivery {
  messageId: string
  createdAt: Date
  phone: string
  operator: Operator
  kind: MessageKind
  signatureText: string
  content: string
  segmentCount: number
  state: MessageState
  reason: CodeExplanation | null
  submittedAt: Date | null
  finishedAt: Date | null
  broadcastId: string | null
  customId: string | null
}

const shownColumns = [
  'message_id',
  'phone',
  'operator',
  'kind',
  'signature_id',
  'template_id',
  'content',
  'segment_count',
  'state',
  'reason',
  'submitted_at',
  'finished_at',
  'broadcast_id',
  'custom_id',
] as const

/** What the table's indexes find: a range of ids is a range of time, and a number, a broadcast and an own id have an index each. */
function keyed(executor: Executor, account: AccountId, filter: DeliveryFilter, now: Date) {
  const from = filter.from ?? (namesMessages(filter) ? null : chinaDayStart(now, 1 - limits.deliveryDefaultDays))
  let query = executor.selectFrom('message').where('account_id', '=', account)
  if (from) query = query.where('message_id', '>=', idFloor(from))
  if (filter.until) query = query.where('message_id', '<', idFloor(filter.until))
  if (filter.messageId) query = query.where('message_id', '=', filter.messageId)
  if (filter.phone?.length === 11) query = query.where('phone', '=', filter.phone)
  if (filter.broadcastId) query = query.where('broadcast_id', '=', filter.broadcastId)
  if (filter.customId) query = query.where('custom_id', '=', filter.customId)
  return query
}
const namesMessages = ({ messageId, customId, phone, broadcastId }: DeliveryFilter) =>
  messageId || customId || broadcastId || phone?.length === 11

/** What is looked for row by row: columns that change (design/engine.md allows no index on them) or that few ask for. Null: nothing. */
function siftOf(filter: DeliveryFilter) {
  const conditions = [
    filter.phone?.length === 4 ? sql`right(phone, 4) = ${filter.phone}` : null,
    filter.signatureId ? sql`signature_id = ${filter.signatureId}` : null,
    filter.templateId ? sql`template_id = ${filter.templateId}` : null,
    filter.kind ? sql`kind = ${filter.kind}` : null,
    filter.state ? sql`state = any(${statesOf(filter.state)}::text[])` : null,
    filter.code ? sql`reason = ${filter.code}` : null,
    filter.operator ? sql`operator = ${filter.operator}` : null,
  ].filter(condition => condition !== null)
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : null
}
const statesOf = (state: MessageState | StateGroup): readonly MessageState[] =>
  state in stateGroups ? stateGroups[state as StateGroup].states : [state as MessageState]

/**
 * Messages newest first. A page looks at no more than `deliveryExaminedRows` messages: one that found few among them says until when it has looked, and
 * its cursor goes on from there.
 */
export async function listDeliveries(
  executor: Executor,
  account: AccountId,
  filter: DeliveryFilter,
  { cursor, pageSize, examinedRows = limits.deliveryExaminedRows }: Page,
  now: Date,
) {
  const reachable = () => {
    const query = keyed(executor, account, filter, now).orderBy('message_id', 'desc')
    return cursor ? query.where('message_id', '<', cursor) : query
  }
  const sift = siftOf(filter)
  const rows = sift
    ? await executor
        .selectFrom(reachable().select(shownColumns).limit(examinedRows).as('examined'))
        .selectAll()
        .where(sift)
        .orderBy('message_id', 'desc')
        .limit(pageSize + 1)
        .execute()
    : await reachable()
        .select(shownColumns)
        .limit(pageSize + 1)
        .execute()
  const shown = await presentAll(executor, account, rows.slice(0, pageSize))
  if (rows.length > pageSize) return { rows: shown, nextCursor: shown.at(-1)!.messageId, lookedUntil: null }
  if (!sift) return { rows: shown, nextCursor: null, lookedUntil: null }
  const lastExamined = await reachable()
    .select('message_id')
    .offset(examinedRows - 1)
    .limit(1)
    .executeTakeFirst()
  return {
    rows: shown,
    nextCursor: lastExamined?.message_id ?? null,
    lookedUntil: lastExamined ? idTime(lastExamined.message_id) : null,
  }
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]
const rowsOf = (executor: Executor, account: AccountId) =>
  executor.selectFrom('message').select(shownColumns).where('account_id', '=', account).execute()

/** Rows with their signatures' names and their codes' meanings, in the same order. */
export async function presentAll(executor: Executor, account: AccountId, rows: readonly Row[]): Promise<Delivery[]> {
  if (rows.length === 0) return []
  const explained = await explainCodes(
    executor,
    rows.map(row => row.reason),
  )
  const signatures = await executor
    .selectFrom('signature')
    .select(['signature_id', 'text'])
    .where('account_id', '=', account)
    .where('signature_id', 'in', [...new Set(rows.map(row => row.signature_id))])
    .execute()
  const texts = new Map(signatures.map(signature => [signature.signature_id, signature.text]))
  return rows.map(row => ({
    messageId: row.message_id,
    createdAt: idTime(row.message_id),
    phone: maskPhone(row.phone),
    operator: row.operator as Operator,
    kind: row.kind as MessageKind,
    signatureText: texts.get(row.signature_id) ?? '',
    content: row.content,
    segmentCount: row.segment_count,
    state: row.state as MessageState,
    // What a delivered message's report says is no reason for anything.
    reason: row.reason && row.state !== 'delivered' ? explained.get(row.reason)! : null,
    submittedAt: row.submitted_at,
    finishedAt: row.finished_at,
    broadcastId: row.broadcast_id,
    customId: row.custom_id,
  }))
}

/** Counts of what a filter finds, among the newest `deliveryExaminedRows` messages of its range; `countedNewest` is set where there are more. */
export async function countDeliveries(executor: Executor, account: AccountId, filter: DeliveryFilter, now: Date) {
  const examined = keyed(executor, account, filter, now)
    .select(shownColumns)
    .orderBy('message_id', 'desc')
    .limit(limits.deliveryExaminedRows)
    .as('examined')
  const matches = siftOf(filter) ?? sql<boolean>`true`
  const counted = (states: readonly MessageState[]) => sql<number>`count(*) filter (where ${matches} and state = any(${states}::text[]))`
  const { examinedCount, ...figures } = await executor
    .selectFrom(examined)
    .select([
      sql<number>`count(*)`.as('examinedCount'),
      sql<number>`count(*) filter (where ${matches})`.as('messageCount'),
      sql<number>`coalesce(sum(segment_count) filter (where ${matches}), 0)::bigint`.as('segmentCount'),
      counted(['delivered']).as('deliveredCount'),
      counted(stateGroups.failed.states).as('failedCount'),
      counted(stateGroups.waiting.states).as('waitingCount'),
      counted(['unknown']).as('unknownCount'),
      counted(['refused']).as('refusedCount'),
      counted(['canceled']).as('canceledCount'),
    ])
    .executeTakeFirstOrThrow()
  return { ...figures, countedNewest: examinedCount === limits.deliveryExaminedRows ? examinedCount : null }
}

/** Signatures and templates that a list can be narrowed to: all that were ever submitted, since their messages outlive them. */
export async function deliveryChoices(executor: Executor, account: AccountId) {
  const signatures = await executor
    .selectFrom('signature')
    .select(['signature_id as signatureId', 'text'])
    .where('account_id', '=', account)
    .where('state', '<>', 'draft')
    .orderBy('signature_id')
    .limit(limits.deliveryChoices)
    .execute()
  const templates = await executor
    .selectFrom('template')
    .select(['template_id as templateId', 'code', 'name'])
    .where('account_id', '=', account)
    .where('state', '<>', 'draft')
    .orderBy('template_id')
    .limit(limits.deliveryChoices)
    .execute()
  return { signatures, templates }
}
