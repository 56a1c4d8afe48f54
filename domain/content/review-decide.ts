import { sql } from 'kysely'
import type { ReviewObject } from '#contract/content/admin-review.ts'
import { type ReviewState, signatureCan, templateCan } from '#contract/content/review-state.ts'
import { messageKinds } from '#contract/content/template.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { isMoment } from '#db/moment.ts'
import { recordSignatureReview, recordTemplateReview } from '#domain/events/index.ts'
import { type Notification, notifyAccount } from '#domain/notification/index.ts'
import { startSenderRegistration } from '#domain/sender-registration/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { recordReview } from './review-history.ts'

export interface Verdict {
  staffId: string
  object: ReviewObject
  objectId: string
  /** The submission that the reviewer saw. */
  submittedAt: Date
  /** Null approves; otherwise the reason for the rejection, shown to the customer. */
  reason: string | null
  /** One of the standard reasons of contract/content/admin-review.ts. */
  reasonCode?: string | undefined
  now: Date
}

const can = { signature: signatureCan, template: templateCan }

/**
 * Review: approves or rejects one submission, in a transaction of the platform's role. Returns the object's text.
 * Refuses `not_found`, `review_decided` if it was decided or withdrawn meanwhile, `review_resubmitted` if a newer
 * submission waits.
 */
export async function decideReview(tx: Tx, account: AccountId, verdict: Verdict): Promise<{ text: string }> {
  const { object, objectId, reason, now } = verdict
  const act = can[object][reason === null ? 'approve' : 'reject']
  const { rows } = await sql<{ text: string }>`
    update ${sql.table(object)} set state = ${act.to}, reason = ${reason}, reviewed_at = ${now}, expedited_at = null
    where account_id = ${account} and ${sql.ref(`${object}_id`)} = ${objectId} and state = any(${[...act.from]}::text[])
      and ${isMoment(sql`submitted_at`, verdict.submittedAt)}
    returning text`.execute(tx)
  if (!rows[0]) return sayWhyNot(tx, account, verdict)
  const decision = reason === null ? 'approved' : 'rejected'
  await recordReview(tx, account, {
    object,
    objectId,
    decision,
    reason,
    reasonCode: verdict.reasonCode ?? null,
    staffId: verdict.staffId,
    now,
  })
  await notifyAccount(tx, account, reviewEventOf(object, objectId, rows[0].text, reason, now))
  await enqueueReviewEvent(tx, account, verdict, rows[0].text)
  if (object === 'signature' && reason === null)
    await startSenderRegistration(tx, account, { signatureId: objectId, staffId: verdict.staffId, now })
  return rows[0]
}

/** Enqueues the event for the account's programs. */
async function enqueueReviewEvent(tx: Tx, account: AccountId, { object, objectId, submittedAt, reason, now }: Verdict, text: string) {
  const result = { state: reason === null ? ('approved' as const) : ('rejected' as const), reason, submittedAt, reviewedAt: now }
  if (object === 'signature') return recordSignatureReview(tx, account, { signatureId: objectId, signature: text, ...result }, now)
  const { code, name, kind } = await tx
    .selectFrom('template')
    .select(['code', 'name', 'kind'])
    .where('accountId', '=', account)
    .where('templateId', '=', objectId)
    .executeTakeFirstOrThrow()
  const templateKind = messageKinds[kind]
  return recordTemplateReview(tx, account, { templateId: objectId, templateCode: code, name, templateKind, text, ...result }, now)
}

const names = { signature: '签名', template: '模板' } as const
const maxShown = 20

function reviewEventOf(object: ReviewObject, objectId: string, text: string, reason: string | null, now: Date): Notification {
  const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
  const name = names[object]
  return {
    kind: 'review',
    title: reason === null ? `${name}“${shown}”已通过审核` : `${name}“${shown}”未通过审核`,
    body:
      reason === null ? `${name}“${text}”已通过审核，可以用于发送。` : `${name}“${text}”未通过审核，原因：${reason}。修改后可重新提交。`,
    link: `/sms/${object}?id=${encodeId(object, objectId)}`,
    now,
  }
}

/** Texts for what somebody else did meanwhile. */
const outcomes: Record<string, string> = { approved: '通过', rejected: '驳回', withdrawn: '撤回', disabled: '停用', deleted: '删除' }

async function sayWhyNot(tx: Tx, account: AccountId, { object, objectId, staffId }: Verdict): Promise<never> {
  const { rows } = await sql<{ state: ReviewState }>`
    select state from ${sql.table(object)} where account_id = ${account} and ${sql.ref(`${object}_id`)} = ${objectId}`.execute(tx)
  if (!rows[0]) refuse('not_found')
  if (rows[0].state === 'reviewing') refuse('review_resubmitted')
  const { rows: steps } = await sql<{ decision: string; at: Date; staffId: string | null; name: string | null }>`
    select review.decision, review.at, review.staff_id, staff.name from review left join staff on staff.staff_id = review.staff_id
    where review.account_id = ${account} and review.object_id = ${objectId} order by review.at desc, review.review_id desc limit 1`.execute(
    tx,
  )
  const last = steps[0]
  if (!last) refuse('review_decided', { name: '这一项', outcome: '已不在审核中' })
  const name = last.staffId === staffId ? '您' : last.staffId ? `${last.name}` : '客户'
  refuse('review_decided', { name, outcome: `已于${formatChinaTime(last.at).slice(5, 16)}${outcomes[last.decision] ?? '处理'}` })
}
