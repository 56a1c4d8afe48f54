import { sql } from 'kysely'
import { type MessageState, messageStates } from '#contract/messages/message-state.ts'
import { sandboxTemplates } from '#contract/messages/sandbox.ts'
import type { Executor } from '#db/connect.ts'
import { type AccountId, idFloor, idTime } from '#values/id.ts'

/** Query of a program for messages of an app: those to one number within a period, optionally of one request. */
export interface ProgramQuery {
  appId: string
  /** 11 digits. */
  phone: string
  from: Date
  /** Exclusive. */
  until: Date
  batchId?: string | undefined
  offset: number
  limit: number
}

/** A message as shown to the program that sent it. */
export interface ProgramMessage {
  messageId: string
  phone: string
  content: string
  state: MessageState
  isFinal: boolean
  /** The report's code, or a reason of the platform; null while there is none. */
  reason: string | null
  templateCode: string | null
  /** The program's own id of the request. */
  outId: string | null
  acceptedAt: Date
  finishedAt: Date | null
}

type Row = Omit<ProgramMessage, 'isFinal' | 'acceptedAt'> & { templateId: string | null; total: number }

/** Messages of an app to a number, newest first, with their total; including those of test apps. */
export async function messagesTo(
  executor: Executor,
  account: AccountId,
  query: ProgramQuery,
): Promise<{ total: number; messages: ProgramMessage[] }> {
  const { appId, phone, from, until, batchId, offset, limit } = query
  const ofBatch = batchId ? sql`and batch_id = ${batchId}` : sql``
  const where = sql`account_id = ${account} and phone = ${phone} and app_id = ${appId}
    and message_id >= ${idFloor(from)} and message_id < ${idFloor(until)} ${ofBatch}`
  const { rows } = await sql<Row>`
    select message_id, phone, content, one.state, one.reason, one.template_id, template.code as "templateCode", batch.out_id,
      finished_at, count(*) over () as total
    from (
      select message_id, phone, content, state, reason, template_id, batch_id, finished_at from message where ${where}
      union all
      select message_id, phone, content, state, reason, template_id, batch_id, finished_at from sandbox_message where ${where}) as one
    left join template on template.account_id = ${account} and template.template_id = one.template_id
    left join send_batch as batch on batch.account_id = ${account} and batch.batch_id = one.batch_id
    order by message_id desc offset ${offset} limit ${limit}`.execute(executor)
  return {
    total: rows[0]?.total ?? 0,
    messages: rows.map(({ total, templateId, ...row }) => ({
      ...row,
      templateCode: row.templateCode ?? sandboxTemplates.find(one => one.templateId === templateId)?.code ?? null,
      isFinal: messageStates[row.state].isFinal,
      acceptedAt: idTime(row.messageId),
    })),
  }
}
