import { adminReviewCalls, reviewObjects } from '#contract/content/admin-review.ts'
import { decideReview, reviewContext, reviewQueues, waitingReviews } from '#domain/content/index.ts'
import { handle } from '#http/server/serve.ts'

export const adminReviewHandlers = [
  handle(adminReviewCalls.queue, async ({ tx }, { object }) => {
    const { signature, template } = await reviewQueues(tx)
    return { rows: await waitingReviews(tx, object), counts: { signature: signature.count, template: template.count } }
  }),

  handle(adminReviewCalls.context, ({ tx }, { accountId, object, objectId }) => reviewContext(tx, accountId, object, objectId)),

  handle(adminReviewCalls.approve, async ({ tx, staff, note, now }, { accountId, ...target }) => {
    const account = accountId
    note({ account, object: reviewObjects[target.object] })
    const { text } = await decideReview(tx, account, { ...target, staffId: staff.staffId, reason: null, now: now() })
    note({ object: `${reviewObjects[target.object]}：${text}` })
  }),

  handle(adminReviewCalls.reject, async ({ tx, staff, note, now }, { accountId, ...target }) => {
    const account = accountId
    note({ account, object: reviewObjects[target.object], detail: { reason: target.reason } })
    const { text } = await decideReview(tx, account, { ...target, staffId: staff.staffId, now: now() })
    note({ object: `${reviewObjects[target.object]}：${text}` })
  }),
]
