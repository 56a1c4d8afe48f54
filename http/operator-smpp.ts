import { operatorSmppCalls } from '#contract/operator-smpp.ts'
import { listSmppAccounts, permitFreeText } from '#domain/staff/smpp.ts'
import type { AccountId } from '#values/id.ts'
import { handle } from './serve.ts'

export const operatorSmppHandlers = [
  handle(operatorSmppCalls.list, async ({ tx }, { accountId }) => ({ rows: await listSmppAccounts(tx, accountId as AccountId) })),

  handle(operatorSmppCalls.permitFreeText, async ({ tx, note }, { accountId, appId, isAllowed, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason, after: isAllowed ? '允许' : '不允许' } })
    note({ object: await permitFreeText(tx, account, appId, isAllowed) })
    return {}
  }),
]
