import { operatorReviewCalls, reviewObjects } from '#contract/operator-review.ts'
import { decideReview } from '#domain/review/decide.ts'
import { reviewContext, reviewQueues, waitingReviews } from '#domain/review/queue.ts'
import type { AccountId } from '#values/id.ts'
import { handle } from './serve.ts'

export const operatorReviewHandlers = [
  handle(operatorReviewCalls.queue, async ({ tx }, { object }) => {
    const { signature, template } = await reviewQueues(tx)
    return { rows: await waitingReviews(tx, object), counts: { signature: signature.count, template: template.count } }
  }),

  handle(operatorReviewCalls.context, ({ tx }, { accountId, object, objectId }) =>
    reviewContext(tx, accountId as AccountId, object, objectId),
  ),

  handle(operatorReviewCalls.approve, async ({ tx, staff, note, now }, { accountId, ...target }) => {
    const account = accountId as AccountId
    note({ account, object: reviewObjects[target.object] })
    const { text } = await decideReview(tx, account, { ...target, staffId: staff.staffId, reason: null, now: now() })
    note({ object: `${reviewObjects[target.object]}：${text}` })
    return {}
  }),

  handle(operatorReviewCalls.reject, async ({ tx, staff, note, now }, { accountId, ...target }) => {
    const account = accountId as AccountId
    note({ account, object: reviewObjects[target.object], detail: { reason: target.reason } })
    const { text } = await decideReview(tx, account, { ...target, staffId: staff.staffId, now: now() })
    note({ object: `${reviewObjects[target.object]}：${text}` })
    return {}
  }),
]
