import type { Got } from '#contract/call.ts'
import { type ContactOutcome, phonebookCalls } from '#contract/phonebook.ts'
import { parsePhone, phoneProblemNames } from '#values/phone.ts'
import { useCall } from '../../call.ts'
import type { Tone } from '../../ui/StateTag.tsx'

export type ContactRow = Got<typeof phonebookCalls.list>['rows'][number]
export type GroupRow = Got<typeof phonebookCalls.groups>['rows'][number]
export type PasteResult = Got<typeof phonebookCalls.paste>

/** What is no longer true after any change: rows, and how many are in each group. */
export const phonebookAnswers = [phonebookCalls.list, phonebookCalls.groups]

export const outcomeTones: Record<ContactOutcome, Tone> = {
  added: 'good',
  updated: 'good',
  known: 'ended',
  duplicate: 'waiting',
  malformed: 'bad',
}

/** The account's groups, for every part of the page that shows them. */
export const useGroups = () => useCall(phonebookCalls.groups, {})

/** Contacts as a question names them. */
export function toldAs(rows: readonly ContactRow[]): string {
  const [first] = rows
  return rows.length === 1 && first
    ? `联系人“${first.name === '' ? first.phone : `${first.name} ${first.phone}`}”`
    : ` ${rows.length} 个联系人`
}

/** What is wrong with a typed number, or null. */
export function phoneProblem(text: string): string | null {
  if (text.trim() === '') return '请填写手机号'
  const parsed = parsePhone(text)
  return 'problem' in parsed ? phoneProblemNames[parsed.problem] : null
}
