import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { oneTimeCodeRule } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf, tableOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

/** Lists that can be exported, with the texts of the screens. Each has its source (domain/export/sources.ts). */
export const exportNames = {
  message: '发送记录',
  inbound: '收到的回复',
  blacklist: '黑名单',
  contact: '通讯录',
  statistics: '统计',
  link: '短链接',
  visit: '访问记录',
  transaction: '收支明细',
  activity: '操作日志',
  consumption: '消费明细',
  bill: '账单明细',
  order: '订单',
} as const
export type ExportName = keyof typeof exportNames

/** States of an export, with the texts of the screens. */
export const exportStates = {
  queued: '排队中',
  writing: '生成中',
  done: '已完成',
  failed: '失败',
  canceled: '已取消',
  expired: '已过期',
} as const
export type ExportState = keyof typeof exportStates

/** States in which each act is possible: buttons, rules and refusals use this table. */
export const exportCan = {
  cancel: { action: '取消', states: ['queued', 'writing'] },
  retry: { action: '重试', states: ['failed'] },
  download: { action: '下载', states: ['done'] },
  delete: { action: '删除', states: ['done', 'failed', 'canceled', 'expired'] },
} as const satisfies Record<string, { action: string; states: readonly ExportState[] }>
export type ExportAct = keyof typeof exportCan

/** Reasons of failure, and what helps. A retry resumes where it stopped. */
export const exportFailures = {
  too_many_rows: `超过${limits.exportRows / 10_000}万行，请缩小范围后重新导出`,
  disk_full: '服务器存储空间不足，请稍后重试',
  broken: '生成时出错，请重试；仍不成功请联系客服',
} as const
export type ExportFailure = keyof typeof exportFailures

export const exportFormats = { csv: { name: 'CSV' }, xlsx: { name: 'XLSX' } } as const
export type ExportFormat = keyof typeof exportFormats

/** Format of a column's values: digits that are no number (phones, ids) stay text in every spreadsheet. */
const columnKinds = ['text', 'phone', 'time', 'number', 'money'] as const
export type ColumnKind = (typeof columnKinds)[number]

const count = z.number().int()
const source = z.enum(keysOf(exportNames))
const state = z.enum(keysOf(exportStates))
const format = z.enum(keysOf(exportFormats))

/** A list's filter in the wire form of its own call, as JSON text, so that it fits a query string. */
const sentFilter = z.codec(z.string().max(4_000), z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])), {
  decode: (text, context) => {
    try {
      return JSON.parse(text)
    } catch {
      context.issues.push({ code: 'custom', message: '筛选条件格式不正确', input: text })
      return z.NEVER
    }
  },
  encode: filter => JSON.stringify(filter),
})

/** A filter as text: 提交时间, 2026-11-15 至 2026-11-21 18:30. */
const facts = z.array(z.tuple([z.string(), z.string()]))
export type ExportFacts = z.output<typeof facts>

const chosen = z.object({ source, filter: sentFilter })

const row = z.object({
  exportId: idOf('export'),
  source,
  facts,
  format,
  columnCount: count,
  /** With whole numbers. */
  isFull: z.boolean(),
  state,
  failure: z.enum(keysOf(exportFailures)).nullable(),
  /** Written so far. */
  rowCount: count,
  /** Null until they are counted. */
  totalCount: count.nullable(),
  byteCount: count,
  /** A worksheet holds a million rows; more become several workbooks in one ZIP. */
  fileCount: count,
  /** Of each finished file, downloaded or in the archive. */
  sha256s: z.array(z.string()),
  memberName: z.string(),
  requestedAt: moment,
  startedAt: moment.nullable(),
  finishedAt: moment.nullable(),
  expiresAt: moment.nullable(),
  downloadCount: count,
})

const one = z.object({ exportId: idOf('export') })
const done = z.object({ state })

export const exportCalls = {
  offer: get('/api/exports/offer', '可导出的内容', member('export.write'), {
    input: chosen,
    answer: z.object({
      /** The resolved filter, fixed from now on. */
      facts,
      /** Extra ones are initially unselected. */
      columns: z.array(z.object({ key: z.string(), title: z.string(), kind: z.enum(columnKinds), isExtra: z.boolean() })),
      /** Unfinished exports, and how many are allowed at a time. */
      unfinishedCount: count,
    }),
    refusals: ['not_allowed', 'input_invalid'],
  }),
  askCode: post('/api/exports/ask-code', '获取导出完整号码的验证码', member('message.reveal'), {
    input: z.object({ source }),
    refusals: ['code_limited'],
  }),
  confirm: post('/api/exports/confirm', '确认导出完整号码', member('message.reveal'), {
    input: z.object({ source, code: oneTimeCodeRule }),
    answer: z.object({ isConfirmed: z.boolean() }),
  }),
  create: post('/api/exports/create', '导出', member('export.write'), {
    once: true,
    input: chosen.extend({ columns: z.array(z.string().max(40)).min(1, '请至少选择一列').max(100), format, isFull: z.boolean() }),
    answer: one,
    refusals: ['not_allowed', 'input_invalid', 'export_empty', 'export_too_many', 'export_code_required', 'storage_full'],
  }),
  list: get('/api/exports', '导出任务', member('export.read'), {
    input: z.object({ state: state.optional(), source: source.optional(), cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(row).extend({
      counts: z.object(tableOf(state.options, () => count)),
    }),
  }),
  one: get('/api/exports/one', '导出任务详情', member('export.read'), { input: one, answer: row, refusals: ['not_found'] }),
  cancel: post('/api/exports/cancel', '取消导出', member('export.write'), {
    input: one,
    answer: done,
    refusals: ['not_found', 'state_forbids'],
  }),
  retry: post('/api/exports/retry', '重试导出', member('export.write'), {
    input: one,
    answer: done,
    refusals: ['not_found', 'state_forbids', 'export_too_many', 'storage_full'],
  }),
  delete: post('/api/exports/delete', '删除导出', member('export.write'), { input: one, refusals: ['not_found', 'state_forbids'] }),
  ticket: post('/api/exports/ticket', '获取下载链接', member('export.read'), {
    input: one,
    /** URL of the file for the same member, valid for a minute. */
    answer: z.object({ address: z.string() }),
    refusals: ['not_found', 'state_forbids', 'not_allowed'],
  }),
}

/** The file of a ticket. Refuses `export_link_invalid`, `not_found`, `state_forbids` and `not_allowed`. */
export const exportFileRoute = {
  method: 'GET',
  path: '/api/exports/file',
  summary: '下载导出文件',
  audience: member('export.read'),
  input: z.object({ ticket: z.string().max(500) }),
} as const
