import { adminMessageCalls } from '#contract/messages/admin-message.ts'
import { listMessagesForStaff, readMessageForStaff, requirePeriod } from '#domain/message-records/index.ts'
import { recordStaffRead } from '#domain/staff/index.ts'
import { handle } from '#http/server/serve.ts'
import { encodeId } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'

/** What these calls show of persons is recorded in the staff audit log, like opening a file. */
export const adminMessageHandlers = [
  handle(adminMessageCalls.list, async ({ tx, staff, address, now }, { cursor, pageSize, ...filter }) => {
    requirePeriod(filter, now())
    const { accountId: account, phone, upstreamId, messageId } = filter
    const object = phone ? maskPhone(phone) : (upstreamId ?? (messageId ? encodeId('message', messageId) : '发送记录'))
    const access = { staffId: staff.staffId, action: 'messages/search', result: 'ok', address, at: now() }
    await recordStaffRead(tx, { ...access, account: account ?? null, object })
    return listMessagesForStaff(tx, filter, { cursor, pageSize }, now())
  }),

  handle(adminMessageCalls.one, async ({ tx, staff, address, now }, { accountId: account, messageId }) => {
    const one = await readMessageForStaff(tx, account, messageId, now())
    const access = { staffId: staff.staffId, action: 'messages/look', result: 'ok', address, at: now() }
    await recordStaffRead(tx, { ...access, account, object: encodeId('message', messageId) })
    return one
  }),
]
