import type { Got } from '#contract/call.ts'
import { operatorActivityCalls } from '#contract/operator-activity.ts'
import { operatorApprovalCalls } from '#contract/operator-approval.ts'
import type { operatorContentCalls } from '#contract/operator-content.ts'
import { operatorCustomerCalls } from '#contract/operator-customer.ts'
import { operatorHomeCalls } from '#contract/operator-home.ts'
import type { StaffPermission } from '#contract/permission.ts'

export type CustomerRow = Got<typeof operatorCustomerCalls.list>['rows'][number]
export type Customer = Got<typeof operatorCustomerCalls.one>
export type Content = Got<typeof operatorContentCalls.list>['rows'][number]

/** Answers that an act on a customer makes untrue. */
export const customerAnswers = [
  operatorCustomerCalls.list,
  operatorCustomerCalls.one,
  operatorHomeCalls.overview,
  operatorActivityCalls.list,
  operatorApprovalCalls.list,
]

export type ReasonedAct = 'unattest' | 'freeze' | 'unfreeze'
export type CustomerAct = ReasonedAct | 'grant' | 'bonus' | 'adjust' | 'credit' | 'attest' | 'enter'

interface ActFacts {
  name: string
  permission: StaffPermission
  isPossible: (customer: CustomerRow) => boolean
  isDanger?: boolean
}

/** What may be done to a customer, by whom and when; the first that may be done now is the main one. */
export const customerCan: Record<CustomerAct, ActFacts> = {
  attest: { name: '人工认证', permission: 'customer.attest', isPossible: one => one.attestedName === null && one.state !== 'closed' },
  enter: { name: '进入控制台', permission: 'customer.enter', isPossible: one => one.state === 'active' },
  grant: { name: '赠送套餐', permission: 'customer.credit', isPossible: one => one.state !== 'closed' },
  bonus: { name: '赠送金', permission: 'customer.credit', isPossible: one => one.state !== 'closed' },
  adjust: { name: '调账', permission: 'customer.credit', isPossible: one => one.state !== 'closed' },
  credit: { name: '信用额度', permission: 'customer.credit', isPossible: one => one.state !== 'closed' },
  unattest: { name: '撤销认证', permission: 'customer.attest', isPossible: one => one.attestedName !== null, isDanger: true },
  freeze: { name: '冻结账户', permission: 'customer.freeze', isPossible: one => one.state === 'active', isDanger: true },
  unfreeze: { name: '解除冻结', permission: 'customer.freeze', isPossible: one => one.state === 'frozen' },
}
