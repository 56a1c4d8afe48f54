import { blacklistCalls } from '#contract/blacklist.ts'
import { roles } from '#contract/permission.ts'
import { addToBlacklist, listBlacklist, removeFromBlacklist } from '#domain/sms/blacklist-entry.ts'
import { maskPhone } from '#values/phone.ts'
import { handle } from './serve.ts'

export const blacklistHandlers = [
  handle(blacklistCalls.list, async ({ tx, account, member }, input) => {
    const page = await listBlacklist(tx, account, input)
    const maySeeWhole = (roles[member.role].may as readonly string[]).includes('message.reveal')
    return maySeeWhole ? page : { ...page, rows: page.rows.map(row => ({ ...row, phone: maskPhone(row.phone) })) }
  }),
  handle(blacklistCalls.add, ({ tx, account, member, now }, input) =>
    addToBlacklist(tx, account, { ...input, memberId: member.memberId, now: now() }),
  ),
  handle(blacklistCalls.remove, ({ tx, account, member, now }, input) =>
    removeFromBlacklist(tx, account, { ...input, memberId: member.memberId, now: now() }),
  ),
]
