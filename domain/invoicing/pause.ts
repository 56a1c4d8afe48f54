import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'

export interface InvoicePause {
  isPaused: boolean
  /** The text for customers during the pause. */
  notice: string
  staffId: string
  at: Date
}

/** Whether invoicing is paused; null: it never was. */
export async function readPause(executor: Executor): Promise<InvoicePause | null> {
  const row = await executor
    .selectFrom('invoicePause')
    .select(['isPaused', 'notice', 'staffId', 'createdAt'])
    .orderBy('pauseId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { isPaused: row.isPaused, notice: row.notice, staffId: row.staffId, at: row.createdAt } : null
}

/** Refuses `invoicing_paused` with the text of staff while invoicing is paused. */
export async function requireInvoicing(executor: Executor): Promise<void> {
  const pause = await readPause(executor)
  if (pause?.isPaused) refuse('invoicing_paused', { notice: pause.notice })
}

/** Pauses or resumes invoicing. Refuses `state_forbids` if nothing changes. */
export async function setPause(
  tx: Tx,
  { isPaused, notice, staffId, now }: { isPaused: boolean; notice: string; staffId: string; now: Date },
): Promise<void> {
  const before = await readPause(tx)
  if ((before?.isPaused ?? false) === isPaused)
    refuse('state_forbids', { state: isPaused ? '已暂停' : '未暂停', action: isPaused ? '暂停开票' : '恢复开票' })
  await tx.insertInto('invoicePause').values({ pauseId: newId(), isPaused, notice, staffId, createdAt: now }).execute()
}
