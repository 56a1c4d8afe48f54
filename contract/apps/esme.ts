import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { cmppVersions } from '#contract/messages/channel-settings.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { esmeProtocols } from './app-labels.ts'

/** Kinds of sessions: SMPP has all three, CMPP transceivers only. */
const sessionKinds = ['transmitter', 'receiver', 'transceiver'] as const

const count = z.number().int()
const one = z.object({ appId: idOf('app'), protocol: z.enum(esmeProtocols) })
const wholeOf = (name: string, most: number) =>
  z.number(`请输入${name}`).int(`${name}须是整数`).min(1, `${name}须在1到${most}之间`).max(most, `${name}须在1到${most}之间`)

export const esmeWindowRule = wholeOf('窗口', limits.esmeWindowAtMost)
export const esmeRateRule = wholeOf('每秒条数', limits.esmeRateAtMost)
export const esmeSessionsRule = wholeOf('连接数', limits.esmeSessionsAtMost)

/** The form of a CMPP program's PDUs; null: of the version that it names at the login. */
const cmppVersion = z.enum(cmppVersions).nullable()
const credentials = z.object({ loginName: z.string(), password: z.string() })

const detail = z.object({
  /** Where programs log in, `host:port`. */
  address: z.string(),
  isOpen: z.boolean(),
  account: z
    .object({
      /** SMPP: system id; CMPP: Source_Addr. */
      loginName: z.string(),
      windowSize: count,
      ratePerSecond: count,
      sessionLimit: count,
      cmppVersion,
      /** Staff allow texts without a template. */
      allowsFreeText: z.boolean(),
      passwordChangedAt: moment,
    })
    .nullable(),
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      kind: z.enum(sessionKinds),
      address: z.string(),
      startedAt: moment,
      submittedCount: count,
      deliveredCount: count,
    }),
  ),
  /** Reports and inbound messages that no session has taken yet. */
  waitingCount: count,
})
export type EsmeDetail = z.input<typeof detail>

/**
 * The number that programs of a CMPP account send from (Src_Id); phones see that of the channel with the signature's
 * extension.
 */
export const cmppAccessNumberOf = (loginName: string): string => `1069${loginName}`

const path = '/api/apps/esme'

/** Accounts of an app for SMPP and CMPP, by which a customer's program (ESME) logs in and stays connected. */
export const esmeCalls = {
  find: get(path, 'SMPP与CMPP的账号与连接', member('app.read'), { input: one, answer: detail, refusals: ['not_found'] }),
  open: post(`${path}/open`, '开通SMPP或CMPP', member('app.write'), {
    input: one,
    answer: credentials,
    refusals: ['step_up_required', 'not_found', 'esme_exists'],
  }),
  resetPassword: post(`${path}/password`, '重置SMPP或CMPP密码', member('app.write'), {
    input: one,
    answer: credentials,
    refusals: ['step_up_required', 'not_found'],
  }),
  save: post(`${path}/save`, '修改SMPP或CMPP限制', member('app.write'), {
    input: one.extend({ windowSize: esmeWindowRule, ratePerSecond: esmeRateRule, sessionLimit: esmeSessionsRule, cmppVersion }),
    refusals: ['not_found'],
  }),
  setIngress: post(`${path}/ingress`, '开启或关闭SMPP或CMPP', member('app.write'), {
    input: one.extend({ isOpen: z.boolean() }),
    refusals: ['not_found'],
  }),
}
