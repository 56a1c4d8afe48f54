import { z } from 'zod'
import { call, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { flag, moment, phoneNumber } from '#contract/scalars.ts'
import { historyCall } from '#contract/staff/admin-history.ts'
import { limits } from '#values/limits.ts'
import { carriers } from '#values/phone.ts'
import { provinces } from '#values/province.ts'

const audience = staff('segment.write')
const carrier = z.enum(carriers)
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
  list: call({
    method: 'GET',
    path: '/api/admin/segments',
    summary: '号段列表',
    audience,
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
    refusals: [],
  }),
  set: call({
    method: 'POST',
    path: '/api/admin/segments/set',
    summary: '设置号段',
    audience,
    input: facts.extend({ prefix, /** The value that the person saw; null: there was none. */ seen: facts.nullable(), reason }),
    answer: z.object({}),
    refusals: ['changed_meanwhile'],
    once: true,
  }),
  remove: call({
    method: 'POST',
    path: '/api/admin/segments/remove',
    summary: '删除号段',
    audience,
    input: z.object({ prefix, reason }),
    answer: z.object({}),
    refusals: ['not_found'],
    once: true,
  }),
  apply: call({
    method: 'POST',
    path: '/api/admin/segments/apply',
    summary: '导入号段',
    audience,
    input: z.object({
      fileName: z.string().max(200),
      rows: z.array(facts.extend({ prefix })).min(1, '没有可以导入的行').max(limits.segmentFileRows),
      reason,
    }),
    answer: z.object({ addedCount: count, changedCount: count }),
    refusals: [],
    once: true,
  }),
  history: historyCall('/api/admin/segments/history', '号段的修改记录', 'segment.write'),
}

export const adminPortedCalls = {
  /** By the number; without one newest first. */
  list: call({
    method: 'GET',
    path: '/api/admin/ported',
    summary: '携号转网号码',
    audience,
    input: z.object({ phone: phoneNumber.optional() }),
    answer: z.object({ rows: z.array(z.object({ phone: z.string(), carrier, segmentCarrier: carrier.nullable(), changedAt: moment })) }),
    refusals: [],
  }),
  apply: call({
    method: 'POST',
    path: '/api/admin/ported/apply',
    summary: '导入携号转网',
    audience,
    input: z.object({
      rows: z
        .array(z.object({ phone: phoneNumber, carrier }))
        .min(1, '没有可以导入的行')
        .max(limits.portedFileRows),
      reason,
    }),
    answer: z.object({ changedCount: count }),
    refusals: [],
    once: true,
  }),
  remove: call({
    method: 'POST',
    path: '/api/admin/ported/remove',
    summary: '移除携号转网',
    audience,
    input: z.object({ phone: phoneNumber, reason }),
    answer: z.object({}),
    refusals: ['not_found'],
    once: true,
  }),
}
