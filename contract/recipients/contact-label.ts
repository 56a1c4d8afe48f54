import { z } from 'zod'
import { call, member } from '#contract/call.ts'
import { idOf } from '#contract/scalars.ts'
import { contactFieldNameRule, contactTagNameRule } from './phonebook.ts'

const tagId = idOf('tag')
/** Key of an account's own field; never reused. */
export const fieldKey = z.number().int().min(1).max(32_767)

/** An account's additions to its contacts: own fields, which templates' variables can use, and tags. */
export const contactLabelCalls = {
  fields: call({
    method: 'GET',
    path: '/api/contact-fields',
    summary: '通讯录自定义字段',
    audience: member('phonebook.read'),
    input: z.object({}),
    answer: z.object({ rows: z.array(z.object({ fieldKey, name: z.string() })) }),
    refusals: [],
  }),
  createField: call({
    method: 'POST',
    path: '/api/contact-fields/create',
    summary: '新建自定义字段',
    audience: member('phonebook.write'),
    input: z.object({ name: contactFieldNameRule }),
    answer: z.object({ fieldKey }),
    refusals: ['contact_field_taken', 'too_many'],
  }),
  renameField: call({
    method: 'POST',
    path: '/api/contact-fields/rename',
    summary: '修改自定义字段名称',
    audience: member('phonebook.write'),
    input: z.object({ fieldKey, name: contactFieldNameRule }),
    answer: z.object({}),
    refusals: ['not_found', 'contact_field_taken'],
  }),
  removeField: call({
    method: 'POST',
    path: '/api/contact-fields/remove',
    summary: '删除自定义字段和它的全部内容',
    audience: member('phonebook.write'),
    input: z.object({ fieldKey }),
    answer: z.object({ taskId: idOf('task') }),
    refusals: ['not_found', 'contact_tasks_busy'],
  }),
  tags: call({
    method: 'GET',
    path: '/api/contact-tags',
    summary: '通讯录标签',
    audience: member('phonebook.read'),
    input: z.object({}),
    answer: z.object({ rows: z.array(z.object({ tagId, name: z.string(), contactCount: z.number().int() })) }),
    refusals: [],
  }),
  createTag: call({
    method: 'POST',
    path: '/api/contact-tags/create',
    summary: '新建标签',
    audience: member('phonebook.write'),
    input: z.object({ name: contactTagNameRule }),
    answer: z.object({ tagId }),
    refusals: ['contact_tag_taken', 'too_many'],
  }),
  renameTag: call({
    method: 'POST',
    path: '/api/contact-tags/rename',
    summary: '修改标签名称',
    audience: member('phonebook.write'),
    input: z.object({ tagId, name: contactTagNameRule }),
    answer: z.object({}),
    refusals: ['not_found', 'contact_tag_taken'],
  }),
  removeTag: call({
    method: 'POST',
    path: '/api/contact-tags/remove',
    summary: '删除标签',
    audience: member('phonebook.write'),
    input: z.object({ tagId }),
    answer: z.object({}),
    refusals: ['not_found'],
  }),
}
