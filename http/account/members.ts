import { memberCalls } from '#contract/account/member.ts'
import { roles } from '#contract/identity/permission.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import {
  acceptInvitation,
  changeRole,
  invite,
  listInvitations,
  listMembers,
  readInvitation,
  removeMember,
  resendInvitation,
  resetMemberFactor,
  revokeInvitation,
  transferOwnership,
} from '#domain/account/index.ts'
import { readClosing } from '#domain/closing/index.ts'
import { renewSession, requireStepUp } from '#domain/identity/index.ts'
import { sendPlatformMessage } from '#domain/messages/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { enter, originOf } from '#http/identity/sign-in.ts'
import { consoleUrl } from '#http/server/console-url.ts'
import { handle, type MemberContext } from '#http/server/serve.ts'
import { setSessionCookie } from '#http/server/sessions.ts'
import { limits } from '#values/limits.ts'

const link = '/system/uaccount/userinfo?tab=members'

const notifyAll = ({ tx, account, now }: MemberContext, title: string, body: string) =>
  notifyAccount(tx, account, { kind: 'security', title, body, link, now: now() })

/** Checked last: an act that is refused anyway needs no code, and the refusal rolls back the earlier writes. */
const stepUp = ({ tx, account, sessionId, now }: MemberContext, purpose: 'member' | 'transfer') =>
  requireStepUp(tx, account, { sessionId, purpose, now: now() })

/** Sends the invitation by SMS after the transaction has committed. */
async function sendInvitation(
  context: MemberContext,
  input: { phone: string; token: string },
  publicUrl: string | undefined,
): Promise<void> {
  const { tx, account, member, now, http, afterCommit } = context
  const { name, attestedName } = await tx
    .selectFrom('account')
    .select(['name', 'attestedName'])
    .where('accountId', '=', account)
    .executeTakeFirstOrThrow()
  const url = consoleUrl(http.request, publicUrl, `/user/_registry?invite=${input.token}`)
  const parameters = { inviter: member.name, account: (attestedName ?? name).slice(0, 20), link: url, days: String(limits.invitationDays) }
  afterCommit(db => sendPlatformMessage(db, { phone: input.phone, templateCode: 'SMS_100021', parameters, now: now() }))
}

export const memberHandlers = ({ publicUrl }: { publicUrl?: string | undefined }) => [
  handle(memberCalls.list, async ({ tx, account, now }) => ({
    members: await listMembers(tx, account, now()),
    invitations: await listInvitations(tx, account, now()),
    limit: limits.members,
  })),

  handle(memberCalls.invite, async (context, input) => {
    const { tx, account, member, now, note } = context
    const { invitationId, token } = await invite(tx, account, { ...input, byMemberId: member.memberId, now: now() })
    await stepUp(context, 'member')
    note({ object: input.name, after: { phone: input.phone, role: roles[input.role].name } })
    await sendInvitation(context, { phone: input.phone, token }, publicUrl)
    return { invitationId }
  }),

  handle(memberCalls.resend, async (context, { invitationId }) => {
    const { tx, account, now } = context
    await sendInvitation(context, await resendInvitation(tx, account, { invitationId, now: now() }), publicUrl)
  }),

  handle(memberCalls.cancelInvitation, ({ tx, account, now }, { invitationId }) =>
    revokeInvitation(tx, account, { invitationId, now: now() }),
  ),

  handle(memberCalls.changeRole, async (context, { memberId, role }) => {
    const { tx, account, member, note } = context
    const { name, before } = await changeRole(tx, account, { memberId, role, byMemberId: member.memberId })
    await stepUp(context, 'member')
    note({ object: name, before: { role: roles[before].name }, after: { role: roles[role].name } })
    await notifyAll(context, '成员角色已修改', `${member.name}把${name}的角色由${roles[before].name}改为${roles[role].name}。`)
  }),

  handle(memberCalls.resetFactor, async (context, { memberId }) => {
    const { tx, account, member, note } = context
    const { name } = await resetMemberFactor(tx, account, { memberId, byMemberId: member.memberId })
    await stepUp(context, 'member')
    note({ object: name })
    await notifyAll(context, '成员的登录验证已重置', `${member.name}重置了${name}的登录验证方式，${name}现在只用密码登录。`)
  }),

  handle(memberCalls.remove, async (context, { memberId }) => {
    const { tx, account, member, now, note } = context
    const { name, role } = await removeMember(tx, account, { memberId, byMemberId: member.memberId, now: now() })
    note({ object: name, before: { role: roles[role].name }, after: { state: '已移除' } })
    await notifyAll(context, '成员已移除', `${member.name}移除了成员${name}（${roles[role].name}），其登录已全部失效。`)
  }),

  handle(memberCalls.transfer, async (context, { memberId }) => {
    const { tx, account, member, sessionId, now, note, http } = context
    const { name } = await transferOwnership(tx, account, { memberId, byMemberId: member.memberId, sessionId })
    if ((await readClosing(tx, account)) !== null) refuse('state_forbids', { state: '注销中', action: '转让所有权' })
    await stepUp(context, 'transfer')
    note({ object: name, before: { owner: member.name }, after: { owner: name } })
    setSessionCookie(http.request, http.reply, await renewSession(tx, account, sessionId, now()))
    await notifyAll(context, '账户所有权已转让', `${member.name}把账户所有权转让给${name}，${member.name}改为管理员。`)
  }),

  handle(memberCalls.invitation, ({ db, now }, { token }) => readInvitation(db, token, now())),

  handle(memberCalls.accept, async (context, { token: inviteToken, password, login }) => {
    const { db, now } = context
    const { token, account, name, role } = await acceptInvitation(db, { token: inviteToken, password, login, ...originOf(context) })
    await asAccount(db, account, tx =>
      notifyAccount(tx, account, {
        kind: 'security',
        title: '新成员已加入',
        body: `${name}接受邀请，以${roles[role].name}的角色加入账户。`,
        link,
        now: now(),
      }),
    )
    return enter(context, token)
  }),
]
