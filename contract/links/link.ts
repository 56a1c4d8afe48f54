import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { linkRules, linkTarget, referrerPolicies } from './link-rule.ts'
import { storedLinkStates } from './link-state.ts'
import { linkTagsRule } from './link-tag.ts'

/**
 * The part of a short address that its owner chooses. Only the server knows the reserved and offensive words
 * (domain/visits/own-code.ts).
 */
export const ownCodeRule = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{4,20}$/, '自定义后缀为4-20位字母、数字、-或_')
export const linkTitleRule = textOf('标题', limits.linkTitleCharacters, 0)
export const linkPasswordRule = z
  .string()
  .min(limits.linkPasswordMinCharacters, `访问密码至少${limits.linkPasswordMinCharacters}位`)
  .max(limits.linkPasswordCharacters, `访问密码最多${limits.linkPasswordCharacters}位`)
export const visitLimitRule = z
  .int('访问次数上限须为整数')
  .min(1, '访问次数上限至少为1')
  .max(limits.linkVisitLimit, `访问次数上限最多${limits.linkVisitLimit.toLocaleString('en-US')}`)
const minute = (from: number, until: number) => z.int('时间格式有误').min(from, '时间格式有误').max(until, '时间格式有误')

/** Fields that can be changed later on. */
const changeable = {
  target: linkTarget,
  title: linkTitleRule,
  tags: linkTagsRule,
  linkGroupId: idOf('linkGroup').nullable(),
  startsAt: moment.nullable(),
  endsAt: moment.nullable(),
  /** Target after its end; null: a page of ours. */
  endedTarget: linkTarget.nullable(),
  visitLimit: visitLimitRule.nullable(),
  /** Minutes of the day in China between which it redirects; `until` may lie on the next day. Both or none. */
  activeFromMinute: minute(0, 1_439).nullable(),
  activeUntilMinute: minute(1, 1_440).nullable(),
  rules: linkRules,
  /** Whether the visitor's own query string is passed to the target. */
  passesQuery: z.boolean(),
  referrerPolicy: z.enum(referrerPolicies),
}
/** Defaults of a link with only a target. */
export const plainLink = {
  title: '',
  tags: [],
  linkGroupId: null,
  startsAt: null,
  endsAt: null,
  endedTarget: null,
  visitLimit: null,
  activeFromMinute: null,
  activeUntilMinute: null,
  rules: [],
  passesQuery: false,
  referrerPolicy: 'strict-origin-when-cross-origin',
} as const

interface Times {
  startsAt?: Date | null | undefined
  endsAt?: Date | null | undefined
  activeFromMinute?: number | null | undefined
  activeUntilMinute?: number | null | undefined
}
/** Validates the combination of time fields. */
export function timesProblem({ startsAt, endsAt, activeFromMinute: from, activeUntilMinute: until }: Times) {
  if (startsAt && endsAt && endsAt <= startsAt) return { path: 'endsAt', message: '失效时间须晚于生效时间' } as const
  if (((from ?? null) === null) !== ((until ?? null) === null)) return { path: 'activeUntilMinute', message: '请填写完整的时段' } as const
  if (from != null && from === until) return { path: 'activeUntilMinute', message: '时段的开始和结束不能相同' } as const
  return null
}
const checkTimes = (times: Times, context: z.core.$RefinementCtx) => {
  const problem = timesProblem(times)
  if (problem) context.addIssue({ code: 'custom', path: [problem.path], message: problem.message, input: times })
}

/**
 * Every setting of a new link. `domain`: '' for the platform's own, else one of the account's. Without an own code one
 * is drawn.
 */
const linkFields = z.object({
  ...changeable,
  domain: z.string().max(253),
  ownCode: ownCodeRule.nullable(),
  /** Visitors must enter it first; null: none. */
  password: linkPasswordRule.nullable(),
})
/** Unset fields stay as they are; null removes the password. */
const linkChanges = z.object({ ...changeable, password: linkPasswordRule.nullable() }).partial()
export type LinkChanges = z.output<typeof linkChanges>

const linkId = idOf('link')
export const linkState = z.enum(storedLinkStates)
const count = z.number().int()

/** A link for its form and its drawer. */
const wholeLink = z.object({
  linkId,
  ...changeable,
  domain: z.string(),
  code: z.string(),
  shortUrl: z.string(),
  state: linkState,
  /** The reason why it was rejected or blocked. */
  reason: z.string().nullable(),
  hasPassword: z.boolean(),
  source: z.enum(['console', 'batch', 'broadcast', 'api']),
  createdAt: moment,
})

/** Findings of a live check of a target: warnings, and hints. */
const targetNote = z.object({ level: z.enum(['warning', 'hint']), text: z.string() })

export const linkCalls = {
  create: post('/api/links/create', '创建短链接', member('link.write'), {
    needs: 'link.create',
    input: linkFields.superRefine(checkTimes),
    answer: z.object({ linkId, shortUrl: z.string(), state: linkState, target: z.string() }),
    refusals: [
      'not_found',
      'code_taken',
      'code_unfit',
      'target_refused',
      'link_domain_unusable',
      'link_units_insufficient',
      'links_stopped',
      'busy',
    ],
    once: true,
  }),
  edit: post('/api/links/edit', '修改短链接', member('link.write'), {
    input: linkChanges.extend({ linkId }).superRefine(checkTimes),
    answer: z.object({ linkId, state: linkState }),
    refusals: ['not_found', 'state_forbids', 'target_refused', 'busy'],
  }),
  one: get('/api/links/one', '短链接详情', member('link.read'), {
    input: z.object({ linkId }),
    answer: wholeLink,
    refusals: ['not_found'],
  }),
  /** Choices of the form: ready domains of the account, its groups, tags in use, and link units. */
  choices: get('/api/links/choices', '创建短链接时的选项', member('link.read'), {
    answer: z.object({
      /** Base of the platform's short addresses: `https://hy.example`. */
      shortLinkUrl: z.string(),
      domains: z.array(z.string()),
      groups: z.array(z.object({ linkGroupId: idOf('linkGroup'), name: z.string() })),
      tags: z.array(z.string()),
      units: z.object({ left: count }),
    }),
  }),
  /** Checks whether an own code is available. */
  checkCode: get('/api/links/code', '自定义后缀是否可用', member('link.write'), {
    input: z.object({ domain: z.string().max(253).default(''), code: ownCodeRule }),
    answer: z.object({ problem: z.string().nullable() }),
  }),
  /** Checks a target without opening it. */
  checkTarget: post('/api/links/target', '检查目标网址', member('link.write'), {
    input: z.object({ target: linkTarget }),
    answer: z.object({
      /** In the stored form. */
      target: z.string(),
      /** Why it is refused. */
      problem: z.string().nullable(),
      needsReview: z.boolean(),
      notes: z.array(targetNote),
    }),
  }),
  /** Opens a target from the server and follows its redirects. */
  followTarget: post('/api/links/target/follow', '目标网址能否打开、跳转到哪里', member('link.write'), {
    input: z.object({ target: linkTarget }),
    answer: z.object({
      outcome: z.enum(['reached', 'unreachable', 'unchecked']),
      notes: z.array(targetNote),
    }),
    refusals: ['too_many_requests'],
  }),
}
