import { operatorBlacklistCalls } from '#contract/operator-blacklist.ts'
import { liftComplaint, listComplaints, takeComplaint } from '#domain/staff/complaint.ts'
import { addToPlatformBlacklist, listPlatformBlacklist, removeFromPlatformBlacklist } from '#domain/staff/platform-blacklist.ts'
import type { AccountId } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'
import { handle } from './serve.ts'

export const operatorBlacklistHandlers = [
  handle(operatorBlacklistCalls.list, ({ tx }, input) => listPlatformBlacklist(tx, input)),
  handle(operatorBlacklistCalls.add, async ({ tx, staff, note, now }, { numbers, reason }) => {
    note({ detail: { reason, ...(numbers.length === 1 ? { phone: maskPhone(numbers[0]!) } : {}) } })
    const added = await addToPlatformBlacklist(tx, { numbers, reason, staffId: staff.staffId, now: now() })
    note({ detail: { reason, addedCount: added.addedCount, ...(numbers.length === 1 ? { phone: maskPhone(numbers[0]!) } : {}) } })
    return added
  }),
  handle(operatorBlacklistCalls.remove, async ({ tx, note }, { phone, reason }) => {
    note({ detail: { reason, phone: maskPhone(phone) } })
    await removeFromPlatformBlacklist(tx, phone)
    return {}
  }),
  handle(operatorBlacklistCalls.complaints, ({ tx }, input) => listComplaints(tx, input)),
  handle(operatorBlacklistCalls.complain, async ({ tx, staff, note, now }, { accountId, phone, words }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason: words, phone: maskPhone(phone) } })
    await takeComplaint(tx, account, { phone, words, staffId: staff.staffId, now: now() })
    return {}
  }),
  handle(operatorBlacklistCalls.lift, async ({ tx, note, now }, { accountId, blacklistId, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason } })
    const { phone } = await liftComplaint(tx, account, { blacklistId, reason, now: now() })
    note({ detail: { reason, phone: maskPhone(phone) } })
    return {}
  }),
]
