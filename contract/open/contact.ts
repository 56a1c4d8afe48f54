import { z } from 'zod'
import {
  blacklistReasonRule,
  blacklistScopes,
  blacklistSources,
  blacklistStates,
  consentRule,
  removalReasonRule,
  shownProblems,
} from '#contract/blacklist/blacklist.ts'
import { consent, contactNameRule, contactOutcomes, contactRemarkRule, groupNameRule } from '#contract/recipients/phonebook.ts'
import { idOf, moment, phoneNumber } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { exampleId, openCall } from './call.ts'
import { listFields, nextCursor, textCursor } from './message.ts'

const count = z.number().int()
const groupId = idOf('group').describe('分组的编号')
const contactId = idOf('contact').describe('联系人的编号')
const phone = phoneNumber.describe('11位手机号')
const name = contactNameRule.describe('姓名，可以为空')
const remark = contactRemarkRule.describe('备注')
const consentField = consent.nullable().describe('对方同意接收推广短信的方式和时间；没有为null')
const exampleGroup = exampleId('group')
const exampleContact = exampleId('contact')

/** Contacts that one call adds to a group. */
const maxContactsOfCall = 1_000
const givenContact = z.strictObject({
  phone: z.string().min(1).max(30).describe('手机号，可带+86'),
  name: name.default(''),
  remark: remark.default(''),
})

const contact = z.object({
  contactId,
  groupId,
  phone: z.string(),
  name: z.string(),
  remark: z.string(),
  consent: consentField,
  isBlocked: z.boolean().describe('号码是否在平台或账户的黑名单中'),
  createdAt: moment,
})

export const openContactCalls = {
  groups: openCall('listContactGroups', 'GET', 'contact-groups', '通讯录分组', 'contact', {
    answer: z.object({
      rows: z.array(z.object({ groupId, parentId: groupId.nullable(), name: z.string(), contactCount: count, createdAt: moment })),
    }),
  }),
  createGroup: openCall('createContactGroup', 'POST', 'contact-groups', '新建分组', 'contact', {
    isShared: true,
    input: z.object({ name: groupNameRule.describe('名称'), parentId: groupId.nullable().default(null).describe('上级分组；最多两级') }),
    answer: z.object({ groupId }),
    refusals: ['not_found', 'group_taken', 'group_too_deep', 'too_many'],
    example: { name: '线上会员' },
  }),
  editGroup: openCall('updateContactGroup', 'PUT', 'contact-groups/{groupId}', '修改分组', 'contact', {
    isShared: true,
    input: z.object({ groupId, name: groupNameRule.describe('名称'), parentId: groupId.nullable().default(null).describe('上级分组') }),
    refusals: ['not_found', 'group_taken', 'group_too_deep'],
    example: { groupId: exampleGroup, name: '老会员' },
  }),
  deleteGroup: openCall('deleteContactGroup', 'DELETE', 'contact-groups/{groupId}', '删除分组和其中的联系人', 'contact', {
    isShared: true,
    input: z.object({
      groupId,
      contactCount: z.coerce.number().int().min(0).describe('您知道的联系人数；实际更多时不删除，防止误删'),
    }),
    answer: z.object({ removedCount: count }),
    refusals: ['not_found', 'group_grew', 'group_has_groups', 'group_too_full'],
    example: { groupId: exampleGroup, contactCount: 0 },
  }),
  list: openCall('listContacts', 'GET', 'contacts', '联系人列表', 'contact', {
    input: z.object({
      groupId: groupId.optional(),
      search: z.string().max(60).optional().describe('完整号码、后4位，或姓名的开头'),
      ...listFields,
      cursor: textCursor,
    }),
    answer: z.object({ rows: z.array(contact), nextCursor }),
    example: { groupId: exampleGroup },
  }),
  add: openCall('putContacts', 'POST', 'contacts', '添加联系人', 'contact', {
    about: ['一次1-1000个。号码已在该分组时更新姓名和备注；号码有误的不加入，逐个说明。'],
    isShared: true,
    input: z.object({
      groupId,
      contacts: z.array(givenContact).min(1).max(maxContactsOfCall),
      consent: consentField.default(null),
    }),
    answer: z.object({
      addedCount: count,
      updatedCount: count,
      rows: z.array(
        z.object({
          position: count.describe('第几个，从1数起'),
          phone: z.string(),
          outcome: z.enum(keysOf(contactOutcomes)).describe(
            Object.entries(contactOutcomes)
              .map(([key, of]) => `${key} ${of}`)
              .join('、'),
          ),
          reason: z.string().describe('没有加入的原因，否则为空'),
        }),
      ),
    }),
    refusals: ['not_found', 'too_many'],
    example: { groupId: exampleGroup, contacts: [{ phone: '13800138000', name: '张三' }] },
  }),
  one: openCall('getContact', 'GET', 'contacts/{contactId}', '查询一个联系人', 'contact', {
    input: z.object({ contactId }),
    answer: z.object({ contact }),
    refusals: ['not_found'],
    example: { contactId: exampleContact },
  }),
  edit: openCall('updateContact', 'PATCH', 'contacts/{contactId}', '修改联系人', 'contact', {
    about: ['没有填写的内容保持不变。'],
    isShared: true,
    input: z.object({
      contactId,
      phone: phone.optional(),
      name,
      remark: remark.optional(),
      consent: consentField.optional(),
    }),
    refusals: ['not_found', 'contact_exists'],
    example: { contactId: exampleContact, name: '张三丰' },
  }),
  remove: openCall('removeContacts', 'POST', 'contacts/remove', '删除联系人', 'contact', {
    isShared: true,
    input: z.object({ contactIds: z.array(contactId).min(1).max(limits.contactActRows) }),
    answer: z.object({ removedCount: count }),
    refusals: ['not_found'],
    example: { contactIds: [exampleContact] },
  }),
}

const blacklistId = idOf('blacklist').describe('黑名单记录的编号')
const signatureId = idOf('signature').nullable()
const scope = z.enum(keysOf(blacklistScopes)).describe('marketing 只拦推广短信、all 推广和通知都拦；验证码从不拦截')
const entry = z.object({
  blacklistId,
  phone: z.string(),
  level: z.enum(['account', 'signature']).describe('account 全部签名、signature 指定签名'),
  signature: z.string().nullable(),
  scope,
  source: z.enum(keysOf(blacklistSources)).describe(
    Object.entries(blacklistSources)
      .map(([key, of]) => `${key} ${of}`)
      .join('、'),
  ),
  reason: z.string(),
  createdAt: moment,
  expiresAt: moment.nullable().describe('到期时间；null为长期有效'),
})

export const openBlacklistCalls = {
  list: openCall('listBlacklist', 'GET', 'blacklist', '黑名单列表', 'contact', {
    input: z.object({
      phone: phone.optional(),
      state: z.enum(keysOf(blacklistStates)).default('active').describe('active 生效中、lapsed 已到期、removed 已移除'),
      source: entry.shape.source.optional(),
      ...listFields,
    }),
    answer: z.object({ rows: z.array(entry), nextCursor }),
    example: { source: 'reply' },
  }),
  check: openCall('checkBlacklist', 'GET', 'blacklist/{phone}', '查询号码能否收到短信', 'contact', {
    input: z.object({ phone }),
    answer: z.object({
      isPlatformBlocked: z.boolean().describe('被平台拦截，任何短信都不发送'),
      rows: z.array(entry).describe('账户的黑名单中现在对它生效的记录'),
    }),
    example: { phone: '13800138000' },
  }),
  add: openCall('addToBlacklist', 'POST', 'blacklist', '添加黑名单', 'contact', {
    about: ['立即生效。号码已在名单中时只会扩大、不会缩小它的范围。'],
    isShared: true,
    input: z.object({
      phones: z.array(z.string().min(1).max(60)).min(1).max(limits.blacklistPastedPhones).describe('手机号'),
      signatureId: signatureId.default(null).describe('只对这个签名生效；不填为全部签名'),
      scope: scope.default('marketing'),
      reason: blacklistReasonRule.default('').describe('原因，只供您自己查看'),
      expiresAt: moment.nullable().default(null).describe('到期时间；不填为长期有效'),
    }),
    answer: z.object({
      addedCount: count,
      knownCount: count.describe('已在名单中的'),
      repeatedCount: count.describe('重复填写的'),
      malformedCount: count.describe('号码有误的'),
      problems: z
        .array(z.object({ position: count, text: z.string(), reason: z.string() }))
        .describe(`有误的号码，最多列出${shownProblems}个`),
    }),
    refusals: ['not_found'],
    example: { phones: ['13800138000'], scope: 'marketing', reason: '客户来电要求' },
  }),
  remove: openCall('removeFromBlacklist', 'POST', 'blacklist/remove', '移除黑名单', 'contact', {
    about: ['对方自己退订的号码，须在consent里写明对方何时以何种方式重新同意；因投诉加入的号码不能移除。'],
    isShared: true,
    input: z.object({
      blacklistIds: z.array(blacklistId).min(1).max(limits.blacklistRemovals),
      reason: removalReasonRule.describe('移除的原因'),
      consent: z
        .union([z.literal(''), consentRule])
        .default('')
        .describe('重新同意的凭证'),
    }),
    answer: z.object({ removedCount: count }),
    refusals: ['not_found', 'blacklist_complaint', 'blacklist_consent_needed'],
    example: { blacklistIds: [exampleId('blacklist')], reason: '误加' },
  }),
}
