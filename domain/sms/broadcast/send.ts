import { sql } from 'kysely'
import type { BroadcastState } from '#contract/broadcast.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { enqueueJob } from '#domain/job.ts'
import { holdCharge } from '#domain/ledger/charge.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { isConfirmed } from './confirm.ts'
import { sendingProblem } from './permission.ts'
import { checkSchedule, costOf, readyUpload } from './plan.ts'

export interface NewBroadcast {
  uploadId: string
  /** Empty: named by the template and the time. */
  name: string
  scheduledAt: Date | null
  expected: { segmentCount: number; amountHao: number }
  memberId: string
  now: Date
}

/**
 * Sends an upload: checks everything anew, sets the whole cost aside, keeps the texts as they are now and has the messages made. An upload is sent once;
 * of many at the same time one succeeds and the others are refused `upload_already_sent`.
 */
export async function sendBroadcast(
  tx: Tx,
  account: AccountId,
  input: NewBroadcast,
): Promise<{ broadcastId: string; state: BroadcastState }> {
  if (input.scheduledAt) checkSchedule(input.scheduledAt, input.now)
  await keepUpload(tx, account, input.uploadId)
  const upload = await readyUpload(tx, account, input.uploadId)
  const signature = await requireSendable(tx, account, upload)
  if (upload.recipientCount === 0) refuse('no_recipient')
  if (upload.recipientCount > limits.broadcastConfirmPhones && !(await isConfirmed(tx, account, input)))
    refuse('broadcast_code_required', { limit: limits.broadcastConfirmPhones.toLocaleString('en-US') })
  const broadcastId = newId()
  const state = input.scheduledAt ? 'scheduled' : 'sending'
  const inserted = await tx
    .insertInto('broadcast')
    .values({
      account_id: account,
      broadcast_id: broadcastId,
      name: input.name || `${upload.template.name} ${formatChinaTime(input.now).slice(5, 16)}`,
      kind: upload.kind,
      signature_id: upload.signatureId,
      template_id: upload.template.template_id,
      signature_text: signature.text,
      template_text: upload.template.text,
      variables: JSON.stringify(upload.template.variables),
      upload_id: input.uploadId,
      state,
      recipient_count: upload.recipientCount,
      segment_count: input.expected.segmentCount,
      scheduled_at: input.scheduledAt,
      member_id: input.memberId,
      created_at: input.now,
      started_at: input.scheduledAt ? null : input.now,
    })
    .onConflict(conflict => conflict.columns(['account_id', 'upload_id']).doNothing())
    .returning('broadcast_id')
    .executeTakeFirst()
  if (!inserted) refuse('upload_already_sent')
  await requireExpectedCost(tx, account, upload, input)
  await holdCharge(tx, account, upload.kind, upload.histogram, { now: input.now, broadcastId })
  if (state === 'sending') await enqueueMaking(tx, account, broadcastId)
  return { broadcastId, state }
}

/** From here to the commit the upload is neither mapped anew nor canceled: both take the same lock and then see the broadcast. */
const keepUpload = (tx: Tx, account: AccountId, uploadId: string) =>
  sql`select from upload where account_id = ${account} and upload_id = ${uploadId} for no key update`.execute(tx)

/** Has the messages of a broadcast made, after this transaction. */
export const enqueueMaking = (tx: Tx, account: AccountId, broadcastId: string, runAt?: Date) =>
  enqueueJob(tx, 'make_messages', { accountId: account, broadcastId }, { key: `make_messages:${broadcastId}`, ...(runAt ? { runAt } : {}) })

type ReadyUpload = Awaited<ReturnType<typeof readyUpload>>

/** The signature's text. Refuses while the account or the texts of an upload may not send. */
export async function requireSendable(
  tx: Tx,
  account: AccountId,
  { signatureId, template }: Pick<ReadyUpload, 'signatureId' | 'template'>,
): Promise<{ text: string }> {
  const problem = await sendingProblem(tx, account, { signatureId, templateId: template.template_id })
  if (problem) refuse(problem)
  return tx
    .selectFrom('signature')
    .select('text')
    .where('account_id', '=', account)
    .where('signature_id', '=', signatureId)
    .executeTakeFirstOrThrow()
}

/** The cost must be what the person saw. The account's row stays locked from here until the hold, so that nothing comes in between. */
async function requireExpectedCost(
  tx: Tx,
  account: AccountId,
  { kind, histogram }: Pick<ReadyUpload, 'kind' | 'histogram'>,
  { expected, now }: NewBroadcast,
): Promise<void> {
  await sql`select from account where account_id = ${account} for no key update`.execute(tx)
  const cost = await costOf(tx, account, kind, histogram, now)
  if (cost.missingSegments === 0 && (cost.segmentCount !== expected.segmentCount || cost.amountHao !== expected.amountHao))
    refuse('cost_changed')
}
