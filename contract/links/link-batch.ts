import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { taskProgress } from '#contract/tasks/task.ts'
import { limits } from '#values/limits.ts'
import { linkTitleRule } from './link.ts'
import { linkTarget } from './link-rule.ts'

const count = z.number().int()
const column = z
  .number()
  .int()
  .min(0)
  .max(limits.uploadColumns - 1)
const linkBatchId = idOf('linkBatch')

/** Common settings of a batch's links. */
const common = {
  uploadId: idOf('upload'),
  hasHeader: z.boolean(),
  /** '' for the platform's own, else one of the account's. */
  domain: z.string().max(253),
  linkGroupId: idOf('linkGroup').nullable(),
  /** For links whose row has no value. */
  endsAt: moment.nullable(),
}
const batch = z.discriminatedUnion('way', [
  /** A link for each row. */
  z.object({
    way: z.literal('targets'),
    ...common,
    targetColumn: column,
    codeColumn: column.nullable(),
    titleColumn: column.nullable(),
    /** Several in one cell are separated by 、 or ; or , */
    tagsColumn: column.nullable(),
    /** 2026-12-31, 2026-12-31 18:00 or a number of days. */
    endsColumn: column.nullable(),
  }),
  /** One link, with a code of its own for each row's recipient. */
  z.object({ way: z.literal('recipients'), ...common, target: linkTarget, title: linkTitleRule, recipientColumn: column }),
])
export type LinkBatchInput = z.output<typeof batch>

/** Links made from a file in the background. A batch that failed or was stopped can go on. */
const row = taskProgress.extend({
  linkBatchId,
  way: z.enum(['targets', 'recipients']),
  fileName: z.string(),
  /** Rows that became links or codes; the other processed ones are in the result with their reasons. */
  madeCount: count,
  /** The first failed rows, with their input and the reason. */
  problems: z.array(z.object({ line: count, given: z.string(), problem: z.string() })),
  /** Of a batch for recipients, once it is created. */
  linkId: idOf('link').nullable(),
})
const one = z.object({ linkBatchId })

export const linkBatchCalls = {
  list: get('/api/link-batches', '批量创建短链任务', member('link.read'), {
    /** Newest first. */
    answer: z.object({ rows: z.array(row) }),
  }),
  start: post('/api/link-batches/start', '批量创建短链接', member('link.write'), {
    needs: 'link.create',
    once: true,
    input: z.object({ batch }),
    answer: one,
    refusals: ['not_found', 'input_invalid', 'link_batches_busy', 'target_refused', 'link_domain_unusable'],
  }),
  countRows: get('/api/link-batches/rows', '批量创建短链接：文件行数', member('link.write'), {
    input: z.object({ uploadId: idOf('upload') }),
    /** Including the header; at most one more than a batch may have. */
    answer: z.object({ rowCount: count }),
    refusals: ['not_found', 'file_too_many_rows'],
  }),
  /** An ended batch goes on with the rows of another file: repaired ones take the places of those refused. */
  add: post('/api/link-batches/add', '补充批量创建短链接', member('link.write'), {
    needs: 'link.create',
    input: one.extend({ uploadId: idOf('upload') }),
    refusals: ['not_found', 'state_forbids', 'link_batches_busy', 'file_columns_differ', 'too_many'],
  }),
  cancel: post('/api/link-batches/cancel', '停止批量创建短链接', member('link.write'), {
    input: one,
    refusals: ['not_found', 'state_forbids'],
  }),
  resume: post('/api/link-batches/resume', '继续批量创建短链接', member('link.write'), {
    input: one,
    refusals: ['not_found', 'state_forbids', 'link_batches_busy'],
  }),
}

/** Result as a CSV file: every processed row with its short address or the reason: `?linkBatchId=`. */
export const linkBatchResultRoute = {
  method: 'GET',
  path: '/api/link-batches/result',
  summary: '下载批量创建的结果',
  audience: member('link.write'),
  input: one,
} as const

/** Rows that became no links, in the form of the uploaded file, to be corrected and uploaded again: `?linkBatchId=`. */
export const linkBatchRefusedRoute = {
  method: 'GET',
  path: '/api/link-batches/refused',
  summary: '下载没有创建的行',
  audience: member('link.write'),
  input: one,
} as const
