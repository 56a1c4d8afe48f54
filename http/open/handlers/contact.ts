import { shownProblems } from '#contract/blacklist/blacklist.ts'
import { openBlacklistCalls, openContactCalls } from '#contract/open/contact.ts'
import { addToBlacklist, checkPhone, listBlacklist, removeFromBlacklist } from '#domain/blacklist/index.ts'
import {
  createGroup,
  deleteGroup,
  editContact,
  editGroup,
  listContacts,
  listGroups,
  putContacts,
  readContact,
  removeContacts,
} from '#domain/recipients/index.ts'
import { answering } from '../serve.ts'

const shownContact = <Contact extends { blockedBy: string | null }>(contact: Contact) => ({
  ...contact,
  isBlocked: contact.blockedBy !== null,
})

export const contactHandlers = [
  answering(openContactCalls.groups, async ({ tx, account }) => ({ rows: await listGroups(tx, account) })),
  answering(openContactCalls.createGroup, ({ tx, account, now }, input) => createGroup(tx, account, { ...input, now })),
  answering(openContactCalls.editGroup, async ({ tx, account }, input) => {
    await editGroup(tx, account, input)
    return {}
  }),
  answering(openContactCalls.deleteGroup, ({ tx, account }, input) => deleteGroup(tx, account, input)),
  answering(openContactCalls.list, async ({ tx, account, now }, input) => {
    const { rows, nextCursor } = await listContacts(tx, account, { ...input, now })
    return { rows: rows.map(shownContact), nextCursor }
  }),
  answering(openContactCalls.add, async ({ tx, account, now }, input) => {
    const { counts, rows } = await putContacts(tx, account, { ...input, now })
    return { addedCount: counts.added, updatedCount: counts.updated, rows: rows.map(({ number, ...row }) => ({ ...row, phone: number })) }
  }),
  answering(openContactCalls.one, async ({ tx, account, now }, { contactId }) => ({
    contact: shownContact(await readContact(tx, account, contactId, now)),
  })),
  answering(openContactCalls.edit, async ({ tx, account }, input) => {
    await editContact(tx, account, input)
    return {}
  }),
  answering(openContactCalls.remove, ({ tx, account }, { contactIds }) => removeContacts(tx, account, contactIds)),
]

const shownEntry = <Entry extends { signatureText: string | null }>({ signatureText, ...entry }: Entry) => ({
  ...entry,
  signature: signatureText,
})

export const blacklistHandlers = [
  answering(openBlacklistCalls.list, async ({ tx, account, now }, input) => {
    const { rows, nextCursor } = await listBlacklist(tx, account, input, now)
    return { rows: rows.map(shownEntry), nextCursor }
  }),
  answering(openBlacklistCalls.check, async ({ tx, account, now }, { phone }) => {
    const { isPlatformBlocked, rows } = await checkPhone(tx, account, phone, now)
    return { isPlatformBlocked, rows: rows.map(shownEntry) }
  }),
  answering(openBlacklistCalls.add, async ({ tx, account, now, actor }, { phones, ...input }) => {
    const result = await addToBlacklist(tx, account, { ...input, numbers: phones, memberId: await actor(), now })
    return { ...result, problems: result.problems.slice(0, shownProblems) }
  }),
  answering(openBlacklistCalls.remove, async ({ tx, account, now, actor }, input) =>
    removeFromBlacklist(tx, account, { ...input, isWhole: true, memberId: await actor(), now }),
  ),
]
