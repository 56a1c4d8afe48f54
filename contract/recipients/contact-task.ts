import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { idOf } from '#contract/scalars.ts'
import { taskProgress } from '#contract/tasks/task.ts'
import { undoFacts } from '#contract/undo/undo.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { fieldKey } from './contact-label.ts'
import { consent, contactFilter, declaredConsent } from './phonebook.ts'

/** Kinds of background tasks on contacts, with the texts of the screens. */
export const contactTaskKinds = {
  import: '导入联系人',
  move: '移动联系人',
  copy: '复制联系人',
  delete: '删除联系人',
  tag: '加标签',
  untag: '去标签',
  consent: '登记同意',
  merge: '合并重复联系人',
  clear_field: '清除字段内容',
} as const
export type ContactTaskKind = keyof typeof contactTaskKinds

/** Outcomes of a row or a contact. */
const contactTaskOutcomes = [
  'added',
  'updated',
  'unchanged',
  'skipped',
  'duplicate',
  'malformed',
  'done',
  'stayed',
  'merged',
  'removed',
] as const
export type ContactTaskOutcome = (typeof contactTaskOutcomes)[number]
/** Outcomes shown as failed; an import's are in its file of refused rows. */
export const failedOutcomes = ['duplicate', 'malformed', 'stayed'] as const satisfies readonly ContactTaskOutcome[]

/** Merge rules for a contact whose number is in the group already. */
const mergeRules = ['skip', 'fill', 'overwrite'] as const
export type MergeRule = (typeof mergeRules)[number]

/** Which of several contacts with one number stays. Missing fields are filled from the others. */
const keepRules = ['oldest', 'newest', 'fullest'] as const
export type KeepRule = (typeof keepRules)[number]

const count = z.number().int()
const groupId = idOf('group')
const tagId = idOf('tag')
const taskId = idOf('task')

const act = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('move'), filter: contactFilter, groupId }),
  z.object({ kind: z.literal('copy'), filter: contactFilter, groupId }),
  z.object({ kind: z.literal('delete'), filter: contactFilter }),
  z.object({ kind: z.literal('tag'), filter: contactFilter, tagId }),
  z.object({ kind: z.literal('untag'), filter: contactFilter, tagId }),
  z.object({ kind: z.literal('consent'), filter: contactFilter, consent: declaredConsent }),
  z.object({ kind: z.literal('merge'), keep: z.enum(keepRules) }),
])
export type ContactAct = z.output<typeof act>

const column = z
  .number()
  .int()
  .min(0)
  .max(limits.uploadColumns - 1)

/** Meaning of a file's columns; at most one column of each kind, and one for each own field. */
const importMapping = z.object({
  hasHeader: z.boolean(),
  phoneColumn: column,
  nameColumn: column.nullable(),
  remarkColumn: column.nullable(),
  /** Several in one cell are separated by 、 or ; or , */
  tagsColumn: column.nullable(),
  fieldColumns: z.array(z.object({ fieldKey, column })).max(limits.contactFields),
  rule: z.enum(mergeRules),
  /** For all contacts in the file; null: none is declared. */
  consent: consent.nullable(),
  /** For all of them. */
  tagIds: z.array(tagId).max(limits.contactTags),
})
export type ImportMapping = z.output<typeof importMapping>

const task = taskProgress.extend({
  taskId,
  kind: z.enum(keysOf(contactTaskKinds)),
  /** Its object: the file, the group, the tag. */
  subject: z.string(),
  counts: z.partialRecord(z.enum(contactTaskOutcomes), count),
  hasRefusedRows: z.boolean(),
  /** How it can be undone, once it has ended. */
  undo: undoFacts.nullable(),
})
const started = z.object({ taskId })

export const contactTaskCalls = {
  list: get('/api/contact-tasks', '通讯录任务', member('phonebook.read'), {
    /** Newest first. */
    answer: z.object({ rows: z.array(task) }),
  }),
  one: get('/api/contact-tasks/one', '通讯录任务详情', member('phonebook.read'), {
    input: z.object({ taskId }),
    answer: task,
    refusals: ['not_found'],
  }),
  start: post('/api/contact-tasks/start', '批量处理联系人', member('phonebook.write'), {
    once: true,
    input: z.object({ act }),
    answer: started,
    refusals: ['not_found', 'contacts_none', 'contact_tasks_busy'],
  }),
  importFile: post('/api/contact-tasks/import', '从文件导入联系人', member('phonebook.write'), {
    once: true,
    input: importMapping.extend({ uploadId: idOf('upload'), groupId }),
    answer: started,
    refusals: ['not_found', 'input_invalid', 'contact_tasks_busy'],
  }),
  cancel: post('/api/contact-tasks/cancel', '停止通讯录任务', member('phonebook.write'), {
    input: z.object({ taskId }),
    refusals: ['not_found', 'state_forbids'],
  }),
  duplicates: get('/api/contacts/duplicates', '重复的联系人', member('phonebook.read'), {
    answer: z.object({
      /** Numbers in several groups, and contacts that merging would delete. */
      phoneCount: count,
      surplusCount: count,
    }),
  }),
}

/** Refused rows of an import as a CSV file: `?taskId=`. Numbers are whole or masked as in `refusedRowsRoute`. */
export const refusedContactsRoute = {
  method: 'GET',
  path: '/api/contact-tasks/refused',
  summary: '下载没有导入的行',
  audience: member('phonebook.write'),
  input: z.object({ taskId }),
} as const
