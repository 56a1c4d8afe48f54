import type { Finding } from '#contract/content/finding.ts'
import type { ReviewDecision } from '#contract/content/review-state.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { ReviewedContent } from '#db/json.ts'
import { type AccountId, newId } from '#values/id.ts'

export interface ReviewEntry {
  object: 'signature' | 'template'
  objectId: string
  decision: ReviewDecision
  /** Shown to the customer. */
  reason?: string | null
  /** One of the standard reasons. */
  reasonCode?: string | null
  /** The content as submitted. */
  content?: ReviewedContent | null
  /** The actor: a member of the account or staff. */
  memberId?: string | null
  staffId?: string | null
  /** Findings of the automatic check at submission. */
  findings?: readonly Finding[]
  now: Date
}

/** Records a step in the review history of a signature or template. */
export async function recordReview(tx: Tx, account: AccountId, entry: ReviewEntry): Promise<void> {
  await tx
    .insertInto('review')
    .values({
      account_id: account,
      review_id: newId(entry.now.getTime()),
      object: entry.object,
      object_id: entry.objectId,
      decision: entry.decision,
      reason: entry.reason ?? null,
      reason_code: entry.reasonCode ?? null,
      content: entry.content ? JSON.stringify(entry.content) : null,
      member_id: entry.memberId ?? null,
      staff_id: entry.staffId ?? null,
      findings: JSON.stringify(entry.findings ?? []),
      at: entry.now,
    })
    .execute()
}

/** Review history of one signature or template, newest first. Members are shown by name, staff as 平台. */
export async function reviewHistory(executor: Executor, account: AccountId, objectId: string) {
  const rows = await executor
    .selectFrom('review')
    .leftJoin('member', join =>
      join.onRef('member.account_id', '=', 'review.account_id').onRef('member.member_id', '=', 'review.member_id'),
    )
    .select([
      'review.decision',
      'review.reason',
      'review.reason_code',
      'review.content',
      'review.findings',
      'review.at',
      'review.staff_id',
      'member.name',
    ])
    .where('review.account_id', '=', account)
    .where('review.object_id', '=', objectId)
    .orderBy('review.at', 'desc')
    .orderBy('review.review_id', 'desc')
    .execute()
  return rows.map(row => ({
    decision: row.decision,
    reason: row.reason,
    reasonCode: row.reason_code,
    content: row.content,
    findings: row.findings,
    at: row.at,
    by: row.name ?? (row.staff_id ? '平台' : ''),
  }))
}
