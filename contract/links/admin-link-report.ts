import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { reportKinds } from '#values/report-kind.ts'
import { linkReasonRule } from './admin-link.ts'
import { linkStates } from './link-state.ts'

/** Outcomes of an abuse report. */
export const reportOutcomes = { link_blocked: '已封禁短链接', domain_blocked: '已封禁目标域名', dismissed: '不予处理' } as const
export type ReportOutcome = keyof typeof reportOutcomes

const count = z.number().int()
const outcome = z.enum(keysOf(reportOutcomes))
const audience = staff('link.manage')

export const linkReportCalls = {
  list: get('/api/admin/link-reports', '短链接举报', audience, {
    input: z.object({
      view: z.enum(['new', 'handled']).default('new'),
      cursor: z
        .string()
        .regex(/^\d{1,6}$/)
        .optional(),
      pageSize,
    }),
    /** By link; among waiting ones those with several reporters first. */
    answer: pageOf(
      z.object({
        accountId: idOf('account'),
        accountName: z.string(),
        linkId: idOf('link'),
        shortUrl: z.string(),
        title: z.string(),
        target: z.string(),
        host: z.string(),
        shown: z.string(),
        hints: z.array(z.string()),
        state: z.enum(keysOf(linkStates)),
        isFlagged: z.boolean(),
        reportCount: count,
        addressCount: count,
        lastAt: moment,
        reports: z.array(
          z.object({
            kind: z.enum(keysOf(reportKinds)),
            words: z.string(),
            contact: z.string(),
            /** Without its last part. */
            address: z.string(),
            outcome: outcome.nullable(),
            remark: z.string().nullable(),
            staffName: z.string().nullable(),
            at: moment,
            handledAt: moment.nullable(),
          }),
        ),
      }),
    ),
  }),
  handle: post('/api/admin/link-reports/handle', '处理短链接举报', audience, {
    input: z.object({
      accountId: idOf('account'),
      linkId: idOf('link'),
      outcome,
      /** For blocking a domain: that of the target, or a parent of it. */
      domain: z.string().max(253).optional(),
      reason: linkReasonRule,
    }),
    answer: z.object({ reportCount: count, linkCount: count }),
    refusals: ['not_found', 'state_forbids', 'domain_outside'],
    once: true,
  }),
}
