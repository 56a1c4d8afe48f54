import { adminEsmeCalls } from '#contract/apps/admin-esme.ts'
import { listEsmeAccounts, permitFreeText } from '#domain/apps/index.ts'
import { handle } from '#http/server/serve.ts'

export const adminEsmeHandlers = [
  handle(adminEsmeCalls.list, async ({ tx }, { accountId }) => ({ rows: await listEsmeAccounts(tx, accountId) })),

  handle(adminEsmeCalls.permitFreeText, async ({ tx, note }, { accountId, reason, ...wanted }) => {
    note({ account: accountId, detail: { reason, after: wanted.isAllowed ? '允许' : '不允许' } })
    note({ object: await permitFreeText(tx, accountId, wanted) })
  }),
]
