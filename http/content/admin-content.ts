import { adminContentCalls } from '#contract/content/admin-content.ts'
import { reviewObjects } from '#contract/content/admin-review.ts'
import { disableContent, listContents } from '#domain/content/index.ts'
import { handle } from '#http/server/serve.ts'

export const adminContentHandlers = [
  handle(adminContentCalls.list, async ({ tx }, { accountId }) => ({ rows: await listContents(tx, accountId) })),

  handle(adminContentCalls.disable, async ({ tx, staff, now, note }, { accountId, ...input }) => {
    const account = accountId
    note({ account, object: reviewObjects[input.object], detail: { reason: input.reason } })
    const { text } = await disableContent(tx, account, { ...input, staffId: staff.staffId, now: now() })
    note({ object: `${reviewObjects[input.object]}：${text}` })
  }),
]
