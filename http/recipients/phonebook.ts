import { phonebookCalls } from '#contract/recipients/phonebook.ts'
import {
  addContact,
  contactPhone,
  copyContacts,
  countSelection,
  createGroup,
  deleteGroup,
  editContact,
  editGroup,
  listContacts,
  listGroups,
  moveContacts,
  pasteContacts,
  readContact,
  registerConsent,
  removeContacts,
  selectionOf,
  tagContacts,
  untagContacts,
} from '#domain/recipients/index.ts'
import { handle } from '#http/server/serve.ts'
import { maskPhone } from '#values/phone.ts'

const masked = <Contact extends { phone: string }>(contact: Contact): Contact => ({ ...contact, phone: maskPhone(contact.phone) })

export const phonebookHandlers = [
  handle(phonebookCalls.groups, async ({ tx, account }) => ({ rows: await listGroups(tx, account) })),
  handle(phonebookCalls.createGroup, ({ tx, account, now }, input) => createGroup(tx, account, { ...input, now: now() })),
  handle(phonebookCalls.editGroup, ({ tx, account }, input) => editGroup(tx, account, input)),
  handle(phonebookCalls.deleteGroup, ({ tx, account }, input) => deleteGroup(tx, account, input)),
  handle(phonebookCalls.list, async ({ tx, account, now }, input) => {
    const page = await listContacts(tx, account, { ...input, now: now() })
    return { ...page, rows: page.rows.map(masked) }
  }),
  handle(phonebookCalls.count, async ({ tx, account }, filter) => ({
    count: await countSelection(tx, account, await selectionOf(tx, account, filter)),
  })),
  handle(phonebookCalls.one, async ({ tx, account, now }, { contactId }) => masked(await readContact(tx, account, contactId, now()))),
  // The audit log records who looked, as for every POST call.
  handle(phonebookCalls.reveal, async ({ tx, account }, { contactId }) => ({ phone: await contactPhone(tx, account, contactId) })),
  handle(phonebookCalls.add, ({ tx, account, now }, input) => addContact(tx, account, { ...input, now: now() })),
  handle(phonebookCalls.edit, ({ tx, account }, input) => editContact(tx, account, input)),
  handle(phonebookCalls.remove, ({ tx, account }, { contactIds }) => removeContacts(tx, account, contactIds)),
  handle(phonebookCalls.move, ({ tx, account }, input) => moveContacts(tx, account, input)),
  handle(phonebookCalls.copy, ({ tx, account, now }, input) => copyContacts(tx, account, { ...input, now: now() })),
  handle(phonebookCalls.tag, ({ tx, account }, { isTagged, ...input }) => (isTagged ? tagContacts : untagContacts)(tx, account, input)),
  handle(phonebookCalls.consent, ({ tx, account }, input) => registerConsent(tx, account, input)),
  handle(phonebookCalls.paste, ({ tx, account, now }, input) => pasteContacts(tx, account, { ...input, now: now() })),
]
