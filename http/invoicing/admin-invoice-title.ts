import { adminTitleCalls } from '#contract/invoicing/admin-invoice-title.ts'
import type { Tx } from '#db/connect.ts'
import { decideTitle, waitingTitles } from '#domain/invoicing/index.ts'
import { handle, type StaffContext } from '#http/server/serve.ts'
import type { AccountId } from '#values/id.ts'

export const adminTitleHandlers = [
  handle(adminTitleCalls.queue, async ({ tx }) => ({ rows: await waitingTitles(tx) })),
  handle(adminTitleCalls.approve, ({ tx, staff, now, note }, target) =>
    decide(tx, note, { ...target, reason: null }, staff.staffId, now()),
  ),
  handle(adminTitleCalls.reject, ({ tx, staff, now, note }, target) => decide(tx, note, target, staff.staffId, now())),
]

interface TitleTarget {
  accountId: AccountId
  versionId: string
  reason: string | null
}
async function decide(tx: Tx, note: StaffContext['note'], { accountId, versionId, reason }: TitleTarget, staffId: string, now: Date) {
  const account = accountId
  note({ account, detail: { reason } })
  const { name } = await decideTitle(tx, account, { versionId, staffId, reason, now })
  note({ object: name, detail: { after: reason === null ? '已通过' : '未通过', reason } })
  return {}
}
