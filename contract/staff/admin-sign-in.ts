import { z } from 'zod'
import { call, staff, visitor } from '#contract/call.ts'
import { staffPermissionNames, staffRoles } from '#contract/identity/permission.ts'
import { loginRule, passwordRule, textOf } from '#contract/rules.ts'
import { idOf } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'

const permission = z.enum(keysOf(staffPermissionNames))
const role = z.enum(keysOf(staffRoles))

export const adminSignInCalls = {
  byPassword: call({
    method: 'POST',
    path: '/api/admin/sign-in',
    summary: '运营人员登录',
    audience: visitor,
    input: z.object({
      login: textOf('账号', 60),
      password: z.string().min(1, '请输入密码').max(100, '密码过长'),
      /** Code of the authenticator; empty until it is requested. */
      code: z.string().trim().max(20).default(''),
    }),
    answer: z.object({}),
    refusals: ['sign_in_failed', 'sign_in_locked', 'account_frozen', 'staff_code_required', 'second_factor_wrong'],
  }),
  /** By the link that the platform prints at its start. */
  setUp: call({
    method: 'POST',
    path: '/api/admin/set-up',
    summary: '创建首位管理员',
    audience: visitor,
    input: z.object({ token: z.string().min(1).max(100), login: loginRule, name: textOf('姓名', 20, 2), password: passwordRule }),
    answer: z.object({}),
    refusals: ['setup_link_invalid', 'login_taken', 'password_common'],
  }),
  signOut: call({
    method: 'POST',
    path: '/api/admin/sign-out',
    summary: '退出登录',
    audience: staff(null),
    input: z.object({}),
    answer: z.object({}),
    refusals: [],
  }),
  changePassword: call({
    method: 'POST',
    path: '/api/admin/password',
    summary: '修改密码',
    audience: staff(null),
    input: z.object({ current: z.string().min(1, '请输入当前密码').max(100, '密码过长'), password: passwordRule }),
    answer: z.object({}),
    refusals: ['password_wrong', 'password_common', 'sign_in_locked'],
  }),
  me: call({
    method: 'GET',
    path: '/api/admin/me',
    summary: '当前登录的运营人员',
    audience: staff(null),
    input: z.object({}),
    answer: z.object({
      staff: z.object({ staffId: idOf('staff'), login: z.string(), name: z.string(), role }),
      permissions: z.array(permission),
      /** What the person must do before anything else is served. */
      owes: z.enum(['password', 'totp']).nullable(),
      /** Whether anybody else may approve this person's requests. */
      hasChecker: z.boolean(),
    }),
    refusals: [],
  }),
}
