import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { roles } from '#contract/identity/permission.ts'
import { notificationKindNames, notificationMethodNames } from '#contract/notification/notification-preference.ts'
import { loginRule, oneTimeCodeRule, passwordRule, textOf } from '#contract/rules.ts'
import { idOf, moment, phoneNumber } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

const role = z.enum(keysOf(roles))
const count = z.number().int()

/** Second factors at sign-in, besides the password. */
const secondFactors = ['none', 'sms', 'totp'] as const
export type SecondFactor = (typeof secondFactors)[number]
const factor = z.enum(secondFactors)

const sessionProofs = ['password', 'code', 'totp', 'recovery_code', 'staff'] as const
export type SessionProof = (typeof sessionProofs)[number]

export const nicknameRule = textOf('昵称', limits.nicknameMaxCharacters, limits.nicknameMinCharacters)
export const emailRule = z.string().trim().toLowerCase().max(limits.emailCharacters, '邮箱地址过长').pipe(z.email('请填写正确的邮箱地址'))

const notificationKind = z.enum(notificationKindNames)
const notificationMethod = z.enum(notificationMethodNames)
const codes = z.array(z.string())

export const profileCalls = {
  one: get('/api/profile', '我的用户信息', member(null), {
    answer: z.object({
      memberId: idOf('member'),
      name: z.string(),
      /** Null: the member has none besides the phone. */
      login: z.string().nullable(),
      /** Null: it can be changed now. */
      loginChangeableAt: moment.nullable(),
      role,
      /** Masked. */
      phone: z.string(),
      /** The change that waits for staff. */
      phoneChange: z.object({ changeId: idOf('phoneChange'), phone: z.string() }).nullable(),
      email: z.string().nullable(),
      /** A link was sent there and is still unopened. */
      pendingEmail: z.string().nullable(),
      avatarId: z.string().nullable(),
      passwordChangedAt: moment,
      secondFactor: factor,
      checksNewDevice: z.boolean(),
      recoveryCodesLeft: count,
      masksNumbers: z.boolean(),
      /** The member's notification methods for each kind, besides the message centre. */
      notificationMethods: z.array(z.object({ kind: notificationKind, channels: z.array(notificationMethod) })),
      joinedAt: moment,
      knownDevices: count,
      lastSignIn: z.object({ at: moment, address: z.string(), place: z.string() }).nullable(),
    }),
  }),
  rename: post('/api/profile/rename', '修改昵称', member(null), { input: z.object({ name: nicknameRule }) }),
  changeLogin: post('/api/profile/login', '修改登录名', member(null), {
    input: z.object({ login: loginRule }),
    refusals: ['login_taken', 'login_change_later'],
  }),
  setAvatar: post('/api/profile/avatar', '更换头像', member(null), {
    /** A picture in base64; null removes the current one. */
    input: z.object({ picture: z.string().max(limits.avatarCharacters, '图片过大，请换一张').nullable() }),
    refusals: ['picture_unreadable'],
  }),
  sendPhoneCode: post('/api/profile/phone/send-code', '获取新手机号的验证码', member(null), {
    input: z.object({ phone: phoneNumber }),
    refusals: ['code_limited', 'input_invalid'],
  }),
  changePhone: post('/api/profile/phone', '更换手机号', member(null), {
    input: z.object({ phone: phoneNumber, code: oneTimeCodeRule }),
    /** False: the code is wrong or has expired. */
    answer: z.object({ isChanged: z.boolean() }),
    refusals: ['step_up_required', 'code_invalid'],
  }),
  requestPhoneReview: post('/api/profile/phone/ask-review', '原手机号不可用，申请人工更换', member(null), {
    input: z.object({ phone: phoneNumber, code: oneTimeCodeRule, reason: textOf('说明', limits.remarkCharacters, 5) }),
    answer: z.object({ isAsked: z.boolean() }),
    refusals: ['state_forbids'],
  }),
  cancelPhoneReview: post('/api/profile/phone/cancel-review', '撤回更换手机号的申请', member(null), {
    input: z.object({ changeId: idOf('phoneChange') }),
    refusals: ['not_found'],
  }),
  sendEmailLink: post('/api/profile/email', '发送邮箱验证链接', member(null), {
    input: z.object({ email: emailRule }),
    refusals: ['too_many_requests'],
  }),
  confirmEmail: post('/api/profile/email/confirm', '验证邮箱', member(null), {
    input: z.object({ token: z.string().min(1).max(100) }),
    answer: z.object({ email: z.string() }),
    refusals: ['email_link_invalid'],
  }),
  removeEmail: post('/api/profile/email/remove', '解除邮箱绑定', member(null)),
  changePassword: post('/api/profile/password', '修改密码', member(null), {
    input: z.object({
      current: z.string().min(1, '请输入当前密码').max(100, '密码过长'),
      password: passwordRule,
    }),
    /** False: the current password was wrong. */
    answer: z.object({ isChanged: z.boolean() }),
    refusals: ['step_up_required', 'password_common', 'password_used', 'too_many_requests', 'busy'],
  }),
  beginTotp: post('/api/profile/totp', '开始绑定身份验证器', member(null), {
    /** The secret for typing, and as the URI of the QR code. */
    answer: z.object({ secret: z.string(), uri: z.string() }),
    refusals: ['step_up_required'],
  }),
  finishTotp: post('/api/profile/totp/finish', '完成绑定身份验证器', member(null), {
    input: z.object({ code: oneTimeCodeRule }),
    /** Null: the code is wrong. The recovery codes are shown only once. */
    answer: z.object({ recoveryCodes: codes.nullable() }),
    refusals: ['state_forbids', 'too_many_requests'],
  }),
  setFactor: post('/api/profile/second-factor', '修改登录验证方式', member(null), {
    input: z.object({ factor: z.enum(['none', 'sms']) }),
    refusals: ['step_up_required'],
  }),
  renewRecoveryCodes: post('/api/profile/recovery-codes', '重新生成备用验证码', member(null), {
    answer: z.object({ recoveryCodes: codes }),
    refusals: ['step_up_required', 'state_forbids'],
  }),
  setNewDeviceCheck: post('/api/profile/new-device', '新设备登录验证', member(null), {
    input: z.object({ checksNewDevice: z.boolean() }),
    refusals: ['step_up_required'],
  }),
  deleteDevices: post('/api/profile/devices/forget', '忘记所有设备', member(null)),
  setMasking: post('/api/profile/masking', '号码脱敏显示', member(null), { input: z.object({ masksNumbers: z.boolean() }) }),
  setNotificationMethods: post('/api/profile/notice-channels', '修改消息提醒方式', member(null), {
    input: z.object({ kind: notificationKind, channels: z.array(notificationMethod).max(notificationMethodNames.length) }),
  }),
  sessions: get('/api/profile/sessions', '登录中的设备', member(null), {
    answer: z.object({
      rows: z.array(
        z.object({
          sessionId: idOf('session'),
          isCurrent: z.boolean(),
          /** Browser and system by their usual names. */
          device: z.string(),
          address: z.string(),
          place: z.string(),
          proof: z.string(),
          createdAt: moment,
          lastSeenAt: moment,
        }),
      ),
    }),
  }),
  endSession: post('/api/profile/sessions/end', '让一台设备下线', member(null), {
    input: z.object({ sessionId: idOf('session') }),
    refusals: ['not_found'],
  }),
  endOtherSessions: post('/api/profile/sessions/end-others', '让其他设备下线', member(null), { answer: z.object({ count }) }),
}

/** A member's picture, by an id that changes with it. Not a call: it answers with bytes. */
export const avatarRoute = { path: '/api/avatar', audience: member(null), input: z.object({ avatarId: z.uuid() }) } as const
