import type { Finding } from '#contract/content/finding.ts'
import type { ReviewDecision } from '#contract/content/review-state.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { ReviewedContent } from '#db/json.ts'
import { type AccountId, newId } from '#values/id.ts'
import { pick } from '#values/pick.ts'

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
      accountId: account,
      reviewId: newId(entry.now.getTime()),
      ...pick(entry, 'object', 'objectId', 'decision'),
      reason: entry.reason ?? null,
      reasonCode: entry.reasonCode ?? null,
      content: entry.content ? JSON.stringify(entry.content) : null,
      memberId: entry.memberId ?? null,
      staffId: entry.staffId ?? null,
      findings: JSON.stringify(entry.findings ?? []),
      at: entry.now,
    })
    .execute()
}

/** Review history of one signature or template, newest first. Members are shown by name, staff as 平台. */
export async function reviewHistory(executor: Executor, account: AccountId, objectId: string) {
  const rows = await executor
    .selectFrom('review')
    .leftJoin('member', join => join.onRef('member.accountId', '=', 'review.accountId').onRef('member.memberId', '=', 'review.memberId'))
    .select([
      'review.decision',
      'review.reason',
      'review.reasonCode',
      'review.content',
      'review.findings',
      'review.at',
      'review.staffId',
      'member.name',
    ])
    .where('review.accountId', '=', account)
    .where('review.objectId', '=', objectId)
    .orderBy('review.at', 'desc')
    .orderBy('review.reviewId', 'desc')
    .execute()
  return rows.map(row => ({
    ...pick(row, 'decision', 'reason', 'reasonCode', 'content', 'findings', 'at'),
    by: row.name ?? (row.staffId ? '平台' : ''),
  }))
}
