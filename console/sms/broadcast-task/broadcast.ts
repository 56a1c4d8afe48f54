import type { broadcastCalls } from '#contract/broadcast.ts'
import type { Got } from '#contract/call.ts'

export type BroadcastRow = Got<typeof broadcastCalls.list>['rows'][number]

/** Why a broadcast waits, in the words of the screens. */
export const waitingReasons: Record<string, string> = {
  quiet_hours: '推广短信只在08:00-21:00发送，到时自动继续',
  account_frozen: '账号已冻结，已自动暂停；恢复后可以继续',
  account_not_attested: '实名认证已失效，已自动暂停',
  signature_not_approved: '签名已停用，已自动暂停；恢复后可以继续',
  template_not_approved: '模板已停用，已自动暂停；恢复后可以继续',
}

/** Messages of a finished broadcast that nothing is known of yet. */
export const awaitedCount = ({ recipientCount, counts }: Pick<BroadcastRow, 'recipientCount' | 'counts'>) =>
  Math.max(0, recipientCount - counts.refused - counts.canceled - counts.delivered - counts.failed)
