import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { idOf } from '#contract/scalars.ts'
import { reversible } from '#contract/undo/undo.ts'
import { contactFieldNameRule, contactTagNameRule } from './phonebook.ts'

const tagId = idOf('tag')
/** Key of an account's own field; never reused. */
export const fieldKey = z.number().int().min(1).max(32_767)

/** An account's additions to its contacts: own fields, which templates' variables can use, and tags. */
export const contactLabelCalls = {
  list: get('/api/contact-labels', '通讯录标签和自定义字段', member('phonebook.read'), {
    answer: z.object({
      tags: z.array(z.object({ tagId, name: z.string(), contactCount: z.number().int() })),
      fields: z.array(z.object({ fieldKey, name: z.string() })),
    }),
  }),
  createField: post('/api/contact-fields/create', '新建自定义字段', member('phonebook.write'), {
    input: z.object({ name: contactFieldNameRule }),
    answer: z.object({ fieldKey }),
    refusals: ['contact_field_taken', 'too_many'],
  }),
  renameField: post('/api/contact-fields/rename', '修改自定义字段名称', member('phonebook.write'), {
    input: z.object({ fieldKey, name: contactFieldNameRule }),
    refusals: ['not_found', 'contact_field_taken'],
  }),
  removeField: post('/api/contact-fields/remove', '删除自定义字段和它的全部内容', member('phonebook.write'), {
    input: z.object({ fieldKey }),
    answer: z.object({ taskId: idOf('task') }),
    refusals: ['not_found', 'contact_tasks_busy'],
  }),
  createTag: post('/api/contact-tags/create', '新建标签', member('phonebook.write'), {
    input: z.object({ name: contactTagNameRule }),
    answer: z.object({ tagId }),
    refusals: ['contact_tag_taken', 'too_many'],
  }),
  renameTag: post('/api/contact-tags/rename', '修改标签名称', member('phonebook.write'), {
    input: z.object({ tagId, name: contactTagNameRule }),
    refusals: ['not_found', 'contact_tag_taken'],
  }),
  removeTag: post('/api/contact-tags/remove', '删除标签', member('phonebook.write'), {
    input: z.object({ tagId }),
    answer: z.object(reversible),
    refusals: ['not_found'],
  }),
}
