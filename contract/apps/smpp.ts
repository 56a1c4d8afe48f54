import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'

/** Bind types of a program. */
const bindKinds = ['transmitter', 'receiver', 'transceiver'] as const

const count = z.number().int()
const one = z.object({ appId: idOf('app') })
const wholeOf = (name: string, most: number) =>
  z.number(`请输入${name}`).int(`${name}须是整数`).min(1, `${name}须在1到${most}之间`).max(most, `${name}须在1到${most}之间`)

export const smppWindowRule = wholeOf('窗口', limits.smppWindowAtMost)
export const smppRateRule = wholeOf('每秒条数', limits.smppRateAtMost)
export const smppBindsRule = wholeOf('连接数', limits.smppBindsAtMost)

const password = z.object({ systemId: z.string(), password: z.string() })

const detail = z.object({
  /** Where programs bind, `host:port`. */
  address: z.string(),
  isOpen: z.boolean(),
  account: z
    .object({
      systemId: z.string(),
      windowSize: count,
      ratePerSecond: count,
      bindLimit: count,
      /** Staff allow texts without a template. */
      allowsFreeText: z.boolean(),
      passwordChangedAt: moment,
    })
    .nullable(),
  binds: z.array(
    z.object({
      bindId: z.string(),
      kind: z.enum(bindKinds),
      address: z.string(),
      boundAt: moment,
      submittedCount: count,
      deliveredCount: count,
    }),
  ),
  /** Reports and inbound messages that no session has taken yet. */
  waitingCount: count,
})
export type SmppDetail = z.input<typeof detail>

const path = '/api/apps/smpp'

export const smppCalls = {
  find: get(path, 'SMPP账号与连接', member('app.read'), { input: one, answer: detail, refusals: ['not_found'] }),
  open: post(`${path}/open`, '开通SMPP', member('app.write'), {
    input: one,
    answer: password,
    refusals: ['step_up_required', 'not_found', 'smpp_exists'],
  }),
  resetPassword: post(`${path}/password`, '重置SMPP密码', member('app.write'), {
    input: one,
    answer: password,
    refusals: ['step_up_required', 'not_found'],
  }),
  save: post(`${path}/save`, '修改SMPP限制', member('app.write'), {
    input: one.extend({ windowSize: smppWindowRule, ratePerSecond: smppRateRule, bindLimit: smppBindsRule }),
    refusals: ['not_found'],
  }),
  setIngress: post(`${path}/ingress`, '开启或关闭SMPP', member('app.write'), {
    input: one.extend({ isOpen: z.boolean() }),
    refusals: ['not_found'],
  }),
}
