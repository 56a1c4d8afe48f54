import { type PastedContact, splitContacts } from '#contract/content/contact-text.ts'
import { type Consent, type ContactOutcome, contactOutcomes } from '#contract/recipients/phonebook.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { ReversibleAct } from '#domain/undo-record/index.ts'
import type { AccountId } from '#values/id.ts'
import { keysOf, tableOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { parsePhone, phoneProblemNames } from '#values/phone.ts'
import { lockGroups } from './group.ts'
import { recordContacts } from './record.ts'
import { writeContacts } from './write.ts'

interface ReadRow extends PastedContact {
  /** Null when the row is malformed or repeats a number. */
  phone: string | null
  outcome: ContactOutcome
  reason: string
}

/**
 * Adds pasted contacts to a group. An existing number gets the given name and consent; a missing one leaves it as it
 * is. Returns the outcome of each row. Refuses `not_found`, `paste_empty`, `paste_too_many_contacts`, `too_many`.
 */
export async function pasteContacts(
  tx: Tx,
  account: AccountId,
  input: { groupId: string; text: string; consent?: Consent | null; now: Date; undo?: ReversibleAct },
) {
  const { consent = null } = input
  const pasted = splitContacts(input.text)
  if (pasted.length === 0) refuse('paste_empty')
  if (pasted.length > limits.pastedContacts) refuse('paste_too_many_contacts', { count: limits.pastedContacts.toLocaleString('en-US') })
  const contacts = pasted.map(one => ({ ...one, remark: '' }))
  return putRows(tx, account, { ...input, consent }, contacts)
}

/** The same for contacts from a program. Refuses `not_found` and `too_many`. */
export function putContacts(
  tx: Tx,
  account: AccountId,
  input: { groupId: string; contacts: readonly { phone: string; name: string; remark: string }[]; consent: Consent | null; now: Date },
) {
  const given = input.contacts.map(({ phone, name, remark }, index) => ({ position: index + 1, number: phone, name, remark }))
  return putRows(tx, account, input, given)
}

async function putRows(
  tx: Tx,
  account: AccountId,
  { groupId, consent, now, undo }: { groupId: string; consent: Consent | null; now: Date; undo?: ReversibleAct },
  given: readonly (PastedContact & { remark: string })[],
) {
  await lockGroups(tx, account, [groupId])
  const rows = readRows(given)
  const contacts = rows.flatMap(({ phone, name }, index) =>
    phone === null ? [] : [{ phone, name, remark: itemOrThrow(given, index).remark, fields: {}, tagIds: [] }],
  )
  const write = async () => ({ outcomes: await writeContacts(tx, account, { groupId, contacts, rule: 'overwrite', consent, now }) })
  const touched = { phones: contacts.map(one => one.phone), groupId }
  const { outcomes, undoId } = undo ? await recordContacts(tx, account, { ...undo, touched }, write) : { ...(await write()), undoId: null }
  const answerRows = rows.map(({ position, number, name, phone, outcome, reason }) => ({
    position,
    number,
    name,
    outcome: phone === null ? outcome : (outcomes.get(phone) ?? 'known'),
    reason,
  }))
  const counts = tableOf(keysOf(contactOutcomes), () => 0)
  for (const { outcome } of answerRows) counts[outcome] += 1
  return { counts, rows: answerRows, undoId }
}

function readRows(pasted: readonly PastedContact[]): ReadRow[] {
  const lines = new Map<string, number>()
  return pasted.map(row => {
    const parsed = parsePhone(row.number)
    const problem = 'problem' in parsed ? phoneProblemNames[parsed.problem] : problemOfName(row.name)
    if ('problem' in parsed || problem !== null) return { ...row, phone: null, outcome: 'malformed', reason: problem ?? '' }
    const before = lines.get(parsed.phone)
    if (before !== undefined) return { ...row, phone: null, outcome: 'duplicate', reason: `与第${before}行相同` }
    lines.set(parsed.phone, row.position)
    return { ...row, phone: parsed.phone, outcome: 'known', reason: '' }
  })
}
const problemOfName = (name: string) =>
  name.length > limits.contactNameCharacters ? `姓名不能超过${limits.contactNameCharacters}个字` : null
