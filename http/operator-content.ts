import { operatorContentCalls } from '#contract/operator-content.ts'
import { reviewObjects } from '#contract/operator-review.ts'
import { disableContent, listContents } from '#domain/review/content.ts'
import type { AccountId } from '#values/id.ts'
import { handle } from './serve.ts'

export const operatorContentHandlers = [
  handle(operatorContentCalls.list, async ({ tx }, { accountId }) => ({ rows: await listContents(tx, accountId as AccountId) })),

  handle(operatorContentCalls.disable, async ({ tx, staff, now, note }, { accountId, ...input }) => {
    const account = accountId as AccountId
    note({ account, object: reviewObjects[input.object], detail: { reason: input.reason } })
    const { text } = await disableContent(tx, account, { ...input, staffId: staff.staffId, now: now() })
    note({ object: `${reviewObjects[input.object]}：${text}` })
    return {}
  }),
]
