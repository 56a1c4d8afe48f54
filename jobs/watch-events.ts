import { endSystemAlert, raiseSystemAlert } from '#domain/platform/index.ts'
import { findOverdueQueues } from '#domain/push/index.ts'
import { limits } from '#values/limits.ts'
import type { PeriodicWork } from './task.ts'

const alert = { kind: 'webhook_backlog', subject: '' } as const

/** Warns staff when events are long overdue at healthy webhooks: then the fault is ours. */
export const watchEvents: PeriodicWork = {
  name: 'watch events',
  everyMs: 30_000,
  run: async ({ db, logger }) => {
    const { queueCount, waitMs } = await findOverdueQueues(db, limits.eventWaitMinutes)
    if (queueCount === 0) {
      if (await endSystemAlert(db, alert)) logger.warn('events are delivered to webhooks again')
      return
    }
    const minutes = Math.floor(waitMs / 60_000)
    const detail = `${queueCount}个回调地址有事件到期未推送，最早的已等待${minutes}分钟`
    if (await raiseSystemAlert(db, { ...alert, detail })) logger.error({ queueCount, minutes }, 'events are due and nobody delivers them')
  },
}
