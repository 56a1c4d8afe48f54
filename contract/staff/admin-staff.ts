import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { staffRoles } from '#contract/identity/permission.ts'
import { loginRule, oneTimeCodeRule, textOf } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

const role = z.enum(keysOf(staffRoles), { error: '请选择角色' })
const one = z.object({ staffId: idOf('staff') })
const reason = textOf('原因', limits.remarkCharacters, 2)
/** An initial password, shown only once; its recipient must choose another. */
const initial = z.object({ password: z.string() })

export const adminStaffCalls = {
  list: get('/api/admin/staff', '员工', staff('staff.manage'), {
    answer: z.object({
      rows: z.array(
        z.object({
          staffId: idOf('staff'),
          login: z.string(),
          name: z.string(),
          role,
          state: z.enum(['active', 'frozen']),
          hasTotp: z.boolean(),
          mustChangePassword: z.boolean(),
          createdAt: moment,
          lastSignInAt: moment.nullable(),
          lastSignInAddress: z.string(),
          sessionCount: z.number().int(),
        }),
      ),
    }),
  }),
  create: post('/api/admin/staff/create', '新建员工', staff('staff.manage'), {
    input: z.object({ login: loginRule, name: textOf('姓名', 20, 2), role, reason }),
    answer: initial,
    refusals: ['login_taken'],
  }),
  changeRole: post('/api/admin/staff/role', '修改员工角色', staff('staff.manage'), {
    input: one.extend({ role, reason }),
    refusals: ['not_found', 'member_is_self', 'last_administrator'],
  }),
  freeze: post('/api/admin/staff/freeze', '停用员工', staff('staff.manage'), {
    input: one.extend({ reason }),
    refusals: ['not_found', 'member_is_self', 'last_administrator'],
  }),
  unfreeze: post('/api/admin/staff/unfreeze', '恢复员工', staff('staff.manage'), {
    input: one.extend({ reason }),
    refusals: ['not_found', 'member_is_self'],
  }),
  resetPassword: post('/api/admin/staff/reset-password', '重设员工密码', staff('staff.manage'), {
    input: one.extend({ reason }),
    answer: initial,
    refusals: ['not_found', 'member_is_self'],
  }),
  resetTotp: post('/api/admin/staff/reset-totp', '重置员工的身份验证器', staff('staff.manage'), {
    input: one.extend({ reason }),
    refusals: ['not_found', 'member_is_self'],
  }),
}

/** What all staff do about their own account. */
export const adminSelfCalls = {
  one: get('/api/admin/self', '我的账号', staff(null), {
    answer: z.object({
      hasTotp: z.boolean(),
      isTotpRequired: z.boolean(),
      passwordChangedAt: moment,
      sessions: z.array(
        z.object({
          sessionId: z.uuid(),
          isCurrent: z.boolean(),
          device: z.string(),
          address: z.string(),
          place: z.string(),
          createdAt: moment,
          lastSeenAt: moment,
        }),
      ),
    }),
  }),
  beginTotp: post('/api/admin/self/totp', '开始绑定身份验证器', staff(null), {
    input: z.object({ password: z.string().min(1, '请输入当前密码').max(100, '密码过长') }),
    answer: z.object({ secret: z.string(), uri: z.string() }),
    refusals: ['password_wrong', 'sign_in_locked'],
  }),
  finishTotp: post('/api/admin/self/totp/finish', '绑定身份验证器', staff(null), {
    input: z.object({ code: oneTimeCodeRule }),
    answer: z.object({ isBound: z.boolean() }),
    refusals: ['state_forbids', 'too_many_requests'],
  }),
  endSession: post('/api/admin/self/sessions/end', '让一台设备下线', staff(null), {
    input: z.object({ sessionId: z.uuid() }),
    refusals: ['not_found'],
  }),
}

/** Calls allowed before an initial password is changed and an authenticator is bound. */
export const beforeProof: readonly string[] = [
  ...Object.values(adminSelfCalls).map(one => one.path),
  '/api/admin/me',
  '/api/admin/sign-out',
  '/api/admin/password',
]
