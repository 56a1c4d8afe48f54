import { z } from 'zod'
import { limits } from '#values/limits.ts'
import { parsePhone } from '#values/phone.ts'
import { call, member } from './call.ts'
import { textOf } from './rules.ts'
import { idOf, moment, pageOf, pageSize, phoneNumber } from './scalars.ts'

export const groupNameRule = textOf('分组名称', limits.contactGroupNameCharacters)
export const contactNameRule = textOf('姓名', limits.contactNameCharacters, 0)

/** What became of a pasted row. */
export const contactOutcomes = {
  added: '新加入',
  updated: '更新了姓名',
  known: '原来就有，没有变化',
  duplicate: '重复填写',
  malformed: '没有加入',
} as const
export type ContactOutcome = keyof typeof contactOutcomes

/** What a search names: a whole number, the last four digits of one, or how a name begins. */
export type ContactSearch = { kind: 'phone' | 'phoneEnd' | 'name'; text: string }
export function readContactSearch(text: string): ContactSearch {
  const wanted = text.trim()
  const parsed = parsePhone(wanted)
  if ('phone' in parsed) return { kind: 'phone', text: parsed.phone }
  return { kind: /^\d{4}$/.test(wanted) ? 'phoneEnd' : 'name', text: wanted }
}

export interface PastedContact {
  /** The line as pasted, from 1. */
  position: number
  number: string
  name: string
}

const separators = /[,，;；、:：|\t]+/
const numeric = '[\\s\\u200b-\\u200f\\u202a-\\u202e\\u2060\\ufeff+＋\\d０-９()（）-]'
const onlyNumber = new RegExp(`^${numeric}+$`)
const numberFirst = new RegExp(`^(${numeric}*[\\d０-９]${numeric}*)(.*)$`, 's')
const numberLast = new RegExp(`^(.*?)(${numeric}*[\\d０-９])$`, 's')
/** Of a line; a longer one is no contact. */
const mostCharacters = 200

/** Pasted text as contacts: one a line, number and name in either order, with any separator or none; several numbers in a line are contacts without names. */
export function splitContacts(text: string): PastedContact[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => readLine(line.trim()).map(one => ({ position: index + 1, ...one })))
}

type ReadContact = Omit<PastedContact, 'position'>
const isPhone = (text: string) => 'phone' in parsePhone(text)

function readLine(line: string): ReadContact[] {
  if (line === '') return []
  if (line.length > mostCharacters) return [{ number: `${line.slice(0, 40)}…`, name: '' }]
  const pieces = piecesOf(line)
  if (pieces.length > 0 && pieces.every(piece => onlyNumber.test(piece))) return pieces.map(number => ({ number, name: '' }))
  const place = pieces.findIndex(isPhone)
  if (place >= 0) return [{ number: pieces[place]!, name: pieces.filter((_, index) => index !== place).join(' ') }]
  return [readWithoutSeparator(line)]
}

function readWithoutSeparator(line: string): ReadContact {
  const first = numberFirst.exec(line)
  const last = numberLast.exec(line)
  if (last && (isPhone(last[2]!) || !first)) return { number: last[2]!.trim(), name: piecesOf(last[1]!).join(' ') }
  return first ? { number: first[1]!.trim(), name: piecesOf(first[2]!).join(' ') } : { number: line, name: '' }
}
const piecesOf = (text: string) => text.split(separators).flatMap(piece => piece.trim() || [])

const count = z.number().int()
const outcome = z.enum(Object.keys(contactOutcomes) as [ContactOutcome, ...ContactOutcome[]])
const groupId = idOf('group')
const contactIds = z.array(idOf('contact')).min(1).max(limits.pageRows)

export const phonebookCalls = {
  groups: call({
    method: 'GET',
    path: '/api/contact-groups',
    summary: '通讯录分组',
    audience: member('phonebook.read'),
    input: z.object({}),
    answer: z.object({ rows: z.array(z.object({ groupId, name: z.string(), contactCount: count, createdAt: moment })) }),
    refusals: [],
  }),
  createGroup: call({
    method: 'POST',
    path: '/api/contact-groups/create',
    summary: '新建分组',
    audience: member('phonebook.write'),
    input: z.object({ name: groupNameRule }),
    answer: z.object({ groupId }),
    refusals: ['group_taken', 'too_many'],
  }),
  renameGroup: call({
    method: 'POST',
    path: '/api/contact-groups/rename',
    summary: '修改分组名称',
    audience: member('phonebook.write'),
    input: z.object({ groupId, name: groupNameRule }),
    answer: z.object({}),
    refusals: ['not_found', 'group_taken'],
  }),
  deleteGroup: call({
    method: 'POST',
    path: '/api/contact-groups/delete',
    summary: '删除分组和其中的联系人',
    audience: member('phonebook.write'),
    /** As many contacts as were seen; when there are more by now nothing is deleted. */
    input: z.object({ groupId, contactCount: count.min(0) }),
    answer: z.object({ removedCount: count }),
    refusals: ['not_found', 'group_grew'],
  }),
  list: call({
    method: 'GET',
    path: '/api/contacts',
    summary: '联系人列表',
    audience: member('phonebook.read'),
    input: z.object({
      groupId: groupId.optional(),
      /** A whole number, its last four digits, or how a name begins. */
      search: z.string().trim().max(60).optional(),
      cursor: z.string().max(200).optional(),
      pageSize,
    }),
    answer: pageOf(
      z.object({
        contactId: idOf('contact'),
        groupId,
        groupName: z.string(),
        /** Masked to members who may not see whole numbers. */
        phone: z.string(),
        name: z.string(),
        createdAt: moment,
      }),
    ),
    refusals: [],
  }),
  add: call({
    method: 'POST',
    path: '/api/contacts/add',
    summary: '添加联系人',
    audience: member('phonebook.write'),
    input: z.object({ groupId, phone: phoneNumber, name: contactNameRule }),
    answer: z.object({ contactId: idOf('contact') }),
    refusals: ['not_found', 'contact_exists', 'too_many'],
  }),
  edit: call({
    method: 'POST',
    path: '/api/contacts/edit',
    summary: '修改联系人',
    audience: member('phonebook.write'),
    /** Without a phone it stays as it is: those who see it masked change the name alone. */
    input: z.object({ contactId: idOf('contact'), phone: phoneNumber.optional(), name: contactNameRule }),
    answer: z.object({}),
    refusals: ['not_found', 'contact_exists'],
  }),
  remove: call({
    method: 'POST',
    path: '/api/contacts/remove',
    summary: '删除联系人',
    audience: member('phonebook.write'),
    input: z.object({ contactIds }),
    answer: z.object({ removedCount: count }),
    refusals: ['not_found'],
  }),
  move: call({
    method: 'POST',
    path: '/api/contacts/move',
    summary: '移动联系人到其他分组',
    audience: member('phonebook.write'),
    input: z.object({ contactIds, groupId }),
    answer: z.object({
      movedCount: count,
      /** In that group already, as themselves or as another contact with the number; they stay where they are. */
      stayedCount: count,
    }),
    refusals: ['not_found'],
  }),
  paste: call({
    method: 'POST',
    path: '/api/contacts/paste',
    summary: '批量添加联系人',
    audience: member('phonebook.write'),
    input: z.object({
      groupId,
      /** As pasted, one contact a line; parsed by the server. */
      text: z.string().max(limits.pastedContactsCharacters, '内容过长，请分几次添加'),
    }),
    answer: z.object({
      counts: z.record(outcome, count),
      /** Every contact of the text in its order; numbers as they were pasted. */
      rows: z.array(z.object({ position: count, number: z.string(), name: z.string(), outcome, reason: z.string() })),
    }),
    refusals: ['not_found', 'paste_empty', 'paste_too_many_contacts', 'too_many'],
  }),
}
