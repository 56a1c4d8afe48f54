import { z } from 'zod'
import { call, member, visitor } from './call.ts'
import { textOf } from './rules.ts'

/** A solved captcha as JSON text; the empty text where none is asked for. */
const captcha = z.string().max(4_000).default('')

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
    answer: z.object({}),
    refusals: ['sign_in_failed', 'sign_in_locked', 'account_frozen', 'captcha_required', 'captcha_invalid', 'busy'],
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
