import type { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { endedCount } from '#contract/messages/statistics.ts'
import { thousands } from '#ui/display/Count.tsx'
import { windowText } from '#values/send-window.ts'

export type BroadcastRow = CallAnswerWire<typeof broadcastCalls.list>['rows'][number]

/** Why a broadcast waits or was ended, as screen text. */
const waitingReasons: Record<string, string> = {
  quiet_hours: '推广短信不在可发送的时段，到时自动继续',
  spread_hours: '不在选择的发送时段，到时自动继续',
  account_frozen: '账户曾被冻结，已自动暂停；恢复后可以继续',
  account_not_attested: '实名认证已失效，已自动暂停；重新认证后可以继续',
  attestation_lapsed: '实名认证的证照已过期，已自动暂停；更新证照后可以继续',
  company_required: '推广短信需要企业认证，已自动暂停；升级认证后可以继续',
  signature_not_approved: '签名已停用，已自动暂停；恢复后可以继续',
  template_not_approved: '模板已停用，已自动暂停；恢复后可以继续',
  link_not_active: '短链已不能打开，已自动暂停；恢复后可以继续',
}

/** Why a broadcast ended without a request. */
const endReasons: Record<string, string> = {
  quiet_hours: '当天没有发完的部分已按选择取消，费用已退回',
  spread_hours: '当天没有发完的部分已按选择取消，费用已退回',
  recalled: '已撤回，没有发送，费用已退回',
  text_rejected: '内容没有通过审核，没有发送，费用已退回',
}

export function reasonWords({ state, stateReason }: Pick<BroadcastRow, 'state' | 'stateReason'>): string | null {
  if (state === 'reviewing') return '内容审核通过后自动开始'
  if (stateReason === null) return null
  return (state === 'canceled' ? endReasons[stateReason] : waitingReasons[stateReason]) ?? stateReason
}

/** 「立即」, 「定时」, 「匀速 每分钟600个 08:00–21:00」. */
export function timingWords({ spread, scheduledAt, state }: Pick<BroadcastRow, 'spread' | 'scheduledAt' | 'state'>): string {
  if (spread) return `匀速 每分钟${thousands(spread.perMinute)}个，${windowText(spread)}`
  return scheduledAt === null || state === 'held' ? '立即' : '定时'
}

/** Messages of a broadcast with a final result of the carrier, or none within 72 hours: the base of its rate. */
export const endedOf = ({ delivered, failed, unknown }: BroadcastRow['counts']) =>
  endedCount({ deliveredCount: delivered, failedCount: failed, unknownCount: unknown })

/** Messages of a finished broadcast without a result yet. */
export const awaitedCount = ({ recipientCount, counts }: Pick<BroadcastRow, 'recipientCount' | 'counts'>) =>
  Math.max(0, recipientCount - counts.refused - counts.canceled - endedOf(counts))
