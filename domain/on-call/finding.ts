import type { SystemAlertKind } from '#contract/home/system-alert.ts'
import type { Db } from '#db/connect.ts'
import { attestationQueue } from '#domain/account/index.ts'
import { listChannels } from '#domain/channels/index.ts'
import { reviewQueues } from '#domain/content/index.ts'
import { listOverdueChannels } from '#domain/delivery/index.ts'
import { linkQueue } from '#domain/links/index.ts'
import { countUnreported } from '#domain/message-records/index.ts'
import { lastCheckResult } from '#domain/payments/index.ts'
import { endSystemAlert, listBackupStates, listFailingJobs, listSystemAlerts, raiseSystemAlert } from '#domain/platform/index.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

interface Finding {
  subject: string
  detail: string
}

/** Their failures are those of the receivers' groups. */
const robotTasks = ['notify_alert', 'notify_on_call']
const minuteMs = 60_000
const hourMs = 3_600_000
const minutesSince = (at: Date, now: Date) => Math.floor((now.getTime() - at.getTime()) / minuteMs)
const ageText = (minutes: number) => (minutes < 120 ? `${minutes}分钟` : `${Math.floor(minutes / 60)}小时`)

/**
 * What the database itself shows about the platform, by the alert's kind. The other kinds are raised where they occur.
 */
const checks = {
  ledger_wrong: async db => {
    const count = (await lastCheckResult(db))?.findingCount ?? 0
    return count > 0 ? [{ subject: '', detail: `最近一次核对有${count}处不平，详见“账务健康”` }] : []
  },
  channel_down: async (db, now) =>
    (await listChannels(db))
      .filter(({ isEnabled, isHeld, state, stateAt }) => isEnabled && !(isHeld && state === 'up') && isOld(stateAt, now))
      .map(({ name, isHeld, stateDetail }) => ({ subject: name, detail: isHeld ? stateDetail || '没有连接' : '没有发送程序在连接它' })),
  channel_withdrawn: async db =>
    (await listChannels(db)).flatMap(({ name, isEnabled, withdrawal, withdrawalRule }) =>
      isEnabled && withdrawal && withdrawalRule === 'auto' ? [{ subject: name, detail: withdrawal.reason }] : [],
    ),
  outbox_late: async (db, now) =>
    (await listOverdueChannels(db, new Date(now.getTime() - limits.outboxWaitMinutes * minuteMs))).map(({ name, dueAt }) => ({
      subject: name,
      detail: `最早的验证码或通知已等待${ageText(minutesSince(dueAt, now))}`,
    })),
  report_late: async (db, now) => {
    // The last whole hour, from its tenth minute on: most reports arrive within seconds.
    const hour = Math.floor((now.getTime() - 10 * minuteMs) / hourMs) - 1
    const { acceptedCount, unreportedCount } = await countUnreported(db, hour)
    const percent = Math.round((unreportedCount / Math.max(acceptedCount, 1)) * 100)
    if (acceptedCount < limits.minReportedCount || percent < limits.unreportedPercent) return []
    return [{ subject: '', detail: `上一小时的${acceptedCount}条验证码和通知，${percent}%还没有结果` }]
  },
  review_late: async (db, now) => {
    const { signature, template } = await reviewQueues(db)
    const queues = {
      签名: signature.oldestAt,
      模板: template.oldestAt,
      认证: (await attestationQueue(db)).oldestAt,
      短链接: (await linkQueue(db)).oldestAt,
    }
    return Object.entries(queues).flatMap(([subject, oldestAt]) =>
      oldestAt && minutesSince(oldestAt, now) >= limits.reviewWaitMinutes
        ? [{ subject, detail: `最早的一件已等待${ageText(minutesSince(oldestAt, now))}` }]
        : [],
    )
  },
  job_failing: async db =>
    (await listFailingJobs(db, { minTries: limits.failingJobTries, except: robotTasks })).map(({ task, jobCount, lastError }) => ({
      subject: task,
      detail: `${jobCount}个任务多次失败，最近的错误：${lastError.slice(0, 200)}`,
    })),
  backup_late: async (db, now) =>
    (await listBackupStates(db)).flatMap(({ place, archivedAt, backedUpAt, backupEverySeconds }) => {
      const minutes = minutesSince(archivedAt, now)
      if (minutes >= limits.archiveWaitMinutes) return [{ subject: place, detail: `持续备份已中断${ageText(minutes)}，此后的数据没有备份` }]
      const isOverdue = backedUpAt !== null && now.getTime() - backedUpAt.getTime() > 2 * backupEverySeconds * 1000
      return isOverdue ? [{ subject: place, detail: `最近一次完整备份在${ageText(minutesSince(backedUpAt, now))}之前` }] : []
    }),
} satisfies Partial<Record<SystemAlertKind, (db: Db, now: Date) => Promise<Finding[]>>>

const isOld = (stateAt: Date | null, now: Date) => stateAt === null || minutesSince(stateAt, now) >= limits.channelDownMinutes

/** Raises an alert for each finding, and ends those whose cause is gone. Returns what is new and what is over. */
export async function checkPlatform(db: Db, now: Date) {
  const raised = await listSystemAlerts(db)
  const news: { kind: SystemAlertKind; subject: string; detail: string; isOver: boolean }[] = []
  for (const kind of keysOf(checks)) {
    const check: (db: Db, now: Date) => Promise<Finding[]> = checks[kind]
    const findings = await check(db, now)
    for (const finding of findings) if (await raiseSystemAlert(db, { kind, ...finding })) news.push({ kind, ...finding, isOver: false })
    for (const alert of raised)
      if (alert.kind === kind && !findings.some(({ subject }) => subject === alert.subject) && (await endSystemAlert(db, alert)))
        news.push({ ...alert, isOver: true })
  }
  return news
}
