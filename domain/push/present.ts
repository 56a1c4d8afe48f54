import { sql } from 'kysely'
import {
  alertData,
  inboundData,
  type PushEvent,
  type ReportData,
  signatureReviewData,
  templateReviewData,
  visitData,
} from '#contract/push/push.ts'
import type { Executor } from '#db/connect.ts'
import { explainCodes } from '#domain/numbering/index.ts'
import { type AccountId, idTime } from '#values/id.ts'
import { pick } from '#values/pick.ts'

const storedData = {
  inbound: inboundData,
  template_review: templateReviewData,
  signature_review: signatureReviewData,
  alert: alertData,
  visit: visitData,
}

/**
 * Events of a queue with their data, in the order in which they were enqueued. Events with unreadable rows are left
 * out.
 */
export const presentEvents = async (executor: Executor, account: AccountId, queueId: string, eventIds: readonly string[]) =>
  (await readEvents(executor, account, queueId, eventIds)).events

/** The same, together with the events whose rows lack data of their kind. */
export async function readEvents(
  executor: Executor,
  account: AccountId,
  queueId: string,
  eventIds: readonly string[],
): Promise<{ events: PushEvent[]; unreadableIds: string[] }> {
  const rows = await executor
    .selectFrom('pushEvent')
    .select(['eventId', 'appId', 'kind', 'data', 'recordedAt'])
    .where('accountId', '=', account)
    .where('queueId', '=', queueId)
    .where('eventId', 'in', [...eventIds])
    .orderBy('recordedAt')
    .orderBy('eventId')
    .execute()
  const reports = await readReports(
    executor,
    account,
    rows.filter(row => row.kind === 'report').map(row => row.eventId),
  )
  const unreadableIds: string[] = []
  const events = rows.flatMap(row => {
    const common = { id: row.eventId, appId: row.appId, at: row.recordedAt }
    if (row.kind === 'report') {
      const data = reports.get(row.eventId)
      return data ? [{ ...common, kind: 'report' as const, data }] : []
    }
    const kind = row.kind
    const parsed = storedData[kind]?.safeParse(row.data)
    if (parsed?.success) return [{ ...common, kind, data: parsed.data } as PushEvent]
    unreadableIds.push(row.eventId)
    return []
  })
  return { events, unreadableIds }
}

interface ReportRow {
  messageId: string
  batchId: string | null
  customId: string | null
  outId: string | null
  phone: string
  state: string
  reason: string | null
  segmentCount: number
  signature: string | null
  templateCode: string | null
  submittedAt: Date | null
  finishedAt: Date
}

/** Reports from the rows of final messages: real ones and those of test apps. */
async function readReports(executor: Executor, account: AccountId, messageIds: readonly string[]): Promise<Map<string, ReportData>> {
  if (messageIds.length === 0) return new Map()
  const ids = [...messageIds].sort()
  const { rows } = await sql<ReportRow>`
    select message.message_id, message.batch_id, message.custom_id, batch.out_id, message.phone, message.state, message.reason, message.segment_count,
      signature.text as signature, template.code as template_code, message.submitted_at, message.finished_at
    from (
      select message_id, batch_id, custom_id, phone, state, reason, segment_count, signature_id, template_id, submitted_at, finished_at
      from message where account_id = ${account} and message_id = any(${ids}::uuid[]) and message_id between ${ids[0]} and ${ids.at(-1)}
      union all
      select message_id, batch_id, custom_id, phone, state, reason, segment_count, signature_id, template_id, submitted_at, finished_at
      from sandbox_message where account_id = ${account} and message_id = any(${ids}::uuid[])) as message
    left join send_batch as batch on batch.account_id = ${account} and batch.batch_id = message.batch_id
    left join signature on signature.account_id = ${account} and signature.signature_id = message.signature_id
    left join template on template.account_id = ${account} and template.template_id = message.template_id`.execute(executor)
  const explained = await explainCodes(
    executor,
    rows.map(row => row.reason),
  )
  return new Map(rows.map(row => [row.messageId, reportOf(row, explained.get(row.reason ?? '')?.meaning ?? '')]))
}

const reportOf = (row: ReportRow, description: string): ReportData => ({
  ...pick(row, 'messageId', 'batchId', 'customId', 'outId', 'phone', 'state', 'segmentCount', 'templateCode', 'submittedAt', 'finishedAt'),
  code: row.reason ?? '',
  description,
  signature: row.signature ?? '',
  acceptedAt: idTime(row.messageId),
})
