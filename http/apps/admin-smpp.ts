import { adminSmppCalls } from '#contract/apps/admin-smpp.ts'
import { listSmppAccounts, permitFreeText } from '#domain/apps/index.ts'
import { handle } from '#http/server/serve.ts'
import type { AccountId } from '#values/id.ts'

export const adminSmppHandlers = [
  handle(adminSmppCalls.list, async ({ tx }, { accountId }) => ({ rows: await listSmppAccounts(tx, accountId as AccountId) })),

  handle(adminSmppCalls.permitFreeText, async ({ tx, note }, { accountId, appId, isAllowed, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason, after: isAllowed ? '允许' : '不允许' } })
    note({ object: await permitFreeText(tx, account, appId, isAllowed) })
    return {}
  }),
]
