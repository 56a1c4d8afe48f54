import { adminCodeCalls } from '#contract/messages/admin-code.ts'
import { actsOf } from '#contract/staff/admin-history.ts'
import { listCodes, listUnknown, removeCode, setCode } from '#domain/numbering/index.ts'
import { listHistory } from '#domain/staff/index.ts'
import { handle } from '#http/server/serve.ts'

export const adminCodeHandlers = [
  handle(adminCodeCalls.list, ({ tx }, filter) => listCodes(tx, filter)),

  handle(adminCodeCalls.set, async ({ tx, note }, { reason, seen, ...row }) => {
    note({ object: row.code, detail: { reason } })
    const changed = await setCode(tx, { ...row, seen: seen && { ...seen, carrier: seen.carrier } })
    note({ detail: { ...changed, reason } })
  }),

  handle(adminCodeCalls.remove, async ({ tx, note }, { code, reason }) => {
    note({ object: code, detail: { reason } })
    note({ detail: { before: await removeCode(tx, code), after: '无', reason } })
  }),

  handle(adminCodeCalls.unknown, async ({ tx }) => ({ rows: await listUnknown(tx) })),

  handle(adminCodeCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, actsOf(adminCodeCalls), { ...filter, account: accountId }),
  ),
]
