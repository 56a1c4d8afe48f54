import { adminBlacklistCalls } from '#contract/blacklist/admin-blacklist.ts'
import { addToPlatformBlacklist, listPlatformBlacklist, removeFromPlatformBlacklist } from '#domain/blacklist/index.ts'
import { ingestComplaint, liftComplaint, listComplaints } from '#domain/unsubscribe/index.ts'
import { handle } from '#http/server/serve.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { maskPhone } from '#values/phone.ts'

export const adminBlacklistHandlers = [
  handle(adminBlacklistCalls.list, ({ tx }, input) => listPlatformBlacklist(tx, input)),
  handle(adminBlacklistCalls.add, async ({ tx, staff, note, now }, { numbers, reason }) => {
    note({ detail: { reason, ...(numbers.length === 1 ? { phone: maskPhone(firstOrThrow(numbers)) } : {}) } })
    const added = await addToPlatformBlacklist(tx, { numbers, reason, staffId: staff.staffId, now: now() })
    note({ detail: { reason, addedCount: added.addedCount, ...(numbers.length === 1 ? { phone: maskPhone(firstOrThrow(numbers)) } : {}) } })
    return added
  }),
  handle(adminBlacklistCalls.remove, async ({ tx, note }, { phone, reason }) => {
    note({ detail: { reason, phone: maskPhone(phone) } })
    await removeFromPlatformBlacklist(tx, phone)
  }),
  handle(adminBlacklistCalls.complaints, ({ tx }, input) => listComplaints(tx, input)),
  handle(adminBlacklistCalls.complain, async ({ tx, staff, note, now }, { accountId, phone, words }) => {
    const account = accountId
    note({ account, detail: { reason: words, phone: maskPhone(phone) } })
    await ingestComplaint(tx, account, { phone, words, staffId: staff.staffId, now: now() })
  }),
  handle(adminBlacklistCalls.lift, async ({ tx, note, now }, { accountId, blacklistId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    const { phone } = await liftComplaint(tx, account, { blacklistId, reason, now: now() })
    note({ detail: { reason, phone: maskPhone(phone) } })
  }),
]
