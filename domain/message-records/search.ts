import { messageStates } from '#contract/messages/message-state.ts'
import { searchedMessageId } from '#contract/scalars.ts'
import { noteOf, type SearchSource } from '#domain/search-source/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { encodeId, idTime } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'
import { pageOfMessages } from './delivery.ts'

/** Messages by number, id, or the id that the customer's program gave. */
export const messageSearch: SearchSource = {
  kind: 'message',
  permission: 'message.read',
  find: async (executor, account, { text, phone, most, now }) => {
    const messageId = searchedMessageId.safeParse(text).data
    const filter = phone ? { phone } : messageId ? { messageId } : { customId: text }
    const { rows } = await pageOfMessages(executor, account, filter, { pageSize: most }, now)
    return rows.map(row => ({
      title: maskPhone(row.phone),
      note: noteOf(messageStates[row.state].name, formatChinaTime(idTime(row.messageId)).slice(0, 16), row.customId),
      path: `/sms/delivery?id=${encodeId('message', row.messageId)}`,
    }))
  },
}
