import { operatorCodeCalls } from '#contract/operator-code.ts'
import { actsOf } from '#contract/operator-history.ts'
import { listCodes, listUnknown, removeCode, setCode } from '#domain/staff/code.ts'
import { listHistory } from '#domain/staff/history.ts'
import type { AccountId } from '#values/id.ts'
import type { Operator } from '#values/phone.ts'
import { handle } from './serve.ts'

export const operatorCodeHandlers = [
  handle(operatorCodeCalls.list, ({ tx }, filter) => listCodes(tx, filter)),

  handle(operatorCodeCalls.set, async ({ tx, note }, { reason, seen, ...row }) => {
    note({ object: row.code, detail: { reason } })
    const changed = await setCode(tx, { ...row, seen: seen && { ...seen, operator: seen.operator as Operator | null } })
    note({ detail: { ...changed, reason } })
    return {}
  }),

  handle(operatorCodeCalls.remove, async ({ tx, note }, { code, reason }) => {
    note({ object: code, detail: { reason } })
    note({ detail: { before: await removeCode(tx, code), after: '无', reason } })
    return {}
  }),

  handle(operatorCodeCalls.unknown, async ({ tx }) => ({ rows: await listUnknown(tx) })),

  handle(operatorCodeCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, actsOf(operatorCodeCalls), { ...filter, account: accountId as AccountId | undefined }),
  ),
]
