import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import type { adminContentCalls } from '#contract/content/admin-content.ts'
import { adminHomeCalls } from '#contract/home/admin-home.ts'
import type { StaffPermission } from '#contract/identity/permission.ts'
import { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'

export type CustomerRow = CallAnswerWire<typeof adminCustomerCalls.list>['rows'][number]
export type Customer = CallAnswerWire<typeof adminCustomerCalls.one>
export type Content = CallAnswerWire<typeof adminContentCalls.list>['rows'][number]

/** Answers that an act on a customer outdates. */
export const customerAnswers = [
  adminCustomerCalls.list,
  adminCustomerCalls.one,
  adminHomeCalls.overview,
  adminAuditLogCalls.list,
  adminApprovalCalls.list,
]

export type ReasonedAct = 'revokeAttestation' | 'allowAbroad' | 'forbidAbroad' | 'freeze' | 'unfreeze'
export type CustomerAct = ReasonedAct | 'grant' | 'bonus' | 'adjust' | 'credit' | 'grantAttestation' | 'enter'

interface ActFacts {
  name: string
  permission: StaffPermission
  isPossible: (customer: CustomerRow) => boolean
  isDanger?: boolean
}

/** Possible acts on a customer, with permission and condition; the first possible one is the main one. */
export const customerCan: Record<CustomerAct, ActFacts> = {
  grantAttestation: {
    name: '人工认证',
    permission: 'customer.attest',
    isPossible: one => one.attestedName === null && one.state !== 'closed',
  },
  enter: { name: '进入控制台', permission: 'customer.enter', isPossible: one => one.state === 'active' },
  grant: { name: '赠送套餐', permission: 'customer.credit', isPossible: one => one.state !== 'closed' },
  bonus: { name: '赠送金', permission: 'customer.credit', isPossible: one => one.state !== 'closed' },
  adjust: { name: '调账', permission: 'customer.credit', isPossible: one => one.state !== 'closed' },
  credit: { name: '信用额度', permission: 'customer.credit', isPossible: one => one.state !== 'closed' },
  allowAbroad: { name: '开通国际短信', permission: 'customer.credit', isPossible: one => one.state !== 'closed' && !one.sendsAbroad },
  forbidAbroad: { name: '停用国际短信', permission: 'customer.credit', isPossible: one => one.sendsAbroad, isDanger: true },
  revokeAttestation: { name: '撤销认证', permission: 'customer.attest', isPossible: one => one.attestedName !== null, isDanger: true },
  freeze: { name: '冻结账户', permission: 'customer.freeze', isPossible: one => one.state === 'active', isDanger: true },
  unfreeze: { name: '解除冻结', permission: 'customer.freeze', isPossible: one => one.state === 'frozen' },
}
