import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { isConfirmed } from './confirm.ts'
import { permittedFrom } from './hours.ts'
import { checkSchedule, costOf, readyUpload } from './plan.ts'

/** What sending an upload would cost, from what, when it would begin, and whether the member has to confirm it by a code first. Reads only. */
export async function previewBroadcast(
  executor: Executor,
  account: AccountId,
  input: { uploadId: string; scheduledAt: Date | null; memberId: string; now: Date },
) {
  if (input.scheduledAt) checkSchedule(input.scheduledAt, input.now)
  const { kind, histogram, recipientCount } = await readyUpload(executor, account, input.uploadId)
  await requireUnsent(executor, account, input.uploadId)
  const begin = input.scheduledAt ?? input.now
  const permitted = permittedFrom(kind, begin)
  return {
    ...(await costOf(executor, account, kind, histogram, input.now)),
    recipientCount,
    heldUntil: permitted > begin ? permitted : null,
    needsCode: recipientCount > limits.broadcastConfirmPhones && !(await isConfirmed(executor, account, input)),
  }
}

async function requireUnsent(executor: Executor, account: AccountId, uploadId: string): Promise<void> {
  const sent = await executor
    .selectFrom('broadcast')
    .select('broadcast_id')
    .where('account_id', '=', account)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst()
  if (sent) refuse('upload_already_sent')
}
