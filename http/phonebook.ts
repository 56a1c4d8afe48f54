import { roles } from '#contract/permission.ts'
import { phonebookCalls } from '#contract/phonebook.ts'
import { addContact, editContact, moveContacts, removeContacts } from '#domain/sms/phonebook/contact.ts'
import { createGroup, deleteGroup, listGroups, renameGroup } from '#domain/sms/phonebook/group.ts'
import { listContacts } from '#domain/sms/phonebook/list.ts'
import { pasteContacts } from '#domain/sms/phonebook/paste.ts'
import { maskPhone } from '#values/phone.ts'
import { handle } from './serve.ts'

export const phonebookHandlers = [
  handle(phonebookCalls.groups, async ({ tx, account }) => ({ rows: await listGroups(tx, account) })),
  handle(phonebookCalls.createGroup, ({ tx, account, now }, input) => createGroup(tx, account, { ...input, now: now() })),
  handle(phonebookCalls.renameGroup, async ({ tx, account }, input) => {
    await renameGroup(tx, account, input)
    return {}
  }),
  handle(phonebookCalls.deleteGroup, ({ tx, account }, input) => deleteGroup(tx, account, input)),
  handle(phonebookCalls.list, async ({ tx, account, member }, input) => {
    const page = await listContacts(tx, account, input)
    const maySeeWhole = (roles[member.role].may as readonly string[]).includes('message.reveal')
    return maySeeWhole ? page : { ...page, rows: page.rows.map(row => ({ ...row, phone: maskPhone(row.phone) })) }
  }),
  handle(phonebookCalls.add, ({ tx, account, now }, input) => addContact(tx, account, { ...input, now: now() })),
  handle(phonebookCalls.edit, async ({ tx, account }, input) => {
    await editContact(tx, account, input)
    return {}
  }),
  handle(phonebookCalls.remove, ({ tx, account }, { contactIds }) => removeContacts(tx, account, contactIds)),
  handle(phonebookCalls.move, ({ tx, account }, input) => moveContacts(tx, account, input)),
  handle(phonebookCalls.paste, ({ tx, account, now }, input) => pasteContacts(tx, account, { ...input, now: now() })),
]
