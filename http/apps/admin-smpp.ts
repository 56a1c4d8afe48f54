import { adminSmppCalls } from '#contract/apps/admin-smpp.ts'
import { listSmppAccounts, permitFreeText } from '#domain/apps/index.ts'
import { handle } from '#http/server/serve.ts'

export const adminSmppHandlers = [
  handle(adminSmppCalls.list, async ({ tx }, { accountId }) => ({ rows: await listSmppAccounts(tx, accountId) })),

  handle(adminSmppCalls.permitFreeText, async ({ tx, note }, { accountId, appId, isAllowed, reason }) => {
    const account = accountId
    note({ account, detail: { reason, after: isAllowed ? '允许' : '不允许' } })
    note({ object: await permitFreeText(tx, account, appId, isAllowed) })
  }),
]
