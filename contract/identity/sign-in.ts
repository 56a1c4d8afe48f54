import { z } from 'zod'
import { get, member, post, visitor } from '#contract/call.ts'
import { oneTimeCodeRule, optionalLoginRule, passwordRule, textOf } from '#contract/rules.ts'
import { phoneNumber } from '#contract/scalars.ts'

/** A solved captcha as JSON text; empty when none is required. */
const captcha = z.string().max(4_000).default('')

/** Null: signed in. Else what is required in addition. */
const entered = z.object({
  challenge: z
    .object({
      token: z.string(),
      factor: z.enum(['sms', 'totp']),
      /** Required since nobody has signed in from this browser with this login before. */
      isNewDevice: z.boolean(),
      /** Masked. */
      phone: z.string(),
    })
    .nullable(),
})
const challengeToken = z.string().min(1).max(100)

export const signInCalls = {
  captcha: get('/api/captcha', '获取安全验证', visitor, { answer: z.object({ challenge: z.unknown() }) }),
  byPassword: post('/api/sign-in', '密码登录', visitor, {
    input: z.object({ login: textOf('账号', 60), password: z.string().min(1, '请输入密码').max(100, '密码过长'), captcha }),
    answer: entered,
    refusals: ['sign_in_failed', 'sign_in_locked', 'account_frozen', 'captcha_required', 'captcha_invalid', 'busy'],
  }),
  handset: get('/api/handset', '虚拟手机的地址', visitor, {
    /** Null when messages reach real phones. */
    answer: z.object({ handset: z.string().nullable() }),
  }),
  sendCode: post('/api/sign-in/send-code', '获取短信验证码', visitor, {
    input: z.object({
      phone: phoneNumber,
      purpose: z.enum(['register', 'sign-in', 'recovery', 'opt-out']),
      captcha,
    }),
    /** Seconds until another can be requested; the same whether or not the number has an account. */
    answer: z.object({ nextAfterSeconds: z.number().int() }),
    refusals: ['captcha_required', 'captcha_invalid', 'channel_unavailable', 'code_limited'],
  }),
  byCode: post('/api/sign-in/by-code', '短信登录', visitor, {
    input: z.object({ phone: phoneNumber, code: oneTimeCodeRule }),
    answer: entered,
    refusals: ['code_invalid', 'too_many_requests', 'account_frozen'],
  }),
  sendChallengeCode: post('/api/sign-in/second-factor/send-code', '获取二次验证的短信验证码', visitor, {
    input: z.object({ token: challengeToken }),
    answer: z.object({ nextAfterSeconds: z.number().int() }),
    refusals: ['challenge_ended', 'code_limited'],
  }),
  answerChallenge: post('/api/sign-in/second-factor', '登录的二次验证', visitor, {
    input: z.object({ token: challengeToken, code: textOf('验证码', 20) }),
    refusals: ['second_factor_wrong', 'challenge_ended', 'too_many_requests'],
  }),
  redeemImpersonation: post('/api/sign-in/staff', '平台客服以只读方式进入', visitor, {
    input: z.object({ token: challengeToken }),
    refusals: ['entry_invalid'],
  }),
  register: post('/api/register', '注册', visitor, {
    input: z.object({
      phone: phoneNumber,
      code: oneTimeCodeRule,
      password: passwordRule,
      /** Besides the phone, which always signs in; empty for none. */
      login: optionalLoginRule.default(''),
      hasAgreed: z.literal(true, { error: '请阅读并同意使用约定' }),
    }),
    refusals: ['code_invalid', 'too_many_requests', 'login_taken', 'password_common', 'busy'],
  }),
  recover: post('/api/recovery', '找回密码', visitor, {
    input: z.object({ phone: phoneNumber, code: oneTimeCodeRule, password: passwordRule }),
    refusals: ['code_invalid', 'too_many_requests', 'password_common', 'busy'],
  }),
  signOut: post('/api/sign-out', '退出登录', member(null)),
}
