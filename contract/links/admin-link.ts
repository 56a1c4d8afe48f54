import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { flag, idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { storedLinkStates } from './link-state.ts'

/** Frequent reasons, with the words that the customer reads. */
export const linkRejectReasons = [
  { code: 'phishing', name: '钓鱼仿冒', text: '目标页面仿冒他人网站或诱导填写账号、银行卡等信息，不能使用短链接。' },
  { code: 'gambling', name: '赌博', text: '目标页面含有赌博、彩票代购等内容，不能使用短链接。' },
  { code: 'obscene', name: '色情', text: '目标页面含有色情、低俗内容，不能使用短链接。' },
  {
    code: 'senderRegistration',
    name: '与备案不符',
    text: '目标域名没有备案，或备案主体与您的认证主体不一致，请更换域名，或在“我的域名”中完成验证。',
  },
  { code: 'unreachable', name: '打不开', text: '目标页面无法打开，请确认页面可以访问后重新提交。' },
  { code: 'redirect', name: '多次跳转', text: '目标页面会跳转到其他网站，请直接填写最终的网址。' },
] as const

/** Decisions on links by staff, or by a rule of theirs. */
const linkDecisions = [
  'passed',
  'host_passed',
  'domain_trusted',
  'rejected',
  'blocked',
  'unblocked',
  'domain_blocked',
  'domain_unblocked',
] as const
export type LinkDecision = (typeof linkDecisions)[number]

const count = z.number().int()
const host = z.string().min(1).max(253)
export const linkReasonRule = textOf('原因', limits.remarkCharacters, 2)
const audience = staff('link.manage')

/** A host for people, with hints for the reviewer. */
const hostFacts = { shown: z.string(), hints: z.array(z.string()) }
const account = { accountId: idOf('account'), accountName: z.string() }
const decision = {
  decision: z.enum(linkDecisions),
  reason: z.string().nullable(),
  staffName: z.string().nullable(),
  at: moment,
}

const reviewed = z.object({
  host,
  /** Unset: the links of every account. */
  accountId: idOf('account').optional(),
  /** Time of the list that staff saw: newer links must not be decided unseen. */
  seenAt: moment,
})

export const linkReviewCalls = {
  queue: get('/api/admin/link-reviews', '待审核短链接', audience, {
    /** By host: those with reported links first, then by the longest wait, at most `limits.reviewQueueRows`. */
    answer: z.object({
      rows: z.array(
        z.object({
          host,
          ...hostFacts,
          linkCount: count,
          accountCount: count,
          accountName: z.string().nullable(),
          oldestAt: moment,
          /** The last submission counted: later ones aren't decided unseen. */
          seenAt: moment,
          isFlagged: z.boolean(),
        }),
      ),
      linkCount: count,
    }),
  }),
  host: get('/api/admin/link-reviews/host', '一个域名下待审核的短链接', audience, {
    input: z.object({ host, accountId: idOf('account').optional() }),
    answer: z.object({
      host,
      ...hostFacts,
      accounts: z.array(z.object({ ...account, attestedName: z.string().nullable(), linkCount: count, activeLinkCount: count })),
      /** Some of them, reported ones first. */
      links: z.array(
        z.object({
          ...account,
          linkId: idOf('link'),
          shortUrl: z.string(),
          target: z.string(),
          title: z.string(),
          otherHosts: z.array(z.string()),
          isFlagged: z.boolean(),
          waitingSince: moment,
        }),
      ),
      /** Null: nothing is waiting. */
      seenAt: moment.nullable(),
      activeLinkCount: count,
      rejectedLinkCount: count,
      blockedLinkCount: count,
      decisions: z.array(z.object({ ...decision, ...account, linkCount: count })),
    }),
  }),
  pass: post('/api/admin/link-reviews/pass', '短链接审核通过', audience, {
    input: reviewed,
    answer: z.object({ linkCount: count }),
    refusals: ['link_review_gone'],
    once: true,
  }),
  trustHost: post('/api/admin/link-reviews/pass-host', '为客户通过目标域名', audience, {
    input: z.object({ host, accountId: idOf('account') }),
    answer: z.object({ linkCount: count }),
    refusals: ['link_review_gone', 'not_found'],
    once: true,
  }),
  revokeHost: post('/api/admin/link-reviews/revoke-host', '撤销客户的免审域名', audience, {
    input: z.object({ domain: host, accountId: idOf('account'), reason: linkReasonRule }),
    refusals: ['not_found'],
  }),
  reject: post('/api/admin/link-reviews/reject', '短链接审核拒绝', audience, {
    input: reviewed.extend({ reason: textOf('拒绝原因', limits.remarkCharacters, 4), reasonCode: z.string().max(40).optional() }),
    answer: z.object({ linkCount: count }),
    refusals: ['link_review_gone'],
    once: true,
  }),
}

const state = z.enum(storedLinkStates)
const foundLink = {
  ...account,
  linkId: idOf('link'),
  shortUrl: z.string(),
  title: z.string(),
  target: z.string(),
  state,
  reason: z.string().nullable(),
  /** The rule that blocked it; null when a person did. */
  blockedDomain: z.string().nullable(),
  isFlagged: z.boolean(),
  endsAt: moment.nullable(),
  createdAt: moment,
}
const oneLink = z.object({ accountId: idOf('account'), linkId: idOf('link') })

export const adminLinkCalls = {
  list: get('/api/admin/links', '查询短链接', audience, {
    input: z.object({
      search: z.string().trim().max(2_048).optional(),
      accountId: idOf('account').optional(),
      state: state.optional(),
      isFlagged: flag.optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(z.object(foundLink)),
  }),
  one: get('/api/admin/links/one', '短链接详情', audience, {
    input: oneLink,
    answer: z.object({
      ...foundLink,
      attestedName: z.string().nullable(),
      accountState: z.string(),
      startsAt: moment.nullable(),
      hosts: z.array(z.object({ host, ...hostFacts })),
      /** All links of the account are stopped. */
      stop: z.object({ reason: z.string(), at: moment }).nullable(),
      openReportCount: count,
      /** The target's domain that staff vouched for, for this account only. */
      vouchedDomain: z.string().nullable(),
      /** Of the last 30 days. */
      visits: z.object({ pv: count, uv: count, ip: count, bots: count }),
      visitDays: z.array(z.object({ at: moment, pv: count })),
      decisions: z.array(z.object({ ...decision, isOwn: z.boolean() })),
    }),
    refusals: ['not_found'],
  }),
  block: post('/api/admin/links/block', '封禁短链接', audience, {
    input: oneLink.extend({ reason: linkReasonRule }),
    answer: z.object({ state }),
    refusals: ['not_found', 'state_forbids'],
  }),
  unblock: post('/api/admin/links/unblock', '解封短链接', audience, {
    input: oneLink.extend({ reason: linkReasonRule }),
    answer: z.object({ state }),
    refusals: ['not_found', 'state_forbids', 'link_domain_blocked'],
  }),
  stop: post('/api/admin/links/stop-account', '停用客户的全部短链接', audience, {
    input: z.object({ accountId: idOf('account'), reason: linkReasonRule }),
    refusals: ['not_found', 'state_forbids'],
  }),
  resume: post('/api/admin/links/resume-account', '恢复客户的全部短链接', audience, {
    input: z.object({ accountId: idOf('account'), reason: linkReasonRule }),
    refusals: ['not_found', 'state_forbids'],
  }),
}
