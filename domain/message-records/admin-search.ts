import { messageStates } from '#contract/messages/message-state.ts'
import { searchedMessageId } from '#contract/scalars.ts'
import { type AdminSearchSource, noteOf } from '#domain/search-source/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { encodeId } from '#values/id.ts'
import { listMessagesForStaff, partsByUpstream } from './admin-message.ts'

/** Messages of all customers by number or id, and by the id that a carrier gave any part. */
export const adminMessageSearch: AdminSearchSource = {
  kind: 'message',
  permission: 'message.read',
  find: async (executor, { text, phone, most, now }) => {
    const messageId = searchedMessageId.safeParse(text).data ?? (phone ? undefined : (await partsByUpstream(executor, text))[0])
    if (!phone && !messageId) return []
    const { rows } = await listMessagesForStaff(executor, phone ? { phone } : { messageId }, { pageSize: most }, now)
    return rows.map(row => ({
      title: row.phone,
      note: noteOf(row.accountName, messageStates[row.state].name, formatChinaTime(row.createdAt).slice(0, 16)),
      path: `/messages?of=${encodeId('account', row.accountId)}&id=${encodeId('message', row.messageId)}`,
    }))
  },
}
