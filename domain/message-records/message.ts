import type { DeliveryFilter } from '#contract/messages/delivery.ts'
import type { MessageState } from '#contract/messages/message-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { explainCodes } from '#domain/numbering/index.ts'
import { type AccountId, idTime } from '#values/id.ts'
import { pick } from '#values/pick.ts'
import { type DeliveryRow, pageOfMessages, shownColumns } from './delivery.ts'

/** A message as shown to the program that sent it. */
export interface SentMessage {
  messageId: string
  batchId: string | null
  phone: string
  kind: MessageKind
  content: string
  segmentCount: number
  state: MessageState
  code: string | null
  /** What the code means and what to do, in Chinese. */
  meaning: string | null
  customId: string | null
  acceptedAt: Date
  submittedAt: Date | null
  finishedAt: Date | null
}

/** One message of an app. Refuses `not_found`. */
export async function readMessage(executor: Executor, account: AccountId, messageId: string, appId: string): Promise<SentMessage> {
  const row = await executor
    .selectFrom('message')
    .select(shownColumns)
    .where('accountId', '=', account)
    .where('messageId', '=', messageId)
    .where('appId', '=', appId)
    .executeTakeFirst()
  const [message] = await present(executor, row ? [row] : [])
  return message ?? refuse('not_found')
}

/**
 * Messages that match a filter, newest first, with whole numbers; a page may be short, even empty, and still have a
 * next one.
 */
export async function findMessages(
  executor: Executor,
  account: AccountId,
  filter: DeliveryFilter,
  page: { cursor?: string | undefined; pageSize: number },
  now: Date,
): Promise<{ rows: SentMessage[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await pageOfMessages(executor, account, filter, page, now)
  return { rows: await present(executor, rows), nextCursor }
}

async function present(executor: Executor, rows: readonly DeliveryRow[]): Promise<SentMessage[]> {
  const explained = await explainCodes(
    executor,
    rows.map(row => row.reason),
  )
  return rows.map(row => {
    const explanation = row.reason === null ? undefined : explained.get(row.reason)
    return {
      ...pick(row, 'messageId', 'batchId', 'phone', 'kind', 'content', 'segmentCount', 'state', 'customId', 'submittedAt', 'finishedAt'),
      code: row.reason,
      meaning: explanation ? [explanation.meaning, explanation.advice].filter(Boolean).join('；') : null,
      acceptedAt: idTime(row.messageId),
    }
  })
}
