import { z } from 'zod'
import { get, member, post, visitor } from '#contract/call.ts'
import { oneTimeCodeRule } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize, phoneNumber, phoneOrEnding } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'

/** What a person can do on the opt-out page that a message's link opens. */
export const optOutPageActs = ['refuse', 'restore', 'complain'] as const
export type OptOutPageAct = (typeof optOutPageActs)[number]
/** Scope of an opt-out: the signature of the message, or everything of the sender. */
export const optOutScopes = ['signature', 'account'] as const
export type OptOutScope = (typeof optOutScopes)[number]
/** Reasons for complaints; further text is appended. */
export const complaintReasons = ['没有同意过接收', '退订后仍然收到', '内容涉嫌诈骗或违法', '发送过于频繁', '其他'] as const

/** The token in a link. Any text may be in a URL: an invalid token is answered with a sentence, not refused. */
const token = z.string().max(200)

export const optOutPageCalls = {
  sender: get('/api/landing', '退订链接的发送方', visitor, {
    input: z.object({ token }),
    answer: z.object({
      state: z.enum(['ok', 'expired', 'invalid']),
      /** Null unless the link is valid. */
      sender: z.object({ signatureText: z.string(), accountName: z.string() }).nullable(),
    }),
  }),
  /** The answer is the same whether or not the number was known. */
  act: post('/api/landing/act', '拒收、恢复接收或投诉推广短信', visitor, {
    input: z
      .object({
        /** Empty: of everybody who has sent marketing to the number. */
        token: token.default(''),
        phone: phoneNumber,
        code: oneTimeCodeRule,
        act: z.enum(optOutPageActs),
        scope: z.enum(optOutScopes).default('signature'),
        reason: z.enum(complaintReasons).optional(),
        words: z.string().trim().max(limits.complaintCharacters, `补充说明最多${limits.complaintCharacters}个字`).default(''),
      })
      .check(context => {
        const { act, reason } = context.value
        if (act === 'complain' && !reason)
          context.issues.push({ code: 'custom', message: '请选择投诉的原因', path: ['reason'], input: reason })
      }),
    refusals: ['code_invalid', 'too_many_requests', 'opt_out_link_invalid'],
  }),
  link: post('/api/landing/link', '获取签名的退订链接', member('blacklist.read'), {
    input: z.object({ signatureId: idOf('signature') }),
    /** `path`: the page, relative to the console's origin. */
    answer: z.object({ path: z.string(), expiresAt: moment }),
    refusals: ['not_found'],
  }),
  records: get('/api/landing/records', '退订页面的记录', member('blacklist.read'), {
    input: z.object({
      phone: phoneOrEnding.optional(),
      act: z.enum(optOutPageActs).optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(
      z.object({
        recordId: idOf('optOutRecord'),
        at: moment,
        /** Masked for members who may not see whole numbers. */
        phone: z.string(),
        act: z.enum(optOutPageActs),
        /** Null: everything of the account. */
        signatureText: z.string().nullable(),
        words: z.string(),
        address: z.string(),
        agent: z.string(),
        messageId: idOf('message').nullable(),
        /** SHA-256 of the text of that message. */
        contentHash: z.string().nullable(),
      }),
    ),
  }),
}
