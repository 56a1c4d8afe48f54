import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { keysOf } from '#values/keys.ts'

/** Purposes of step-up authentication, with the texts of the dialog and of the SMS. */
export const stepUpNames = {
  phone: '更换手机号',
  password: '修改密码',
  factor: '修改登录验证方式',
  member: '管理成员',
  transfer: '转让账户所有权',
  closing: '注销账户',
  withdraw: '申请提现',
  secret: '查看新的密钥或密码',
  webhook: '修改回调地址',
  number: '查看完整号码',
} as const
export type StepUpPurpose = keyof typeof stepUpNames

const purpose = z.enum(keysOf(stepUpNames))

/** By authenticator (or a recovery code) when the member has one, else by SMS. */
const stepUpWays = ['totp', 'sms'] as const
export type StepUpWay = (typeof stepUpWays)[number]

export const stepUpCalls = {
  way: get('/api/step-up', '身份验证的方式', member(null), {
    /** The phone is masked. */
    answer: z.object({ way: z.enum(stepUpWays), phone: z.string() }),
  }),
  ask: post('/api/step-up/ask', '获取身份验证的短信验证码', member(null), {
    input: z.object({ purpose }),
    refusals: ['code_limited', 'state_forbids'],
  }),
  confirm: post('/api/step-up/confirm', '完成身份验证', member(null), {
    input: z.object({ purpose, code: textOf('验证码', 20) }),
    answer: z.object({ isConfirmed: z.boolean() }),
    refusals: ['too_many_requests'],
  }),
}
