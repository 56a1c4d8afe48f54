import { z } from 'zod'
import { get, post, staff, visitor } from '#contract/call.ts'
import { staffPermissionNames, staffRoles } from '#contract/identity/permission.ts'
import { listColumns } from '#contract/list-view.ts'
import { loginRule, passwordRule, textOf } from '#contract/rules.ts'
import { idOf } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'

const permission = z.enum(keysOf(staffPermissionNames))
const role = z.enum(keysOf(staffRoles))

export const adminSignInCalls = {
  byPassword: post('/api/admin/sign-in', '运营人员登录', visitor, {
    input: z.object({
      login: textOf('账号', 60),
      password: z.string().min(1, '请输入密码').max(100, '密码过长'),
      /** Code of the authenticator; empty until it is requested. */
      code: z.string().trim().max(20).default(''),
    }),
    refusals: ['sign_in_failed', 'sign_in_locked', 'account_frozen', 'staff_code_required', 'second_factor_wrong'],
  }),
  /** By the link that the platform prints at its start. */
  setUp: post('/api/admin/set-up', '创建首位管理员', visitor, {
    input: z.object({ token: z.string().min(1).max(100), login: loginRule, name: textOf('姓名', 20, 2), password: passwordRule }),
    refusals: ['setup_link_invalid', 'login_taken', 'password_common'],
  }),
  signOut: post('/api/admin/sign-out', '退出登录', staff(null)),
  changePassword: post('/api/admin/password', '修改密码', staff(null), {
    input: z.object({ current: z.string().min(1, '请输入当前密码').max(100, '密码过长'), password: passwordRule }),
    refusals: ['password_wrong', 'password_common', 'sign_in_locked'],
  }),
  me: get('/api/admin/me', '当前登录的运营人员', staff(null), {
    answer: z.object({
      staff: z.object({ staffId: idOf('staff'), login: z.string(), name: z.string(), role }),
      permissions: z.array(permission),
      listColumns,
      /** What the person must do before anything else is served. */
      owes: z.enum(['password', 'totp']).nullable(),
      /** Whether anybody else may approve this person's requests. */
      hasChecker: z.boolean(),
    }),
  }),
}
