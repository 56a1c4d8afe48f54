import { phonebookCalls } from '#contract/recipients/phonebook.ts'
import {
  addContact,
  contactPhone,
  copyContacts,
  countSelection,
  createGroup,
  deleteGroupReversibly,
  editContact,
  editGroup,
  listContacts,
  listGroups,
  moveContacts,
  pasteContacts,
  readContact,
  recordContacts,
  registerConsent,
  removeContacts,
  selectionOf,
  type TouchedContacts,
  tagContacts,
  untagContacts,
} from '#domain/recipients/index.ts'
import { reversibly } from '#http/server/reversibly.ts'
import { handle, type MemberContext } from '#http/server/serve.ts'
import { showNumber } from '#http/server/shown-number.ts'
import { maskPhone } from '#values/phone.ts'

const masked = <Contact extends { phone: string }>(contact: Contact): Contact => ({ ...contact, phone: maskPhone(contact.phone) })

/** Does an act on contacts that can be undone. */
const onContacts = <Answer extends object>(
  context: MemberContext,
  about: { touched: TouchedContacts; targetGroupId?: string },
  work: (context: MemberContext) => Promise<Answer>,
) => reversibly(context, act => recordContacts(context.tx, context.account, { ...act, ...about }, () => work(context)))

export const phonebookHandlers = [
  handle(phonebookCalls.groups, async ({ tx, account }) => ({ rows: await listGroups(tx, account) })),
  handle(phonebookCalls.createGroup, ({ tx, account, now }, input) => createGroup(tx, account, { ...input, now: now() })),
  handle(phonebookCalls.editGroup, ({ tx, account }, input) => editGroup(tx, account, input)),
  handle(phonebookCalls.deleteGroup, (context, input) =>
    reversibly(context, act => deleteGroupReversibly(context.tx, context.account, { ...act, ...input })),
  ),
  handle(phonebookCalls.list, async ({ tx, account, now }, input) => {
    const page = await listContacts(tx, account, { ...input, now: now() })
    return { ...page, rows: page.rows.map(masked) }
  }),
  handle(phonebookCalls.count, async ({ tx, account }, filter) => ({
    count: await countSelection(tx, account, await selectionOf(tx, account, filter)),
  })),
  handle(phonebookCalls.one, async ({ tx, account, now }, { contactId }) => masked(await readContact(tx, account, contactId, now()))),
  handle(phonebookCalls.reveal, async (context, { contactId }) =>
    showNumber(context, await contactPhone(context.tx, context.account, contactId)),
  ),
  handle(phonebookCalls.add, ({ tx, account, now }, input) => addContact(tx, account, { ...input, now: now() })),
  handle(phonebookCalls.edit, ({ tx, account }, input) => editContact(tx, account, input)),
  handle(phonebookCalls.remove, (context, { contactIds }) =>
    onContacts(context, { touched: { contactIds } }, ({ tx, account }) => removeContacts(tx, account, contactIds)),
  ),
  handle(phonebookCalls.move, (context, input) =>
    onContacts(context, { touched: { contactIds: input.contactIds }, targetGroupId: input.groupId }, ({ tx, account }) =>
      moveContacts(tx, account, input),
    ),
  ),
  handle(phonebookCalls.copy, (context, { contactIds, groupId }) =>
    onContacts(context, { touched: { copiesOf: contactIds, groupId } }, ({ tx, account, now }) =>
      copyContacts(tx, account, { contactIds, groupId, now: now() }),
    ),
  ),
  handle(phonebookCalls.tag, (context, { isTagged, ...input }) =>
    onContacts(context, { touched: { contactIds: input.contactIds } }, ({ tx, account }) =>
      (isTagged ? tagContacts : untagContacts)(tx, account, input),
    ),
  ),
  handle(phonebookCalls.consent, (context, input) =>
    onContacts(context, { touched: { contactIds: input.contactIds } }, ({ tx, account }) => registerConsent(tx, account, input)),
  ),
  handle(phonebookCalls.paste, (context, input) =>
    reversibly(context, undo => pasteContacts(context.tx, context.account, { ...input, now: undo.now, undo })),
  ),
]
