import { activityCalls } from '#contract/activity.ts'
import { listActivity, peopleOf, readActivity } from '#domain/account/activity-list.ts'
import { auditKey } from '#domain/account/audit-line.ts'
import { verifyChain } from '#domain/account/audit-verify.ts'
import { handle } from './serve.ts'

/** The account's own log. `secret` is the platform's, for the key of the seals. */
export const activityHandlers = (secret: string) => [
  handle(activityCalls.list, ({ tx, account }, { cursor, pageSize, ...filter }) => listActivity(tx, account, filter, { cursor, pageSize })),
  handle(activityCalls.one, ({ tx, account }, { activityId }) => readActivity(tx, account, activityId)),
  handle(activityCalls.people, async ({ tx, account }) => ({ members: await peopleOf(tx, account) })),
  handle(activityCalls.verify, async ({ tx, account, note }) => {
    const { chain, ...report } = await verifyChain(tx, auditKey(secret), account)
    note({ after: { lineCount: report.lineCount, faultCount: report.faults.length, head: report.head } })
    return report
  }),
]
