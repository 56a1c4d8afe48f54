import { z } from 'zod'
import type { BlacklistSource } from '#contract/blacklist/blacklist.ts'
import { get, member, post } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize, phoneNumber } from '#contract/scalars.ts'
import { reversible } from '#contract/undo/undo.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { carriers } from '#values/phone.ts'

export const groupNameRule = textOf('分组名称', limits.contactGroupNameCharacters)
export const contactNameRule = textOf('姓名', limits.contactNameCharacters, 0)
export const contactRemarkRule = textOf('备注', limits.contactRemarkCharacters, 0)
const contactFieldValueRule = textOf('字段', limits.contactFieldCharacters, 0)
export const consentNoteRule = textOf('说明', limits.consentNoteCharacters, 0)
export const contactFieldNameRule = textOf('字段名称', limits.contactFieldNameCharacters)
export const contactTagNameRule = textOf('标签名称', limits.contactTagNameCharacters)

/** How a person consented to marketing. */
export const consentKinds = {
  form: '网页或小程序表单',
  order: '下单时勾选',
  member: '会员协议',
  reply: '短信回复',
  paper: '纸质登记',
  other: '其他方式',
} as const
export type ConsentKind = keyof typeof consentKinds

/** Outcomes of a pasted row. */
export const contactOutcomes = {
  added: '新加入',
  updated: '更新了姓名',
  known: '原来就有，没有变化',
  duplicate: '重复填写',
  malformed: '没有加入',
} as const
export type ContactOutcome = keyof typeof contactOutcomes

const count = z.number().int()
const outcome = z.enum(keysOf(contactOutcomes))
const groupId = idOf('group')
const contactId = idOf('contact')
const contactIds = z.array(contactId).min(1).max(limits.contactActRows)

/** Filter of contacts, for lists, acts and exports. */
export const contactFilter = z.object({
  /** Including the groups below it. */
  groupId: groupId.optional(),
  tagId: idOf('tag').optional(),
  /** A whole number, its last four digits, or the prefix of a name. */
  search: z.string().trim().max(60).optional(),
  /** Whether the person's consent is recorded. */
  consent: z.enum(['yes', 'no']).optional(),
})
export type ContactFilter = z.output<typeof contactFilter>

/** How and when the person consented; null: unknown. */
export const consent = z.object({
  kind: z.enum(keysOf(consentKinds)),
  note: consentNoteRule,
  at: moment.nullable(),
})
export type Consent = z.output<typeof consent>
/** For many at once: the member declares that each of them has consented. */
export const declaredConsent = consent.extend({ isDeclared: z.literal(true, '请先确认声明') })

/** Texts of the account's own fields by key; an empty one counts as none. */
const fieldTexts = z.record(z.string().regex(/^\d{1,5}$/), contactFieldValueRule)
/** Fields of a contact besides its number and name. */
const facts = {
  fields: fieldTexts,
  tagIds: z.array(idOf('tag')).max(limits.contactTags),
  remark: contactRemarkRule,
  consent: consent.nullable(),
}

// Repeated here, so that the page doesn't load the blacklist's calls.
const blockSource = z.enum(['manual', 'import', 'reply', 'opt_out_page', 'complaint', 'platform'] satisfies (
  | BlacklistSource
  | 'platform'
)[])

const contact = z.object({
  contactId,
  groupId,
  groupName: z.string(),
  /** Masked. */
  phone: z.string(),
  name: z.string(),
  fields: z.record(z.string(), z.string()),
  tagIds: z.array(idOf('tag')),
  remark: z.string(),
  consent: consent.nullable(),
  carrier: z.enum(carriers).nullable(),
  province: z.string().nullable(),
  /** How the number came onto a blacklist, the platform's or the account's own; null: on none. */
  blockedBy: blockSource.nullable(),
  createdAt: moment,
})

export const phonebookCalls = {
  groups: get('/api/contact-groups', '通讯录分组', member('phonebook.read'), {
    answer: z.object({
      rows: z.array(z.object({ groupId, parentId: groupId.nullable(), name: z.string(), contactCount: count, createdAt: moment })),
    }),
  }),
  createGroup: post('/api/contact-groups/create', '新建分组', member('phonebook.write'), {
    input: z.object({ name: groupNameRule, parentId: groupId.nullable().default(null) }),
    answer: z.object({ groupId }),
    refusals: ['not_found', 'group_taken', 'group_too_deep', 'too_many'],
  }),
  editGroup: post('/api/contact-groups/edit', '修改分组', member('phonebook.write'), {
    input: z.object({ groupId, name: groupNameRule, parentId: groupId.nullable().default(null) }),
    refusals: ['not_found', 'group_taken', 'group_too_deep'],
  }),
  deleteGroup: post('/api/contact-groups/delete', '删除分组和其中的联系人', member('phonebook.write'), {
    /** The count that was seen; nothing is deleted when there are more by now. */
    input: z.object({ groupId, contactCount: count.min(0) }),
    answer: z.object({ removedCount: count, ...reversible }),
    refusals: ['not_found', 'group_grew', 'group_has_groups', 'group_too_full'],
  }),
  list: get('/api/contacts', '联系人列表', member('phonebook.read'), {
    /** Newest first, or by name; with a tag the newest. */
    input: contactFilter.extend({ order: z.enum(['name']).optional(), cursor: z.string().max(200).optional(), pageSize }),
    answer: pageOf(contact),
  }),
  count: get('/api/contacts/count', '符合条件的联系人数', member('phonebook.read'), { input: contactFilter, answer: z.object({ count }) }),
  one: get('/api/contacts/one', '联系人详情', member('phonebook.read'), {
    input: z.object({ contactId }),
    answer: contact.extend({
      /** The newest message to the number, and other groups that contain it. */
      lastMessageAt: moment.nullable(),
      otherGroupNames: z.array(z.string()),
    }),
    refusals: ['not_found'],
  }),
  reveal: post('/api/contacts/reveal', '查看联系人的完整号码', member('message.reveal'), {
    input: z.object({ contactId }),
    answer: z.object({ phone: z.string() }),
    refusals: ['not_found', 'step_up_required'],
  }),
  add: post('/api/contacts/add', '添加联系人', member('phonebook.write'), {
    input: z.object({
      groupId,
      phone: phoneNumber,
      name: contactNameRule,
      fields: fieldTexts.default({}),
      tagIds: facts.tagIds.default([]),
      remark: contactRemarkRule.default(''),
      consent: consent.nullable().default(null),
    }),
    answer: z.object({ contactId }),
    refusals: ['not_found', 'contact_exists', 'too_many'],
  }),
  edit: post('/api/contacts/edit', '修改联系人', member('phonebook.write'), {
    /** Unset fields stay as they are, also the phone: members who see it masked change only the rest. */
    input: z.object({
      contactId,
      phone: phoneNumber.optional(),
      name: contactNameRule,
      fields: fieldTexts.optional(),
      tagIds: facts.tagIds.optional(),
      remark: contactRemarkRule.optional(),
      consent: consent.nullable().optional(),
    }),
    refusals: ['not_found', 'contact_exists'],
  }),
  remove: post('/api/contacts/remove', '删除联系人', member('phonebook.write'), {
    input: z.object({ contactIds }),
    answer: z.object({ removedCount: count, ...reversible }),
    refusals: ['not_found'],
  }),
  move: post('/api/contacts/move', '移动联系人到其他分组', member('phonebook.write'), {
    input: z.object({ contactIds, groupId }),
    answer: z.object({
      movedCount: count,
      /** In that group already, themselves or by another contact with the number; they stay where they are. */
      stayedCount: count,
      ...reversible,
    }),
    refusals: ['not_found'],
  }),
  copy: post('/api/contacts/copy', '复制联系人到其他分组', member('phonebook.write'), {
    input: z.object({ contactIds, groupId }),
    answer: z.object({
      copiedCount: count,
      /** The number is in that group already. */
      stayedCount: count,
      ...reversible,
    }),
    refusals: ['not_found', 'too_many'],
  }),
  tag: post('/api/contacts/tag', '给联系人加上或去掉标签', member('phonebook.write'), {
    input: z.object({ contactIds, tagId: idOf('tag'), isTagged: z.boolean() }),
    answer: z.object({ changedCount: count, ...reversible }),
    refusals: ['not_found'],
  }),
  consent: post('/api/contacts/consent', '登记联系人同意接收推广', member('phonebook.write'), {
    input: z.object({ contactIds, consent: declaredConsent }),
    answer: z.object({ changedCount: count, ...reversible }),
  }),
  paste: post('/api/contacts/paste', '批量添加联系人', member('phonebook.write'), {
    input: z.object({
      groupId,
      /** As pasted, one contact a line; parsed by the server. */
      text: z.string().max(limits.pastedContactsCharacters, '内容过长，请分几次添加'),
      consent: consent.nullable().default(null),
    }),
    answer: z.object({
      counts: z.record(outcome, count),
      /** Every contact of the text in order; numbers as pasted. */
      rows: z.array(z.object({ position: count, number: z.string(), name: z.string(), outcome, reason: z.string() })),
      ...reversible,
    }),
    refusals: ['not_found', 'paste_empty', 'paste_too_many_contacts', 'too_many'],
  }),
}
