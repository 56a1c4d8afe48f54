import { z } from 'zod'
import { moment } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'

/** System alerts: problems of the platform itself, shown to staff and sent to those on duty. */
export const systemAlertKinds = {
  ledger_wrong: { name: '账目不平', about: '每晚核对发现账目、账单或对账有差异' },
  channel_down: { name: '通道中断', about: '启用的通道没有连接' },
  channel_withdrawn: { name: '通道撤量', about: '通道的到达率或回执变差，流量改走其他通道' },
  outbox_late: { name: '短信积压', about: '验证码或通知到期后迟迟没有交给运营商' },
  report_late: { name: '状态报告延迟', about: '上一小时的验证码和通知多数没有状态报告' },
  review_late: { name: '审核积压', about: '签名、模板、认证或短链接等待审核太久' },
  job_failing: { name: '后台任务失败', about: '同一个任务多次重试仍然失败' },
  webhook_backlog: { name: '回调推送积压', about: '到期的事件迟迟没有推送给客户' },
  disk_low: { name: '磁盘空间不足', about: '数据文件夹所在的磁盘快满了' },
  backup_late: { name: '备份延迟', about: '持续备份中断，或完整备份过期' },
  clock_wrong: { name: '服务器时钟不准', about: '与数据库的时钟相差太多' },
} as const
export type SystemAlertKind = keyof typeof systemAlertKinds

const alertId = { kind: z.enum(keysOf(systemAlertKinds)), subject: z.string(), beganAt: moment }
/** Names an alert: one that began anew is another. */
export const systemAlertTarget = z.object(alertId)
/** An alert in force. */
export const systemAlert = z.object({
  ...alertId,
  detail: z.string(),
  /** Who of staff takes care of it. */
  acknowledged: z.object({ by: z.string(), at: moment }).nullable(),
})
