import { sql } from 'kysely'
import { type DeliveryFilter, stateGroups } from '#contract/messages/delivery.ts'
import type { MessageState } from '#contract/messages/message-state.ts'
import { asAccount, type Db, type Executor } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { type Charge, chargesOf } from '#domain/messages/index.ts'
import { type CodeExplanation, explainCodes } from '#domain/numbering/index.ts'
import { type AccountId, idTime } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { getOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { type Carrier, maskPhone } from '#values/phone.ts'
import { pick } from '#values/pick.ts'
import { messageWhere } from './delivery-where.ts'
import { clicksOf, type MessageClicks } from './link-click.ts'
import { shownContent } from './shown-content.ts'

interface Page {
  cursor?: string | undefined
  pageSize: number
  /** Messages that one page examines; the limit's default unless a test lowers it. */
  examinedRows?: number
}

/** A message as the list shows it; its number is masked, a one-time code hidden. */
export interface Delivery {
  messageId: string
  createdAt: Date
  phone: string
  carrier: Carrier
  province: string | null
  kind: MessageKind
  signatureText: string
  content: string
  segmentCount: number
  state: MessageState
  reason: CodeExplanation | null
  submittedAt: Date | null
  finishedAt: Date | null
  broadcastId: string | null
  appName: string | null
  customId: string | null
  charge: Charge | null
  clicks: MessageClicks | null
}

/** Columns of a message that `presentAll` needs. */
export const shownColumns = [
  'messageId',
  'phone',
  'carrier',
  'province',
  'kind',
  'signatureId',
  'templateId',
  'content',
  'segmentCount',
  'state',
  'reason',
  'submittedAt',
  'finishedAt',
  'broadcastId',
  'appId',
  'customId',
  'holdId',
  'batchId',
] as const

/**
 * Messages, newest first. A page examines at most `deliveryExaminedRows` messages: if it finds few, it says until when
 * it looked, and its cursor continues there.
 */
export async function listDeliveries(executor: Executor, account: AccountId, filter: DeliveryFilter, page: Page, now: Date) {
  const { rows, ...rest } = await pageOfMessages(executor, account, filter, page, now)
  return { rows: await presentAll(executor, account, rows), ...rest }
}

/** The same rows as stored. */
export async function pageOfMessages(
  executor: Executor,
  account: AccountId,
  filter: DeliveryFilter,
  { cursor, pageSize, examinedRows = limits.deliveryExaminedRows }: Page,
  now: Date,
): Promise<{ rows: DeliveryRow[]; nextCursor: string | null; searchedUntil: Date | null }> {
  const { keys, rowFilter } = messageWhere(account, filter, now)
  const reachable = () => {
    const query = executor.selectFrom('message').where(keys).orderBy('messageId', 'desc')
    return cursor ? query.where('messageId', '<', cursor) : query
  }
  const found = rowFilter
    ? await executor
        .selectFrom(reachable().select(shownColumns).limit(examinedRows).as('message'))
        .selectAll()
        .where(rowFilter)
        .orderBy('messageId', 'desc')
        .limit(pageSize + 1)
        .execute()
    : await reachable()
        .select(shownColumns)
        .limit(pageSize + 1)
        .execute()
  const rows = found.slice(0, pageSize)
  if (found.length > pageSize) return { rows, nextCursor: lastOrThrow(rows).messageId, searchedUntil: null }
  if (!rowFilter) return { rows, nextCursor: null, searchedUntil: null }
  const lastExamined = await reachable()
    .select('messageId')
    .offset(examinedRows - 1)
    .limit(1)
    .executeTakeFirst()
  return { rows, nextCursor: lastExamined?.messageId ?? null, searchedUntil: lastExamined ? idTime(lastExamined.messageId) : null }
}

export type DeliveryRow = Awaited<ReturnType<typeof rowsOf>>[number]
const rowsOf = (executor: Executor, account: AccountId) =>
  executor.selectFrom('message').select(shownColumns).where('accountId', '=', account).execute()

/** Rows with their signatures' names and their codes' explanations, in the same order. */
export async function presentAll(executor: Executor, account: AccountId, rows: readonly DeliveryRow[]): Promise<Delivery[]> {
  if (rows.length === 0) return []
  const explained = await explainCodes(
    executor,
    rows.map(row => row.reason),
  )
  const texts = await namesOf(
    rows.map(row => row.signatureId),
    ids =>
      executor
        .selectFrom('signature')
        .select(['signatureId as id', 'text as name'])
        .where('accountId', '=', account)
        .where('signatureId', 'in', ids)
        .execute(),
  )
  const apps = await namesOf(
    rows.map(row => row.appId),
    ids => executor.selectFrom('app').select(['appId as id', 'name']).where('accountId', '=', account).where('appId', 'in', ids).execute(),
  )
  const charges = await chargesOf(executor, account, rows)
  const clicks = await clicksOf(
    executor,
    account,
    rows.map(row => row.messageId),
  )
  return rows.map(row => ({
    ...pick(
      row,
      'messageId',
      'carrier',
      'province',
      'kind',
      'segmentCount',
      'state',
      'submittedAt',
      'finishedAt',
      'broadcastId',
      'customId',
    ),
    content: shownContent(row),
    createdAt: idTime(row.messageId),
    phone: maskPhone(row.phone),
    signatureText: texts.get(row.signatureId) ?? '',
    // The report of a delivered message is no reason of failure.
    reason: row.reason && row.state !== 'delivered' ? getOrThrow(explained, row.reason) : null,
    appName: row.appId && (apps.get(row.appId) ?? null),
    charge: charges.get(row.messageId) ?? null,
    clicks: clicks.get(row.messageId) ?? null,
  }))
}

async function namesOf(ids: readonly (string | null)[], read: (ids: string[]) => Promise<{ id: string; name: string }[]>) {
  const distinct = [...new Set(ids)].filter(id => id !== null)
  const rows = distinct.length > 0 ? await read(distinct) : []
  return new Map(rows.map(row => [row.id, row.name]))
}

export async function hasDeliveries(executor: Executor, account: AccountId, filter: DeliveryFilter, now: Date): Promise<boolean> {
  const { keys, rowFilter } = messageWhere(account, filter, now)
  const matching = executor.selectFrom('message').select('messageId').where(keys).limit(1)
  return (await (rowFilter ? matching.where(rowFilter) : matching).executeTakeFirst()) !== undefined
}

/** The numbers of all messages that match a filter, newest first, in pages of their own transactions. */
export async function* recipientsOf(db: Db, account: AccountId, filter: DeliveryFilter, now: Date): AsyncGenerator<string> {
  const { keys, rowFilter } = messageWhere(account, filter, now)
  let before: string | null = null
  for (;;) {
    const rows: { messageId: string; phone: string }[] = await asAccount(db, account, tx => {
      const matching = tx.selectFrom('message').select(['messageId', 'phone']).where(keys).orderBy('messageId', 'desc').limit(recipientRows)
      const filtered = rowFilter ? matching.where(rowFilter) : matching
      return (before === null ? filtered : filtered.where('messageId', '<', before)).execute()
    })
    yield* rows.map(row => row.phone)
    if (rows.length < recipientRows) return
    before = lastOrThrow(rows).messageId
  }
}
const recipientRows = 5_000

/**
 * Counts of a filter among the newest `deliveryExaminedRows` messages of its range; `countedNewest` is set when there
 * are more.
 */
export async function countDeliveries(executor: Executor, account: AccountId, filter: DeliveryFilter, now: Date) {
  const { keys, rowFilter } = messageWhere(account, filter, now)
  const examined = executor
    .selectFrom('message')
    .where(keys)
    .select(shownColumns)
    .orderBy('messageId', 'desc')
    .limit(limits.deliveryExaminedRows)
    .as('message')
  const matches = rowFilter ?? sql<boolean>`true`
  const counted = (states: readonly MessageState[]) => sql<number>`count(*) filter (where ${matches} and state = any(${states}::text[]))`
  const { examinedCount, ...figures } = await executor
    .selectFrom(examined)
    .select([
      sql<number>`count(*)`.as('examinedCount'),
      sql<number>`count(*) filter (where ${matches})`.as('messageCount'),
      sql<number>`coalesce(sum(segment_count) filter (where ${matches}), 0)::bigint`.as('segmentCount'),
      sql<number>`coalesce(sum(segment_count) filter (where ${matches} and state = 'delivered'), 0)::bigint`.as('chargedSegmentCount'),
      counted(['delivered']).as('deliveredCount'),
      counted(stateGroups.failed.states).as('failedCount'),
      counted(stateGroups.waiting.states).as('waitingCount'),
      counted(['unknown']).as('unknownCount'),
      counted(['refused']).as('refusedCount'),
    ])
    .executeTakeFirstOrThrow()
  return { ...figures, countedNewest: examinedCount === limits.deliveryExaminedRows ? examinedCount : null }
}

/**
 * Signatures, templates and apps to filter a list by: all that were ever submitted, since their messages outlive them.
 */
export async function deliveryChoices(executor: Executor, account: AccountId) {
  const signatures = await executor
    .selectFrom('signature')
    .select(['signatureId', 'text'])
    .where('accountId', '=', account)
    .where('state', '<>', 'draft')
    .orderBy('signatureId')
    .limit(limits.deliveryChoices)
    .execute()
  const templates = await executor
    .selectFrom('template')
    .select(['templateId', 'code', 'name'])
    .where('accountId', '=', account)
    .where('state', '<>', 'draft')
    .orderBy('templateId')
    .limit(limits.deliveryChoices)
    .execute()
  const apps = await executor
    .selectFrom('app')
    .select(['appId', 'name'])
    .where('accountId', '=', account)
    .orderBy('appId')
    .limit(limits.deliveryChoices)
    .execute()
  return { signatures, templates, apps }
}
