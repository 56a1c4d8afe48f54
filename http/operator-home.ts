import { operatorHomeCalls } from '#contract/operator-home.ts'
import { type StaffPermission, staffRoles } from '#contract/permission.ts'
import { decisionsSince, reviewQueues } from '#domain/review/queue.ts'
import { channelCounts } from '#domain/staff/channel.ts'
import { customerCounts } from '#domain/staff/customer-count.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { handle } from './serve.ts'

export const operatorHomeHandlers = [
  handle(operatorHomeCalls.overview, async ({ tx, staff, now }) => {
    const may = (permission: StaffPermission) => staffRoles[staff.role].may.includes(permission)
    const reviews = async () => {
      const decided = await decisionsSince(tx, chinaDayStart(now()), staff.staffId)
      return { ...(await reviewQueues(tx)), decidedTodayCount: decided.all, decidedTodayByMeCount: decided.mine }
    }
    return {
      reviews: may('review.decide') ? await reviews() : null,
      customers: may('customer.read') ? await customerCounts(tx, now()) : null,
      channels: may('channel.read') ? await channelCounts(tx) : null,
    }
  }),
]
