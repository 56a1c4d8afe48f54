import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { anyPhoneNumber, idOf, moment, pageOf, pageSize, phoneOrEnding } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { shownProblems } from './blacklist.ts'

const platformReasonRule = textOf('原因', limits.remarkCharacters)
const complaintRule = textOf('投诉内容', limits.complaintCharacters)
const count = z.number().int()

export const adminBlacklistCalls = {
  list: get('/api/admin/blacklist', '平台黑名单', staff('blacklist.manage'), {
    input: z.object({ phone: phoneOrEnding.optional(), cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(z.object({ phone: z.string(), reason: z.string(), staffName: z.string().nullable(), createdAt: moment })),
  }),
  add: post('/api/admin/blacklist/add', '加入平台黑名单', staff('blacklist.manage'), {
    input: z.object({
      numbers: z
        .array(z.string().max(60))
        .min(1, '请填写手机号')
        .max(limits.blacklistRemovals, `一次最多${limits.blacklistRemovals}个号码`),
      reason: platformReasonRule,
    }),
    answer: z.object({
      addedCount: count,
      knownCount: count,
      malformedCount: count,
      problems: z.array(z.object({ text: z.string(), reason: z.string() })).max(shownProblems),
    }),
  }),
  remove: post('/api/admin/blacklist/remove', '移出平台黑名单', staff('blacklist.manage'), {
    input: z.object({ phone: anyPhoneNumber, reason: platformReasonRule }),
    refusals: ['not_found'],
  }),
  complaints: get('/api/admin/complaints', '收件人投诉', staff('blacklist.manage'), {
    input: z.object({ phone: phoneOrEnding.optional(), accountId: idOf('account').optional(), cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(
      z.object({
        blacklistId: idOf('blacklist'),
        accountId: idOf('account'),
        accountName: z.string(),
        phone: z.string(),
        words: z.string(),
        /** Null: the person complained on the opt-out page. */
        staffName: z.string().nullable(),
        createdAt: moment,
        lifted: z.object({ at: moment, reason: z.string() }).nullable(),
      }),
    ),
  }),
  complain: post('/api/admin/complaints/add', '登记投诉', staff('blacklist.manage'), {
    input: z.object({ accountId: idOf('account'), phone: anyPhoneNumber, words: complaintRule }),
    refusals: ['not_found', 'complaint_known'],
  }),
  lift: post('/api/admin/complaints/lift', '解除投诉', staff('blacklist.manage'), {
    input: z.object({ accountId: idOf('account'), blacklistId: idOf('blacklist'), reason: platformReasonRule }),
    refusals: ['not_found'],
  }),
}
