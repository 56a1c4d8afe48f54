import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { flag, moment, phoneNumber } from '#contract/scalars.ts'
import { historyCall } from '#contract/staff/admin-history.ts'
import { limits } from '#values/limits.ts'
import { mainlandCarriers } from '#values/phone.ts'
import { provinces } from '#values/province.ts'

const audience = staff('segment.write')
const carrier = z.enum(mainlandCarriers)
const count = z.number().int()
const reason = textOf('原因', limits.remarkCharacters, 2)
const prefix = z
  .string()
  .trim()
  .regex(/^1[3-9]\d{1,5}$/, '号段为3-7位数字，以13-19开头')
const facts = z.object({ carrier, isVirtual: z.boolean() })

/** A parsed row of a file; nothing is changed yet. */
const readRow = z.object({
  line: count,
  given: z.string(),
  /** Null: the row is invalid, and `problem` says why. */
  row: facts.extend({ prefix: z.string() }).nullable(),
  before: facts.nullable(),
  problem: z.string().nullable(),
})
const readPorted = z.object({
  line: count,
  given: z.string(),
  row: z.object({ phone: z.string(), carrier }).nullable(),
  problem: z.string().nullable(),
})

const route = <Path extends string, Row extends z.ZodType>(path: Path, summary: string, row: Row) => ({
  method: 'POST' as const,
  path,
  summary,
  audience,
  fileNameHeader: 'x-file-name',
  answer: z.object({ fileName: z.string(), rows: z.array(row) }),
})
export const segmentFileRoute = route('/api/admin/segments/read', '读取号段文件', readRow)
export const portedFileRoute = route('/api/admin/ported/read', '读取携号转网文件', readPorted)

export const adminSegmentCalls = {
  list: get('/api/admin/segments', '号段列表', audience, {
    input: z.object({
      /** A prefix or a whole number: its segments, and those that start with it. */
      search: z
        .string()
        .trim()
        .regex(/^\d{0,11}$/, '请填写数字')
        .optional(),
      carrier: carrier.optional(),
      isVirtual: flag.optional(),
    }),
    answer: z.object({
      rows: z.array(facts.extend({ prefix: z.string() })),
      /** For a whole number: its carrier. */
      found: z
        .object({
          carrier: carrier.nullable(),
          prefix: z.string().nullable(),
          province: z.enum(provinces).nullable(),
          portedTo: carrier.nullable(),
        })
        .nullable(),
      portedCount: count,
    }),
  }),
  set: post('/api/admin/segments/set', '设置号段', audience, {
    input: facts.extend({ prefix, /** The value that the person saw; null: there was none. */ seen: facts.nullable(), reason }),
    refusals: ['changed_meanwhile'],
    once: true,
  }),
  remove: post('/api/admin/segments/remove', '删除号段', audience, {
    input: z.object({ prefix, reason }),
    refusals: ['not_found'],
    once: true,
  }),
  apply: post('/api/admin/segments/apply', '导入号段', audience, {
    input: z.object({
      fileName: z.string().max(200),
      rows: z.array(facts.extend({ prefix })).min(1, '没有可以导入的行').max(limits.segmentFileRows),
      reason,
    }),
    answer: z.object({ addedCount: count, changedCount: count }),
    once: true,
  }),
  history: historyCall('/api/admin/segments/history', '号段的修改记录', 'segment.write'),
}

export const adminPortedCalls = {
  /** By the number; without one newest first. */
  list: get('/api/admin/ported', '携号转网号码', audience, {
    input: z.object({ phone: phoneNumber.optional() }),
    answer: z.object({ rows: z.array(z.object({ phone: z.string(), carrier, segmentCarrier: carrier.nullable(), changedAt: moment })) }),
  }),
  apply: post('/api/admin/ported/apply', '导入携号转网', audience, {
    input: z.object({
      rows: z
        .array(z.object({ phone: phoneNumber, carrier }))
        .min(1, '没有可以导入的行')
        .max(limits.portedFileRows),
      reason,
    }),
    answer: z.object({ changedCount: count }),
    once: true,
  }),
  remove: post('/api/admin/ported/remove', '移除携号转网', audience, {
    input: z.object({ phone: phoneNumber, reason }),
    refusals: ['not_found'],
    once: true,
  }),
}
