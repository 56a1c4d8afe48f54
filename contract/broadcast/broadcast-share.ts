import { z } from 'zod'
import { get, member, post, visitor } from '#contract/call.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { sharedDetail } from './broadcast.ts'
import { breakdown } from './broadcast-figures.ts'

const broadcast = z.object({ broadcastId: idOf('broadcast') })
const share = z.object({ shareId: idOf('share') })

/** Length of the password of a shared report, with the text of the form. */
export const sharePasswordNote = `${limits.sharePasswordCharacters}至${limits.passwordMaxCharacters}个字符，另外告诉看报告的人`
const password = z
  .string()
  .min(limits.sharePasswordCharacters, `密码至少${limits.sharePasswordCharacters}个字符`)
  .max(limits.passwordMaxCharacters, `密码最多${limits.passwordMaxCharacters}个字符`)

export const broadcastShareCalls = {
  list: get('/api/broadcasts/shares', '群发报告的分享链接', member('broadcast.read'), {
    input: broadcast,
    /** Valid ones, newest first. */
    answer: z.object({
      rows: z.array(share.extend({ memberName: z.string(), createdAt: moment, expiresAt: moment, openedAt: moment.nullable() })),
    }),
  }),
  create: post('/api/broadcasts/shares/create', '分享群发报告', member('broadcast.write'), {
    input: broadcast.extend({
      password,
      days: z.number().int().min(1).max(limits.shareDays, `有效期最多${limits.shareDays}天`),
    }),
    /** `path`: the page, relative to the console's origin; shown once. */
    answer: share.extend({ path: z.string(), expiresAt: moment }),
    refusals: ['not_found', 'too_many', 'busy'],
  }),
  revoke: post('/api/broadcasts/shares/revoke', '停止分享群发报告', member('broadcast.write'), {
    input: share,
    refusals: ['not_found'],
  }),
  /** A correct password gives a ticket for the report; it lasts for a day. */
  open: post('/api/shared-report/open', '打开分享的群发报告', visitor, {
    input: z.object({ token: z.string().max(200), password: z.string().max(limits.passwordMaxCharacters) }),
    answer: z.object({ ticket: z.string() }),
    refusals: ['share_ended', 'share_password_wrong', 'too_many_requests', 'busy'],
  }),
  report: get('/api/shared-report', '分享的群发报告', visitor, {
    input: z.object({ ticket: z.string().max(300) }),
    answer: z.object({ accountName: z.string(), expiresAt: moment, one: sharedDetail, breakdown }),
    refusals: ['share_ended'],
  }),
}
