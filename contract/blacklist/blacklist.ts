import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { anyPhoneNumber, idOf, moment, pageOf, pageSize, phoneOrEnding } from '#contract/scalars.ts'
import { reversible } from '#contract/undo/undo.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

/** Level of an entry: the whole account, or messages with one signature. */
export const blacklistLevels = { account: '全部签名', signature: '指定签名' } as const
export type BlacklistLevel = keyof typeof blacklistLevels
/** Scope of an entry; one-time codes are never blocked by a customer's entry. */
export const blacklistScopes = { marketing: '推广短信', all: '推广和通知短信' } as const
export type BlacklistScope = keyof typeof blacklistScopes
/** How a number got there. */
export const blacklistSources = {
  manual: '手动添加',
  import: '批量添加',
  reply: '回复退订',
  opt_out_page: '退订页面',
  complaint: '投诉',
} as const
export type BlacklistSource = keyof typeof blacklistSources

/** States of entries: in force, expired, removed. */
export const blacklistStates = { active: '生效中', lapsed: '已到期', removed: '已移除' } as const
export type BlacklistState = keyof typeof blacklistStates

const level = z.enum(keysOf(blacklistLevels))
const scope = z.enum(keysOf(blacklistScopes))
const source = z.enum(keysOf(blacklistSources))
const state = z.enum(keysOf(blacklistStates))

/** The last day of an entry, as it was chosen; null for one that a program let expire within a day. */
export function lastDayOf(expiresAt: Date | string): string | null {
  const end = new Date(expiresAt).getTime()
  return chinaDayStart(end).getTime() === end ? chinaDay(end - 1) : null
}

/** Whether people opted out themselves: then a removal needs their new consent. */
export const isOwnRefusal = (of: BlacklistSource) => of === 'reply' || of === 'opt_out_page'

export const blacklistReasonRule = textOf('原因', limits.blacklistReasonCharacters, 0)
export const removalReasonRule = textOf('移除原因', limits.blacklistReasonCharacters)
/** When, how and by whom the person consented again; short words like 同意 prove nothing. */
export const consentRule = textOf('同意凭证', limits.consentCharacters, limits.consentMinCharacters)

const count = z.number().int()
/** Complaints are kept: the numbers that are not removed. */
const removed = z.object({ removedCount: count, keptCount: count, ...reversible })

/** An entry in lists. */
export const blacklistRow = z.object({
  blacklistId: idOf('blacklist'),
  /** Masked. */
  phone: z.string(),
  level,
  signatureText: z.string().nullable(),
  scope,
  source,
  state,
  reason: z.string(),
  /** The person's words: the reply, or the complaint. */
  words: z.string().nullable(),
  /** The member who added it; null when the person opted out. */
  addedBy: z.string().nullable(),
  createdAt: moment,
  /** Null: until it is removed. */
  expiresAt: moment.nullable(),
  /** Messages and numbers of uploads that it blocked. */
  hitCount: count,
  removal: z.object({ at: moment, by: z.string().nullable(), reason: z.string(), consent: z.string().nullable() }).nullable(),
})

/** Filters of the list and its export. */
export const blacklistFilter = z.object({
  state: state.default('active'),
  level: level.optional(),
  signatureId: idOf('signature').optional(),
  source: source.optional(),
  scope: scope.optional(),
  phone: phoneOrEnding.optional(),
  /** When the number was added. */
  from: moment.optional(),
  until: moment.optional(),
})
export type BlacklistFilter = z.output<typeof blacklistFilter>

const activeFilter = blacklistFilter.omit({ state: true })

/** Why an entry may not expire then, or null. Null never expires. */
export function expiryProblem(at: Date | null, now: Date): string | null {
  if (at === null) return null
  if (at <= now) return '到期时间须晚于现在'
  return at.getTime() < now.getTime() + limits.blacklistYears * 366 * 86_400_000 ? null : `到期时间最多${limits.blacklistYears}年后`
}

/** Level, scope and expiry of new entries: the same for one number and for a million. */
export const blacklistPlace = z.object({
  /** Null: for all signatures. */
  signatureId: idOf('signature').nullable(),
  scope,
  reason: blacklistReasonRule,
  /** `expiryProblem` limits it, by the server's time. */
  expiresAt: moment.nullable(),
})

/** Problems reported line by line; all are counted. */
export const shownProblems = 50

export const blacklistCalls = {
  list: get('/api/blacklist', '黑名单列表', member('blacklist.read'), {
    input: blacklistFilter.extend({ cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(blacklistRow),
  }),
  figures: get('/api/blacklist/figures', '黑名单统计', member('blacklist.read'), {
    answer: z.object({
      activeCount: count,
      /** Of them: people who opted out themselves, by a reply or on the page. */
      ownCount: count,
      complaintCount: count,
      /** Added within the last thirty days. */
      recentCount: count,
    }),
  }),
  count: get('/api/blacklist/count', '符合条件的黑名单号码数', member('blacklist.read'), {
    input: activeFilter,
    /** Active entries that match, and of them opt-outs and complaints. */
    answer: z.object({ count, ownCount: count, complaintCount: count }),
  }),
  reveal: post('/api/blacklist/reveal', '查看黑名单的完整号码', member('message.reveal'), {
    input: z.object({ blacklistId: idOf('blacklist') }),
    answer: z.object({ phone: z.string() }),
    refusals: ['not_found', 'step_up_required'],
  }),
  check: get('/api/blacklist/check', '查询号码能否收到短信', member('blacklist.read'), {
    input: z.object({ phone: anyPhoneNumber }),
    answer: z.object({
      /** The platform blocks everything to this number; the reason isn't shown. */
      isPlatformBlocked: z.boolean(),
      /** Entries in force. */
      rows: z.array(blacklistRow),
    }),
  }),
  add: post('/api/blacklist/add', '添加黑名单', member('blacklist.write'), {
    input: blacklistPlace.extend({
      /** As pasted; parsed by the server. */
      numbers: z
        .array(z.string().max(60))
        .min(1, '请填写手机号')
        .max(limits.blacklistPastedPhones, `一次最多${limits.blacklistPastedPhones}个号码`),
    }),
    answer: z.object({
      addedCount: count,
      /** On the list already at this level; a narrower scope is widened. */
      knownCount: count,
      /** Repeated numbers. */
      repeatedCount: count,
      malformedCount: count,
      /** Malformed ones: position in the input (from 1), text and problem. */
      problems: z.array(z.object({ position: count, text: z.string(), reason: z.string() })),
      ...reversible,
    }),
    refusals: ['not_found'],
  }),
  remove: post('/api/blacklist/remove', '移除黑名单', member('blacklist.write'), {
    input: z.object({
      blacklistIds: z.array(idOf('blacklist')).min(1).max(limits.blacklistRemovals, `一次最多移除${limits.blacklistRemovals}个号码`),
      reason: removalReasonRule,
      /** How the person consented again; required for people who opted out themselves, else empty. */
      consent: z.union([z.literal(''), consentRule]),
    }),
    answer: removed,
    refusals: ['not_found', 'blacklist_complaint', 'blacklist_consent_needed'],
  }),
  removeMatching: post('/api/blacklist/remove-matching', '移除符合条件的黑名单', member('blacklist.write'), {
    input: z.object({
      filter: activeFilter,
      /** As many entries as were shown to match. */
      count: count.min(1).max(limits.blacklistFilterRemovals),
      reason: removalReasonRule,
      consent: z.union([z.literal(''), consentRule]),
    }),
    answer: removed,
    refusals: ['not_found', 'blacklist_changed', 'blacklist_complaint', 'blacklist_consent_needed'],
  }),
}
