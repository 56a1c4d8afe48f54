import type { SystemAlertKind } from '#contract/home/admin-home.ts'

export const systemAlertKindNames: Record<SystemAlertKind, string> = {
  webhook_backlog: '回调推送积压',
  disk_low: '磁盘空间不足',
  clock_wrong: '服务器时钟不准',
}
