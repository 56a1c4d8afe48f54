import { noteOf, type SearchSource } from '#domain/search-source/index.ts'
import { encodeId } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'
import { listContacts } from './list.ts'

/** Contacts by phone number, its last four digits, or the beginning of the name. */
export const contactSearch: SearchSource = {
  kind: 'contact',
  permission: 'phonebook.read',
  find: async (executor, account, { text, most, now }) => {
    const { rows } = await listContacts(executor, account, { search: text, pageSize: most, now })
    return rows.map(row => ({
      title: row.name || maskPhone(row.phone),
      note: noteOf(row.name && maskPhone(row.phone), row.groupName),
      path: `/sms/phonebook?contactId=${encodeId('contact', row.contactId)}`,
    }))
  },
}
