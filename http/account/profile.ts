import type { FastifyReply, FastifyRequest } from 'fastify'
import { avatarRoute, profileCalls } from '#contract/account/profile.ts'
import { notificationKinds, notificationMethods } from '#contract/notification/notification-preference.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import {
  cancelPhoneReview,
  changeLogin,
  changePhone,
  encodeAvatar,
  provePhone,
  readAvatar,
  readProfile,
  rename,
  requestPhoneCode,
  requestPhoneReview,
  setAvatar,
  setMasking,
  setNotificationMethods,
} from '#domain/account/index.ts'
import {
  beginTotp,
  changeOwnPassword,
  closeSessionsOf,
  confirmEmail,
  deleteDevices,
  endOtherSessions,
  endSession,
  finishTotp,
  listSessions,
  proveByPassword,
  removeEmail,
  renewRecoveryCodes,
  renewSession,
  requireStepUp,
  sendEmailLink,
  setFactor,
  setNewDeviceCheck,
  stepUpWay,
} from '#domain/identity/index.ts'
import { sendPlatformMessage } from '#domain/messages/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import type { App } from '#http/server/app.ts'
import { consoleUrl } from '#http/server/console-url.ts'
import { requireMember } from '#http/server/member.ts'
import { handle, type MemberContext, type Services } from '#http/server/serve.ts'
import { setSessionCookie } from '#http/server/sessions.ts'
import { maskPhone } from '#values/phone.ts'

export interface ProfileOptions {
  secret: string
  /** Public address of the console, if there is one. */
  publicUrl?: string | undefined
}

export const profileHandlers = (options: ProfileOptions) => [
  ...nameHandlers,
  ...phoneHandlers(options.secret),
  ...emailHandlers(options.publicUrl),
  ...proofHandlers(options.secret),
  ...sessionHandlers,
]

/** Notifies the member about a change of its own sign-in. */
const notifyMember = ({ tx, account, member, now }: MemberContext, title: string, body: string) =>
  notifyAccount(tx, account, {
    kind: 'security',
    title,
    body,
    link: '/system/uaccount/userinfo?tab=security',
    memberId: member.memberId,
    now: now(),
  })

/** Credentials have changed: other sessions end, and this one continues with a new token. */
async function renewProof({ tx, account, member, sessionId, now, http }: MemberContext): Promise<void> {
  await closeSessionsOf(tx, account, member.memberId, sessionId)
  setSessionCookie(http.request, http.reply, await renewSession(tx, account, sessionId, now()))
}

const stepUp = ({ tx, account, sessionId, now }: MemberContext, purpose: 'phone' | 'password' | 'factor') =>
  requireStepUp(tx, account, { sessionId, purpose, now: now() })

const nameHandlers = [
  handle(profileCalls.one, ({ tx, account, member, now }) => readProfile(tx, account, member.memberId, now())),

  handle(profileCalls.rename, async ({ tx, account, member, note }, { name }) => {
    note({ before: { name: await rename(tx, account, member.memberId, name) }, after: { name } })
  }),

  handle(profileCalls.changeLogin, async ({ tx, account, member, now, note }, { login }) => {
    const before = await changeLogin(tx, account, { memberId: member.memberId, login, now: now() })
    note({ before: { login: before }, after: { login } })
  }),

  handle(profileCalls.setAvatar, async ({ tx, account, member, note }, { picture }) => {
    await setAvatar(tx, account, member.memberId, picture === null ? null : await encodeAvatar(Buffer.from(picture, 'base64')))
    note({ after: { avatar: picture === null ? '已移除' : '已更换' } })
  }),

  handle(profileCalls.setNotificationMethods, async ({ tx, account, member, note }, input) => {
    await setNotificationMethods(tx, account, { memberId: member.memberId, ...input })
    note({ object: notificationKinds[input.kind].name, after: { channels: input.channels.map(channel => notificationMethods[channel]) } })
  }),

  handle(profileCalls.setMasking, async ({ tx, account, member, note }, { masksNumbers }) => {
    await setMasking(tx, account, member.memberId, masksNumbers)
    note({ before: { masksNumbers: member.masksNumbers }, after: { masksNumbers } })
  }),
]

const phoneHandlers = (secret: string) => [
  handle(profileCalls.sendPhoneCode, async ({ tx, member, address, now, afterCommit }, { phone }) => {
    if (phone === member.phone) refuse('input_invalid', {}, { phone: '与当前手机号相同' })
    const { code, isTaken } = await requestPhoneCode(tx, secret, { phone, address, now: now() })
    afterCommit(db =>
      isTaken
        ? sendPlatformMessage(db, { phone, templateCode: 'SMS_100004', parameters: {}, now: now() })
        : sendPlatformMessage(db, { phone, templateCode: 'SMS_100020', parameters: { code, name: '绑定新手机号' }, now: now() }),
    )
  }),

  handle(profileCalls.changePhone, async (context, { phone, code }) => {
    const { tx, account, member, now, note } = context
    if (!(await provePhone(tx, secret, { phone, code, now: now() }))) return { isChanged: false }
    await stepUp(context, 'phone')
    const before = await changePhone(tx, account, { memberId: member.memberId, phone })
    note({ before: { phone: before }, after: { phone } })
    await renewProof(context)
    await notifyMember(context, '登录手机号已更换', `${maskPhone(before)}已更换为${maskPhone(phone)}，其他设备已下线。`)
    return { isChanged: true }
  }),

  handle(profileCalls.requestPhoneReview, async (context, { phone, code, reason }) => {
    const { tx, account, member, now, note } = context
    const { memberId, phone: oldPhone } = member
    if (!(await provePhone(tx, secret, { phone, code, now: now() }))) return { isAsked: false }
    await requestPhoneReview(tx, account, { memberId, phone, oldPhone, reason, now: now() })
    note({ before: { phone: oldPhone }, after: { phone } })
    await notifyMember(
      context,
      '已申请更换手机号',
      `申请把登录手机号更换为${maskPhone(phone)}，等待人工审核。如非本人操作，请立即修改密码。`,
    )
    return { isAsked: true }
  }),

  handle(profileCalls.cancelPhoneReview, ({ tx, account, member, now }, { changeId }) =>
    cancelPhoneReview(tx, account, { memberId: member.memberId, changeId, now: now() }),
  ),
]

const emailHandlers = (publicUrl: string | undefined) => [
  handle(profileCalls.sendEmailLink, async ({ tx, account, member, now, http }, { email }) => {
    const linkOf = (token: string) => consoleUrl(http.request, publicUrl, `/system/uaccount/userinfo?email=${token}`)
    await sendEmailLink(tx, account, { memberId: member.memberId, email, linkOf, now: now() })
  }),

  handle(profileCalls.confirmEmail, async ({ tx, account, member, now, note }, { token }) => {
    const email = await confirmEmail(tx, account, { memberId: member.memberId, token, now: now() })
    note({ after: { email } })
    return { email }
  }),

  handle(profileCalls.removeEmail, async ({ tx, account, member, note }) => {
    await removeEmail(tx, account, member.memberId)
    note({ after: { email: null } })
  }),
]

const proofHandlers = (secret: string) => [
  handle(profileCalls.changePassword, async (context, { current, password }) => {
    const { tx, account, member, sessionId, now } = context
    const { memberId, login, phone } = member
    if (!(await proveByPassword(tx, account, { memberId, current, now: now() }))) return { isChanged: false }
    await stepUp(context, 'password')
    await changeOwnPassword(tx, account, { memberId, sessionId, names: [login, phone], password, now: now() })
    await renewProof(context)
    await notifyMember(context, '登录密码已修改', '其他设备已下线，请用新密码重新登录。如非本人操作，请立即找回密码。')
    return { isChanged: true }
  }),

  handle(profileCalls.beginTotp, async context => {
    await stepUp(context, 'factor')
    const { memberId, login } = context.member
    return beginTotp(context.tx, secret, context.account, { memberId, label: login })
  }),

  handle(profileCalls.finishTotp, async (context, { code }) => {
    const { tx, account, member, now, note } = context
    const recoveryCodes = await finishTotp(tx, secret, account, { memberId: member.memberId, code, now: now() })
    if (!recoveryCodes) return { recoveryCodes }
    note({ after: { secondFactor: '身份验证器' } })
    await renewProof(context)
    await notifyMember(context, '已绑定身份验证器', '以后登录需要身份验证器的动态验证码。请妥善保存备用验证码。')
    return { recoveryCodes }
  }),

  handle(profileCalls.setFactor, async (context, { factor }) => {
    const { tx, account, member, note } = context
    await stepUp(context, 'factor')
    await setFactor(tx, account, member.memberId, factor)
    note({ after: { secondFactor: factor } })
    await renewProof(context)
    const body = factor === 'sms' ? '以后登录需要短信验证码。' : '以后登录只需要密码。如非本人操作，请立即修改密码。'
    await notifyMember(context, '登录验证方式已修改', body)
  }),

  handle(profileCalls.renewRecoveryCodes, async context => {
    const { tx, account, member } = context
    if ((await stepUpWay(tx, account, member.memberId)) !== 'totp')
      refuse('state_forbids', { state: '未绑定身份验证器', action: '生成备用验证码' })
    await stepUp(context, 'factor')
    return { recoveryCodes: await renewRecoveryCodes(tx, secret, account, member.memberId) }
  }),

  handle(profileCalls.setNewDeviceCheck, async (context, { checksNewDevice }) => {
    if (!checksNewDevice) await stepUp(context, 'factor')
    await setNewDeviceCheck(context.tx, context.account, context.member.memberId, checksNewDevice)
    context.note({ after: { checksNewDevice } })
  }),

  handle(profileCalls.deleteDevices, ({ tx, account, member }) => deleteDevices(tx, account, member.memberId)),
]

const sessionHandlers = [
  handle(profileCalls.sessions, async ({ tx, account, member, sessionId, now }) => ({
    rows: await listSessions(tx, account, { memberId: member.memberId, sessionId, now: now() }),
  })),

  handle(profileCalls.endSession, ({ tx, account, member }, { sessionId }) => endSession(tx, account, member.memberId, sessionId)),

  handle(profileCalls.endOtherSessions, async ({ tx, account, member, sessionId }) => ({
    count: await endOtherSessions(tx, account, member.memberId, sessionId),
  })),
]

/**
 * Avatars of an account's members, visible to all of them. A changed avatar has a new id, so responses may be cached.
 */
export function serveAvatars(app: App, services: Services): void {
  app.get(avatarRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const { account } = await requireMember(services, request, avatarRoute.audience.permission)
    const input = avatarRoute.input.safeParse(request.query)
    if (!input.success) refuse('not_found')
    const picture = await asAccount(services.db, account, tx => readAvatar(tx, account, input.data.avatarId))
    return reply.type('image/webp').header('Cache-Control', 'private, max-age=31536000, immutable').send(picture)
  })
}
