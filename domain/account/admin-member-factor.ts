import { z } from 'zod'
import { roles } from '#contract/identity/permission.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { closeSessionsOf, recordLine, type SecondFactor, setFactor } from '#domain/identity/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { accountApprovalAct, requestApproval } from '#domain/staff/index.ts'
import type { AccountId } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'
import { customerName } from './customer.ts'

const factorNames: Record<SecondFactor, string> = { none: '未开启', sms: '短信验证码', totp: '验证器' }
const factorReset = z.object({ memberId: z.uuid(), name: z.string(), phone: z.string(), factor: z.enum(['sms', 'totp']) })

/** A member with a second factor, locked. Refuses `not_found`, and `state_forbids` if the member has none. */
async function lockMemberWithFactor(tx: Tx, account: AccountId, memberId: string) {
  const member = await tx
    .selectFrom('member')
    .select(['name', 'phone', 'role', 'secondFactor'])
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .where('state', '=', 'active')
    .forUpdate()
    .executeTakeFirst()
  if (!member) refuse('not_found')
  const factor = member.secondFactor
  if (factor === 'none') refuse('state_forbids', { state: '未开启二次验证', action: '重置' })
  return { name: member.name, phone: maskPhone(member.phone), role: member.role, factor }
}

/**
 * Requests approval by a second member of staff to remove a member's second factor (phone and recovery codes lost).
 * Four eyes, because a reset lets anyone with the password sign in. Returns the approval's id. Refuses `not_found`,
 * `state_forbids`.
 */
export async function requestFactorReset(
  tx: Tx,
  account: AccountId,
  memberId: string,
  asking: { reason: string; staffId: string; now: Date },
): Promise<{ approvalId: string; name: string }> {
  await customerName(tx, account)
  const { name, phone, factor } = await lockMemberWithFactor(tx, account, memberId)
  const payload = { memberId, name, phone, factor }
  return { approvalId: await requestApproval(tx, { kind: 'factor', account, amountHao: 0, payload, ...asking }), name }
}

/**
 * The approved reset of a second factor: ends the member's sessions, writes the customer's audit log, notifies the
 * member and those who manage members.
 */
export const factorResetAct = accountApprovalAct<z.output<typeof factorReset>>({
  schema: factorReset,
  facts: ({ name, phone, factor }) => [
    { name: '成员', text: name },
    { name: '手机', text: phone },
    { name: '现在的验证', text: factorNames[factor] },
    { name: '重置为', text: '只用密码登录' },
  ],
  run: async (tx, { memberId }, { account, makerId, now }) => {
    const { name, role, factor } = await lockMemberWithFactor(tx, account, memberId)
    await setFactor(tx, account, memberId, 'none')
    await closeSessionsOf(tx, account, memberId)
    const maker = await tx.selectFrom('staff').select('name').where('staffId', '=', makerId).executeTakeFirstOrThrow()
    await recordLine(tx, account, {
      memberId: null,
      actor: `平台客服${maker.name}`,
      kind: 'operation',
      action: 'members/reset-factor',
      object: name,
      result: 'ok',
      // The customer doesn't learn the IP address of the platform's staff.
      address: '',
      agent: '',
      detail: { by: 'staff' },
      change: { before: { factor: factorNames[factor] }, after: { factor: factorNames.none } },
      at: now,
    })
    const notification = {
      kind: 'security',
      title: '登录验证方式已由平台重置',
      body: `应${name}的请求，平台重置了其登录验证方式，现在只用密码登录，原有登录已全部失效。如非本人请求，请立即联系客服。`,
      now,
    } as const
    await notifyAccount(tx, account, { ...notification, link: '/system/uaccount/userinfo?tab=members' })
    // Members who manage members were notified together above.
    if (!roles[role].may.some(one => one === 'member.write'))
      await notifyAccount(tx, account, { ...notification, memberId, link: '/system/uaccount/userinfo?tab=security' })
  },
})
