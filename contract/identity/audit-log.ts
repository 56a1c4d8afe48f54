import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { undoFacts } from '#contract/undo/undo.ts'
import { limits } from '#values/limits.ts'
import { auditLogKindNames, auditLogModuleNames } from './audit-log-labels.ts'

export const auditLogFilter = z.object({
  from: moment,
  until: moment,
  kind: z.enum(auditLogKindNames).default('operation'),
  memberId: idOf('member').optional(),
  module: z.enum(auditLogModuleNames).optional(),
  result: z.enum(['ok', 'refused']).optional(),
  address: z.string().trim().max(45).optional(),
  /** In the object, the act's description or the request's id. */
  keyword: z.string().trim().max(100).optional(),
})
export type AuditLogFilter = z.output<typeof auditLogFilter>

const ranged = auditLogFilter.refine(
  ({ from, until }) => until > from && until.getTime() - from.getTime() <= limits.auditLogQueryDays * 86_400_000,
  { error: `一次最多查询${limits.auditLogQueryDays}天`, path: ['until'] },
)

const line = z.object({
  auditId: idOf('activity'),
  at: moment,
  kind: z.enum(auditLogKindNames),
  /** Who did it, by the name at that time; null: an unknown person. */
  actor: z.string().nullable(),
  module: z.string(),
  /** As text: 提交审核签名. */
  action: z.string(),
  object: z.string().nullable(),
  isDone: z.boolean(),
  /** The reason of a refusal, as it was shown. */
  reason: z.string().nullable(),
  address: z.string(),
  place: z.string().nullable(),
  /** How the act can be undone, or what became of undoing it; only for members who may. */
  undo: undoFacts.nullable(),
})

/** Details as JSON; secrets were redacted before they were stored. */
const fields = z.record(z.string(), z.unknown())

const fault = z.object({
  kind: z.enum(['changed', 'removed', 'added', 'entry_removed', 'ends_changed']),
  auditId: z.string().nullable(),
  position: z.number().int().nullable(),
})

export const auditLogCalls = {
  list: get('/api/audit-log', '操作日志', member('audit.read'), {
    input: ranged.safeExtend({ cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(line),
  }),
  one: get('/api/audit-log/one', '日志详情', member('audit.read'), {
    input: z.object({ auditId: idOf('activity') }),
    answer: line.extend({
      /** Browser and system, as text. */
      device: z.string().nullable(),
      requestId: z.string().nullable(),
      /** The input. */
      detail: fields.nullable(),
      before: fields.nullable(),
      after: fields.nullable(),
      /** Position in the hash chain; null: not chained yet. */
      position: z.number().int().nullable(),
      hash: z.string().nullable(),
      /** The lines of the act that this one undid, and of those that undid this one. */
      linked: z.array(z.object({ auditId: idOf('activity'), at: moment, actor: z.string().nullable(), action: z.string() })),
    }),
    refusals: ['not_found'],
  }),
  people: get('/api/audit-log/people', '日志里的操作人', member('audit.read'), {
    answer: z.object({ members: z.array(z.object({ memberId: idOf('member'), name: z.string() })) }),
  }),
  verify: post('/api/audit-log/verify', '验证日志是否完整', member('audit.read'), {
    answer: z.object({
      lineCount: z.number().int(),
      waitingCount: z.number().int(),
      /** The hash at the end of the chain, for comparison. */
      head: z.string(),
      faults: z.array(fault),
    }),
  }),
}
