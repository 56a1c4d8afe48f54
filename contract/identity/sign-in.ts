import { z } from 'zod'
import { call, member, visitor } from '#contract/call.ts'
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
  captcha: call({
    method: 'GET',
    path: '/api/captcha',
    summary: '获取安全验证',
    audience: visitor,
    input: z.object({}),
    answer: z.object({ challenge: z.unknown() }),
    refusals: [],
  }),
  byPassword: call({
    method: 'POST',
    path: '/api/sign-in',
    summary: '密码登录',
    audience: visitor,
    input: z.object({ login: textOf('账号', 60), password: z.string().min(1, '请输入密码').max(100, '密码过长'), captcha }),
    answer: entered,
    refusals: ['sign_in_failed', 'sign_in_locked', 'account_frozen', 'captcha_required', 'captcha_invalid', 'busy'],
  }),
  handset: call({
    method: 'GET',
    path: '/api/handset',
    summary: '虚拟手机的地址',
    audience: visitor,
    input: z.object({}),
    /** Null when messages reach real phones. */
    answer: z.object({ handset: z.string().nullable() }),
    refusals: [],
  }),
  sendCode: call({
    method: 'POST',
    path: '/api/sign-in/send-code',
    summary: '获取短信验证码',
    audience: visitor,
    input: z.object({ phone: phoneNumber, purpose: z.enum(['register', 'sign-in', 'recovery', 'opt-out']), captcha }),
    /** Seconds until another can be requested; the same whether or not the number has an account. */
    answer: z.object({ nextAfterSeconds: z.number().int() }),
    refusals: ['captcha_required', 'captcha_invalid', 'code_limited'],
  }),
  byCode: call({
    method: 'POST',
    path: '/api/sign-in/by-code',
    summary: '短信登录',
    audience: visitor,
    input: z.object({ phone: phoneNumber, code: oneTimeCodeRule }),
    answer: entered,
    refusals: ['code_invalid', 'too_many_requests', 'account_frozen'],
  }),
  sendChallengeCode: call({
    method: 'POST',
    path: '/api/sign-in/second-factor/send-code',
    summary: '获取二次验证的短信验证码',
    audience: visitor,
    input: z.object({ token: challengeToken }),
    answer: z.object({ nextAfterSeconds: z.number().int() }),
    refusals: ['challenge_ended', 'code_limited'],
  }),
  answerChallenge: call({
    method: 'POST',
    path: '/api/sign-in/second-factor',
    summary: '登录的二次验证',
    audience: visitor,
    input: z.object({ token: challengeToken, code: textOf('验证码', 20) }),
    answer: z.object({}),
    refusals: ['second_factor_wrong', 'challenge_ended', 'too_many_requests'],
  }),
  redeemImpersonation: call({
    method: 'POST',
    path: '/api/sign-in/staff',
    summary: '平台客服以只读方式进入',
    audience: visitor,
    input: z.object({ token: challengeToken }),
    answer: z.object({}),
    refusals: ['entry_invalid'],
  }),
  register: call({
    method: 'POST',
    path: '/api/register',
    summary: '注册',
    audience: visitor,
    input: z.object({
      phone: phoneNumber,
      code: oneTimeCodeRule,
      password: passwordRule,
      /** Besides the phone, which always signs in; empty for none. */
      login: optionalLoginRule.default(''),
      hasAgreed: z.literal(true, { error: '请阅读并同意使用约定' }),
    }),
    answer: z.object({}),
    refusals: ['code_invalid', 'too_many_requests', 'login_taken', 'password_common', 'busy'],
  }),
  recover: call({
    method: 'POST',
    path: '/api/recovery',
    summary: '找回密码',
    audience: visitor,
    input: z.object({ phone: phoneNumber, code: oneTimeCodeRule, password: passwordRule }),
    answer: z.object({}),
    refusals: ['code_invalid', 'too_many_requests', 'password_common', 'busy'],
  }),
  signOut: call({
    method: 'POST',
    path: '/api/sign-out',
    summary: '退出登录',
    audience: member(null),
    input: z.object({}),
    answer: z.object({}),
    refusals: [],
  }),
}
