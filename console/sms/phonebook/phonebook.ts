import type { CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { contactLabelCalls } from '#contract/recipients/contact-label.ts'
import { type ContactOutcome, phonebookCalls } from '#contract/recipients/phonebook.ts'
import { useCall } from '#ui/call.ts'
import type { Tone } from '#ui/display/StateTag.tsx'
import { parsePhone, phoneProblemNames } from '#values/phone.ts'

export type ContactRow = CallAnswerWire<typeof phonebookCalls.list>['rows'][number]
export type GroupRow = CallAnswerWire<typeof phonebookCalls.groups>['rows'][number]
export type TagRow = CallAnswerWire<typeof contactLabelCalls.list>['tags'][number]
export type FieldRow = CallAnswerWire<typeof contactLabelCalls.list>['fields'][number]
export type PasteResult = CallAnswerWire<typeof phonebookCalls.paste>
export type WireFilter = CallInputWire<typeof phonebookCalls.count>
export type WireConsent = NonNullable<ContactRow['consent']>

/** Calls that any change outdates: rows, and counts by group and tag. */
export const phonebookAnswers = [
  phonebookCalls.list,
  phonebookCalls.count,
  phonebookCalls.one,
  phonebookCalls.groups,
  contactLabelCalls.list,
]

export const outcomeTones: Record<ContactOutcome, Tone> = {
  added: 'good',
  updated: 'good',
  known: 'ended',
  duplicate: 'waiting',
  malformed: 'bad',
}

/** The account's groups, and its tags and custom fields, for every part of the page. */
export const useGroups = () => useCall(phonebookCalls.groups, {})
export const useLabels = () => useCall(contactLabelCalls.list, {})

/** A top-level group with its subgroups; `total` counts all of their contacts. */
export interface GroupNode {
  group: GroupRow
  below: GroupRow[]
  total: number
}

export function treeOf(groups: readonly GroupRow[]): GroupNode[] {
  const byName = groups.toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN'))
  return byName
    .filter(group => group.parentId === null)
    .map(group => {
      const below = byName.filter(one => one.parentId === group.groupId)
      return { group, below, total: group.contactCount + totalOf(below) }
    })
}

export const totalOf = (groups: readonly GroupRow[]) => groups.reduce((sum, group) => sum + group.contactCount, 0)

/** Groups for a select, subgroups by their full path. */
export const groupOptions = (groups: readonly GroupRow[]) =>
  treeOf(groups).flatMap(({ group, below }) => [
    { value: group.groupId, label: group.name },
    ...below.map(one => ({ value: one.groupId, label: `${group.name} / ${one.name}` })),
  ])

/** The contacts' name in a question. */
export function describeRows(rows: readonly ContactRow[]): string {
  const [first] = rows
  return rows.length === 1 && first
    ? `联系人“${first.name === '' ? first.phone : `${first.name} ${first.phone}`}”`
    : ` ${rows.length} 个联系人`
}

/** The error of a typed number, or null. */
export function phoneProblem(text: string): string | null {
  if (text.trim() === '') return '请填写手机号'
  const parsed = parsePhone(text)
  return 'problem' in parsed ? phoneProblemNames[parsed.problem] : null
}
