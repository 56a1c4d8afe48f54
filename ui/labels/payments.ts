import { claimStates } from '#contract/payments/bank.ts'
import { type CloseReason, rechargeStates } from '#contract/payments/recharge.ts'
import { refundStates, withdrawalStates } from '#contract/payments/withdrawal.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const claimStateTags = tagged(claimStates, {
  waiting: 'waiting',
  more: 'bad',
  approving: 'waiting',
  credited: 'good',
  rejected: 'bad',
  returned: 'ended',
  cancelled: 'ended',
})

export const rechargeStateTags = tagged(rechargeStates, {
  waiting: 'waiting',
  paying: 'progress',
  paid: 'good',
  closed: 'ended',
  failed: 'bad',
  returned: 'ended',
})

export const closeReasonNames: Record<CloseReason, string> = {
  cancelled: '已取消',
  expired: '超时未支付',
  unavailable: '支付通道暂时不可用',
  replaced: '已发起新的支付',
}

export const withdrawalStateTags = tagged(withdrawalStates, {
  reviewing: 'waiting',
  approving: 'waiting',
  refunding: 'waiting',
  abnormal: 'bad',
  done: 'good',
  rejected: 'bad',
  cancelled: 'ended',
})

export const refundStateTags = tagged(refundStates, {
  planned: 'ended',
  asking: 'waiting',
  done: 'good',
  failed: 'bad',
  by_hand: 'waiting',
  void: 'ended',
})
