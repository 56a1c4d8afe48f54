import { operatorActivityCalls } from '#contract/operator-activity.ts'
import { listStaff, listStaffActivity } from '#domain/staff/activity-list.ts'
import type { AccountId } from '#values/id.ts'
import { handle } from './serve.ts'

export const operatorActivityHandlers = [
  handle(operatorActivityCalls.list, async ({ tx }, { accountId, ...filter }) => ({
    ...(await listStaffActivity(tx, { ...filter, account: accountId as AccountId | undefined })),
    staff: await listStaff(tx),
  })),
]
