import { sql } from 'kysely'
import type { BroadcastState } from '#contract/broadcast/broadcast.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { requireDailyRoom } from '#domain/identity/index.ts'
import { holdCharge } from '#domain/ledger/index.ts'
import { requireSendableLink } from '#domain/links/index.ts'
import { ownLink, refuseSending, sendingProblem } from '#domain/messages/index.ts'
import { accountSettings, marketingHoursOf } from '#domain/settings/index.ts'
import { consumeLinkUnits } from '#domain/visits/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { pick } from '#values/pick.ts'
import { isConfirmed } from './confirm.ts'
import { markDraftSent } from './draft.ts'
import { submitBroadcastText } from './own-text.ts'
import { costOf, readyUpload } from './plan.ts'
import { beginSending } from './start.ts'
import { planTiming, type Timing } from './timing.ts'
import { unregisteredCount, unregisteredOf } from './unregistered.ts'

export interface NewBroadcast extends Timing {
  uploadId: string
  /** Sent at once it waits for the account's recall time; else it starts with this transaction. */
  isRecallable?: boolean
  /** Empty: a name from template and time. */
  name: string
  /** The draft that it was sent from. */
  draftId?: string | null
  /** `unregisteredCount`: numbers whose carrier has no registration of the signature. */
  expected: { segmentCount: number; amountHao: number; unregisteredCount?: number }
  memberId: string
  now: Date
}

/**
 * Sends an upload as a broadcast: checks everything again, holds the whole cost, copies the current texts and schedules
 * the creation of messages, after review if it has a text of its own. An upload is sent once: of concurrent sends one
 * succeeds, the others refuse `upload_already_sent`.
 */
export async function sendBroadcast(
  tx: Tx,
  account: AccountId,
  input: NewBroadcast,
): Promise<{ broadcastId: string; state: BroadcastState }> {
  const broadcastId = newId()
  await saveUpload(tx, account, input.uploadId)
  if (input.draftId) await markDraftSent(tx, account, { draftId: input.draftId, broadcastId, now: input.now })
  const upload = await readyUpload(tx, account, input.uploadId)
  if (upload.unclearCount > 0) refuse('consent_not_chosen', { count: upload.unclearCount })
  const isOwnText = upload.template.state === 'unsent'
  const signature = await requireSendable(tx, account, { ...upload, now: input.now }, isOwnText)
  if (upload.link) await requireSendableLink(tx, account, upload.link.linkId, input.now)
  await requireConfirmed(tx, account, upload, input)
  const state = isOwnText ? 'reviewing' : 'scheduled'
  const recallUntil = isOwnText ? null : await recallEnd(tx, account, input)
  if (!(await insertBroadcast(tx, account, { ...input, broadcastId, state, recallUntil, signatureText: signature.text, upload })))
    refuse('upload_already_sent')
  await requireExpectedCost(tx, account, upload, input)
  await requireDailyRoom(tx, account, segmentsOf(upload.histogram), input.now)
  await holdCharge(tx, account, upload.kind, upload.histogram, { now: input.now, broadcastId })
  if (upload.link) {
    await consumeLinkUnits(tx, account, upload.recipientCount, { now: input.now, referenceId: broadcastId })
    await ownLink(tx, account, upload.link.linkId, broadcastId)
  }
  if (isOwnText)
    await submitBroadcastText(tx, account, { templateId: upload.template.templateId, memberId: input.memberId, now: input.now })
  if (isOwnText || input.scheduledAt || recallUntil) return { broadcastId, state }
  await beginSending(tx, account, broadcastId, input.now)
  return { broadcastId, state: 'sending' }
}

/** Until when a broadcast can be recalled that is sent at once; null: it can't. */
async function recallEnd(
  tx: Tx,
  account: AccountId,
  { isRecallable, scheduledAt, now }: Pick<NewBroadcast, 'isRecallable' | 'scheduledAt' | 'now'>,
): Promise<Date | null> {
  if (!isRecallable || scheduledAt) return null
  const { broadcastRecallSeconds: seconds } = await accountSettings(tx, account)
  return seconds > 0 ? new Date(now.getTime() + seconds * 1_000) : null
}

/** Locks the upload until commit: remapping and canceling it take the same lock and then see the broadcast. */
const saveUpload = (tx: Tx, account: AccountId, uploadId: string) =>
  sql`select from upload where account_id = ${account} and upload_id = ${uploadId} for no key update`.execute(tx)

/** Sums the segments of a histogram of segment counts. */
const segmentsOf = (histogram: ReadonlyMap<number, number>) => [...histogram].reduce((sum, [segments, count]) => sum + segments * count, 0)

type ReadyUpload = Awaited<ReturnType<typeof readyUpload>>

/**
 * Returns the signature's text. Refuses while the account or the texts of an upload may not send; `awaitsReview`: the
 * template may be unapproved.
 */
export async function requireSendable(
  tx: Tx,
  account: AccountId,
  { signatureId, template, now }: { signatureId: string; template: { templateId: string }; now: Date },
  awaitsReview = false,
): Promise<{ text: string }> {
  const problem = await sendingProblem(tx, account, { signatureId, templateId: template.templateId, now })
  if (problem && !(awaitsReview && problem === 'template_not_approved')) refuseSending(problem)
  return tx
    .selectFrom('signature')
    .select('text')
    .where('accountId', '=', account)
    .where('signatureId', '=', signatureId)
    .executeTakeFirstOrThrow()
}

/**
 * Requires the confirmations: the time, the code for large uploads, the numbers likely to be blocked by their carrier.
 */
async function requireConfirmed(tx: Tx, account: AccountId, upload: ReadyUpload, input: NewBroadcast): Promise<void> {
  const { kind, recipientCount } = upload
  if (recipientCount === 0) refuse('no_recipient')
  const settings = await accountSettings(tx, account)
  planTiming({ ...input, kind, recipientCount, marketingHours: marketingHoursOf(settings) })
  const { broadcastConfirmPhones: limit } = settings
  if (recipientCount > limit && !(await isConfirmed(tx, account, input)))
    refuse('broadcast_code_required', { limit: limit.toLocaleString('en-US') })
  const count = unregisteredCount(await unregisteredOf(tx, account, upload))
  if (count > (input.expected.unregisteredCount ?? 0)) refuse('sender_registration_unconfirmed', { count: count.toLocaleString('en-US') })
}

interface Inserted extends NewBroadcast {
  broadcastId: string
  state: BroadcastState
  recallUntil: Date | null
  signatureText: string
  upload: ReadyUpload
}

/** False if the upload was sent before. */
async function insertBroadcast(tx: Tx, account: AccountId, { upload, ...one }: Inserted): Promise<boolean> {
  const { template } = upload
  const inserted = await tx
    .insertInto('broadcast')
    .values({
      accountId: account,
      ...pick(one, 'broadcastId', 'signatureText', 'uploadId', 'state', 'scheduledAt', 'recallUntil', 'memberId'),
      name: one.name || `${template.name} ${formatChinaTime(one.now).slice(5, 16)}`,
      kind: upload.kind,
      signatureId: upload.signatureId,
      templateId: template.templateId,
      templateText: template.text,
      variables: JSON.stringify(template.variables),
      recipientCount: upload.recipientCount,
      segmentCount: one.expected.segmentCount,
      perMinute: one.spread?.perMinute ?? null,
      fromMinute: one.spread?.fromMinute ?? null,
      untilMinute: one.spread?.untilMinute ?? null,
      atNight: one.atNight ?? 'postpone',
      linkId: upload.link?.linkId ?? null,
      linkPlace: upload.link?.place ?? null,
      linkPrefix: upload.link?.prefix ?? null,
      createdAt: one.now,
    })
    .onConflict(conflict => conflict.columns(['accountId', 'uploadId']).where('recalledAt', 'is', null).doNothing())
    .returning('broadcastId')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Refuses if the cost differs from what the person saw. The account's row stays locked until the hold, so that nothing
 * changes in between.
 */
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
