import { z } from 'zod'
import { get, member, post, visitor } from '#contract/call.ts'
import { roles } from '#contract/identity/permission.ts'
import { optionalLoginRule, passwordRule } from '#contract/rules.ts'
import { idOf, moment, phoneNumber } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { nicknameRule } from './profile.ts'

const allRoles = keysOf(roles)
/** Every role but the owner's, which is transferred, never assigned. */
export const givenRoles = allRoles.filter(role => role !== 'owner')
const role = z.enum(allRoles)
const givenRole = z.enum(givenRoles, { error: '请选择角色' })

const oneMember = z.object({ memberId: idOf('member') })
const oneInvitation = z.object({ invitationId: idOf('invitation') })
const inviteToken = z.string().min(1).max(120)

export const memberCalls = {
  list: get('/api/members', '成员', member('member.read'), {
    answer: z.object({
      members: z.array(
        z.object({
          memberId: idOf('member'),
          name: z.string(),
          login: z.string().nullable(),
          /** Masked. */
          phone: z.string(),
          role,
          avatarId: z.string().nullable(),
          secondFactor: z.enum(['none', 'sms', 'totp']),
          lastSignInAt: moment.nullable(),
          isOnline: z.boolean(),
        }),
      ),
      invitations: z.array(
        z.object({
          invitationId: idOf('invitation'),
          name: z.string(),
          phone: z.string(),
          role,
          invitedBy: z.string(),
          invitedAt: moment,
          expiresAt: moment,
          isExpired: z.boolean(),
        }),
      ),
      /** Besides the owner. */
      limit: z.number().int(),
    }),
  }),
  invite: post('/api/members/invite', '邀请成员', member('member.write'), {
    input: z.object({ phone: phoneNumber, name: nicknameRule, role: givenRole }),
    answer: oneInvitation,
    refusals: ['step_up_required', 'invitation_exists', 'member_exists', 'too_many', 'code_limited'],
    once: true,
  }),
  resend: post('/api/members/invitations/resend', '重新发送邀请', member('member.write'), {
    input: oneInvitation,
    refusals: ['not_found', 'code_limited'],
  }),
  cancelInvitation: post('/api/members/invitations/cancel', '撤回邀请', member('member.write'), {
    input: oneInvitation,
    refusals: ['not_found'],
  }),
  changeRole: post('/api/members/role', '修改成员角色', member('member.write'), {
    input: oneMember.extend({ role: givenRole }),
    refusals: ['step_up_required', 'not_found', 'member_is_owner', 'member_is_self'],
  }),
  resetFactor: post('/api/members/reset-factor', '重置成员的登录验证', member('member.write'), {
    input: oneMember,
    refusals: ['step_up_required', 'not_found', 'member_is_owner', 'member_is_self'],
  }),
  remove: post('/api/members/remove', '移除成员', member('member.write'), {
    input: oneMember,
    refusals: ['not_found', 'member_is_owner', 'member_is_self'],
  }),
  transfer: post('/api/members/transfer', '转让所有权', member('account.close'), {
    input: oneMember,
    refusals: ['step_up_required', 'not_found', 'member_is_self', 'state_forbids'],
  }),
  invitation: get('/api/invitation', '查看邀请', visitor, {
    input: z.object({ token: inviteToken }),
    answer: z.object({
      accountName: z.string(),
      inviterName: z.string(),
      name: z.string(),
      /** Masked. */
      phone: z.string(),
      role,
    }),
    refusals: ['invitation_invalid'],
  }),
  accept: post('/api/invitation/accept', '接受邀请', visitor, {
    input: z.object({
      token: inviteToken,
      password: passwordRule,
      login: optionalLoginRule.default(''),
      hasAgreed: z.literal(true, { error: '请阅读并同意使用约定' }),
    }),
    refusals: ['invitation_invalid', 'invitation_phone_taken', 'login_taken', 'password_common', 'busy'],
  }),
}
