import { staffRoles } from '#contract/identity/permission.ts'
import { adminSearchCalls } from '#contract/search/admin-search.ts'
import { findInAll } from '#domain/search/index.ts'
import { recordStaffRead } from '#domain/staff/index.ts'
import { handle } from '#http/server/serve.ts'
import { maskPhonesIn } from '#values/phone.ts'

export const adminSearchHandlers = [
  handle(adminSearchCalls.find, async ({ tx, staff, address, now }, { q }) => {
    const groups = await findInAll(tx, { text: q, permissions: staffRoles[staff.role].may, now: now() })
    // Recorded like the list of messages, which shows the same.
    if (groups.some(({ kind }) => kind === 'message'))
      await recordStaffRead(tx, {
        staffId: staff.staffId,
        action: 'messages/search',
        object: maskPhonesIn(q),
        result: 'ok',
        address,
        at: now(),
      })
    return { groups }
  }),
]
