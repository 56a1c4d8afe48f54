import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { historyCall } from '#contract/staff/admin-history.ts'
import { limits } from '#values/limits.ts'
import { carriers } from '#values/phone.ts'

const audience = staff('code.write')
const carrier = z.enum(carriers)
const reason = textOf('原因', limits.remarkCharacters, 2)

/** Groups of causes for statistics. */
export const codeCauses = [
  '已送达',
  '空号或停机',
  '关机或不在服务区',
  '终端或业务限制',
  '超时',
  '黑名单或退订',
  '发送过于频繁',
  '内容被拦截',
  '签名异常',
  '号码错误',
  '路由',
  '运营商内部错误',
  '其他',
] as const

/** As carriers write it; a trailing `*` makes it a family: every code with that prefix, unless a longer one matches. */
const code = z
  .string()
  .trim()
  .regex(/^[\x21-\x29\x2b-\x7e]{1,32}\*?$/, '状态码为1-32位字母、数字或符号，末尾可以加*表示一类')

const words = z.object({
  /** The carrier that uses it; null: all. */
  carrier: carrier.nullable(),
  meaning: textOf('含义', 60),
  cause: z.enum(codeCauses, { error: '请选择原因分类' }),
  advice: textOf('建议', 120),
})
const row = words.extend({ code: z.string(), meaning: z.string(), cause: z.string(), advice: z.string() })

export const adminCodeCalls = {
  list: get('/api/admin/codes', '状态码列表', audience, {
    input: z.object({
      /** A code, whose explanation comes with its families; or part of a meaning. */
      search: z.string().trim().max(60).optional(),
      cause: z.enum(codeCauses).optional(),
      carrier: carrier.optional(),
    }),
    answer: z.object({
      rows: z.array(row),
      /** The explanation that customers see for the searched code. */
      shown: z.object({ code: z.string(), meaning: z.string(), cause: z.string(), advice: z.string() }).nullable(),
      unknownCount: z.number().int(),
    }),
  }),
  set: post('/api/admin/codes/set', '设置状态码', audience, {
    input: words.extend({
      code,
      /** The value that the person saw; null: there was none. */ seen: row.omit({ code: true }).nullable(),
      reason,
    }),
    refusals: ['changed_meanwhile'],
    once: true,
  }),
  remove: post('/api/admin/codes/remove', '删除状态码', audience, {
    input: z.object({ code, reason }),
    refusals: ['not_found'],
    once: true,
  }),
  unknown: get('/api/admin/codes/unknown', '未识别的状态码', audience, {
    answer: z.object({
      rows: z.array(
        z.object({
          code: z.string(),
          channelId: idOf('channel'),
          channelName: z.string(),
          reportCount: z.number().int(),
          firstAt: moment,
          lastAt: moment,
        }),
      ),
    }),
  }),
  history: historyCall('/api/admin/codes/history', '状态码的修改记录', 'code.write'),
}
