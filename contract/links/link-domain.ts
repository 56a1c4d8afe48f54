import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { moment } from '#contract/scalars.ts'
import { domainProblemNames, parseDomain } from './domain-name.ts'
import { icpNumberRule, siteNameRule } from './link-icp.ts'

/** States of an own short domain. */
const linkDomainStates = ['pending', 'verified', 'disabled'] as const
export type LinkDomainState = (typeof linkDomainStates)[number]

/** Why a domain's DNS record proves nothing. `other`: there is one, but not ours. */
const dnsProblems = ['nxdomain', 'no_record', 'other', 'timeout'] as const
export type DnsProblem = (typeof dnsProblems)[number]

/** A pasted domain, in its stored form. */
export const domainName = z.codec(z.string().max(300), z.string(), {
  decode: (text, context) => {
    const parsed = parseDomain(text)
    if ('domain' in parsed && parsed.domain.length <= 253) return parsed.domain
    const message =
      'domain' in parsed ? '域名过长' : text.trim() === '' ? '请填写域名' : `“${text.trim()}”${domainProblemNames[parsed.problem]}`
    context.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  },
  encode: domain => domain,
})

/** Result of the last check; `found`: the values of the record instead. */
const problem = z.object({ kind: z.enum(dnsProblems), found: z.array(z.string()) })
export type DomainProblem = z.output<typeof problem>

/** Explains a wrong DNS record to the domain's owner. */
export function dnsProblemText({ kind, found }: DomainProblem, record: 'CNAME' | 'TXT'): string {
  if (kind === 'nxdomain') return '域名不存在（NXDOMAIN）：请确认拼写，并在域名服务商处添加记录。'
  if (kind === 'timeout') return '查询超时或域名服务器没有应答，稍后会自动重试。'
  if (kind === 'no_record') return `域名下还没有${record}记录：请按下面的值添加，生效通常需要几分钟。`
  return `${record}记录的值不对，查到的是 ${found.join('、')}。请改为下面的值。`
}

const count = z.number().int()
const state = z.enum(linkDomainStates)
/** Both empty: not stated. */
const icp = { siteName: z.string(), icpNumber: z.string() }
const own = z.object({
  domain: z.string(),
  ...icp,
  /** For people (IDN in Unicode). */
  shown: z.string(),
  state,
  problem: problem.nullable(),
  /** Disabled because its record failed three days in a row, not by a person. */
  isDisabledByCheck: z.boolean(),
  linkCount: count,
  checkedAt: moment.nullable(),
})
const target = z.object({
  domain: z.string(),
  ...icp,
  shown: z.string(),
  state: z.enum(['pending', 'verified']),
  /** The TXT record's value; null when staff vouched for the domain. */
  record: z.string().nullable(),
  problem: problem.nullable(),
  checkedAt: moment.nullable(),
  verifiedAt: moment.nullable(),
})
const one = z.object({ domain: domainName })

/** `unchecked`: the platform can't reach the domain's public address from where it runs. */
const httpsOutcomes = ['works', 'certificate', 'unreachable', 'unchecked'] as const
export type HttpsOutcome = (typeof httpsOutcomes)[number]

export const linkDomainCalls = {
  list: get('/api/link-domains', '短链接域名', member('link.read'), {
    answer: z.object({
      /** Required target of an own domain's CNAME; null while the platform has no public name. */
      cname: z.string().nullable(),
      /** The platform's own short domain, if its filing is known. */
      platform: z.object({ domain: z.string(), ...icp }).nullable(),
      rows: z.array(own),
      targets: z.array(target),
    }),
  }),
  add: post('/api/link-domains/add', '添加短链接域名', member('link.write'), {
    needs: 'domain.add',
    input: one,
    answer: z.object({ domain: z.string() }),
    refusals: ['link_domain_taken', 'link_domain_barred', 'link_domain_platform', 'too_many'],
  }),
  check: post('/api/link-domains/check', '检查短链接域名', member('link.write'), {
    input: one,
    answer: z.object({ state, problem: problem.nullable() }),
    refusals: ['not_found', 'link_domain_no_cname', 'link_domain_barred', 'too_many_requests'],
  }),
  /** Whether a verified domain answers by HTTPS: its certificate is obtained by the proxy in front. */
  https: get('/api/link-domains/https', '短链接域名的HTTPS', member('link.read'), {
    input: one,
    answer: z.object({ outcome: z.enum(httpsOutcomes) }),
    refusals: ['not_found', 'too_many_requests'],
  }),
  /** Null: none is stated. */
  saveIcpRecord: post('/api/link-domains/icp', '保存域名的备案信息', member('link.write'), {
    input: one.extend({
      kind: z.enum(['own', 'target']),
      icp: z.object({ siteName: siteNameRule, icpNumber: icpNumberRule }).nullable(),
    }),
    refusals: ['not_found'],
  }),
  disable: post('/api/link-domains/disable', '停用短链接域名', member('link.write'), {
    input: one,
    refusals: ['not_found', 'state_forbids'],
  }),
  remove: post('/api/link-domains/remove', '删除短链接域名', member('link.write'), {
    input: one,
    refusals: ['not_found', 'link_domain_in_use'],
  }),
  addTarget: post('/api/target-domains/add', '添加目标域名', member('link.write'), {
    input: one,
    answer: z.object({ domain: z.string(), record: z.string() }),
    refusals: ['link_domain_platform', 'too_many'],
  }),
  checkTarget: post('/api/target-domains/check', '检查目标域名', member('link.write'), {
    input: one,
    answer: z.object({
      state: z.enum(['pending', 'verified']),
      problem: problem.nullable(),
      /** Waiting links that pass by it. */
      passedCount: count,
    }),
    refusals: ['not_found', 'too_many_requests'],
  }),
  removeTarget: post('/api/target-domains/remove', '删除目标域名', member('link.write'), { input: one, refusals: ['not_found'] }),
}
