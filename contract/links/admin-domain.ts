import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { parseDomain } from './domain-name.ts'

export const domainRuleKinds = { blocked: '封禁', trusted: '受信任' } as const
export type DomainRuleKind = keyof typeof domainRuleKinds
const kind = z.enum(keysOf(domainRuleKinds))

/** Domains per paste, few enough for the URL of a preview. */
export const domainsAtOnce = 100
const domainCharacters = 253
/** In the stored form. */
const domain = z
  .string()
  .max(domainCharacters)
  .refine(text => {
    const parsed = parseDomain(text)
    return 'domain' in parsed && parsed.domain === text
  }, '域名格式错误')
const domains = z.array(domain).min(1, '请填写域名').max(domainsAtOnce, `一次最多${domainsAtOnce}个域名`)
const remark = z.string().trim().max(limits.remarkCharacters, `备注不能超过${limits.remarkCharacters}个字`)
const reason = textOf('原因', limits.remarkCharacters, 2)
const count = z.number().int()
const audience = staff('link.manage')

export const adminDomainCalls = {
  list: get('/api/admin/domains', '目标域名名单', audience, {
    input: z.object({
      search: z.string().trim().max(domainCharacters).optional(),
      kind: kind.optional(),
      cursor: z.string().max(domainCharacters).optional(),
      pageSize,
    }),
    answer: pageOf(
      z.object({
        domain: z.string(),
        shown: z.string(),
        kind,
        remark: z.string(),
        staffName: z.string().nullable(),
        createdAt: moment,
        /** Links that this rule blocks. */
        blockedLinkCount: count,
      }),
    ),
  }),
  preview: get('/api/admin/domains/preview', '名单生效范围', audience, {
    input: z.object({
      /** Separated by commas. */
      domains: z
        .string()
        .max(domainsAtOnce * 60)
        .transform(text => text.split(','))
        .pipe(domains),
      kind,
    }),
    answer: z.object({
      rows: z.array(
        z.object({
          domain: z.string(),
          /** The kind of the existing rule. */
          kind: kind.nullable(),
          /** Links that stop, or waiting links that pass. */
          linkCount: count,
          accountCount: count,
        }),
      ),
    }),
  }),
  add: post('/api/admin/domains/add', '加入域名名单', audience, {
    input: z.object({ domains, kind, remark }),
    answer: z.object({ ruleCount: count, linkCount: count }),
    once: true,
  }),
  remove: post('/api/admin/domains/remove', '移出域名名单', audience, {
    input: z.object({ domain, reason }),
    answer: z.object({ linkCount: count }),
    refusals: ['not_found'],
  }),
  remark: post('/api/admin/domains/remark', '修改域名备注', audience, { input: z.object({ domain, remark }), refusals: ['not_found'] }),
}
