import type { AlertSetting } from '#contract/alert/alert-rule.ts'
import type { Tx } from '#db/connect.ts'
import { addRule, confirmAlerts, evaluateAccount, minuteOf } from '#domain/alert/index.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'

interface AlertFacts {
  memberId: string
  appId: string
  now: Date
}

interface Flow {
  kind: 'otp' | 'transactional' | 'marketing'
  reason?: string
  accepted?: number
  delivered?: number
  failed?: number
}

const settings: AlertSetting[] = [
  { kind: 'package_expiring', parameters: { days: [30, 7, 1] } },
  { kind: 'success_low', parameters: { percent: 80, leastCount: 100, messageKind: 'all' } },
  { kind: 'code_abuse', parameters: { leastCount: 1_000, percent: 80, growthPercent: 50, otpPauseMinutes: 30 } },
  { kind: 'volume', parameters: { window: 'ten_minutes', segmentCount: 20_000 } },
  { kind: 'limit_reached', parameters: {} },
  { kind: 'review_result', parameters: { outcomes: 'rejected' } },
]

/**
 * Alert rules of the shop and their alerts of the last days: an hour of bad reports, abused one-time codes, and a busy
 * evening that was acknowledged.
 */
export async function seedAlerts(tx: Tx, account: AccountId, { memberId, appId, now }: AlertFacts): Promise<void> {
  const rule = { appId: null, notificationMethods: [], contactIds: [], robotIds: [], repeatMinutes: 0, isOn: true }
  const madeAt = chinaDayStart(now, -30)
  for (const setting of settings) await addRule(tx, account, { ...rule, setting }, { memberId, now: madeAt })
  const flow = (at: Date, { kind, reason = '', accepted = 0, delivered = 0, failed = 0 }: Flow) =>
    tx
      .insertInto('statisticsMinute')
      .values({
        accountId: account,
        minute: minuteOf(at),
        kind,
        appId,
        reason,
        acceptedCount: accepted,
        segmentCount: accepted,
        deliveredCount: delivered,
        failedCount: failed,
      })
      .execute()
  const evaluateAt = (at: Date) => evaluateAccount(tx, account, at)

  const bad = (minutes: number) => new Date(chinaDayStart(now, -6).getTime() + (15 * 60 + minutes) * 60_000)
  await flow(bad(0), { kind: 'transactional', accepted: 420, delivered: 290, failed: 118, reason: 'EXPIRED' })
  await evaluateAt(bad(1))
  await flow(bad(22), { kind: 'transactional', accepted: 900, delivered: 890, failed: 10, reason: 'EXPIRED' })
  for (const minutes of [23, 33]) await evaluateAt(bad(minutes))

  const abused = (minutes: number) => new Date(chinaDayStart(now, -3).getTime() + (3 * 60 + 12 + minutes) * 60_000)
  await flow(abused(0), { kind: 'otp', accepted: 1_386, delivered: 512, failed: 731, reason: 'UNDELIV' })
  for (const minutes of [1, 32, 42]) await evaluateAt(abused(minutes))

  const busy = (minutes: number) => new Date(chinaDayStart(now, -1).getTime() + (10 * 60 + minutes) * 60_000)
  await flow(busy(0), { kind: 'marketing', accepted: 23_500 })
  await evaluateAt(busy(1))
  const { alertId } = await tx
    .selectFrom('alert')
    .select('alertId')
    .where('accountId', '=', account)
    .where('kind', '=', 'volume')
    .executeTakeFirstOrThrow()
  await confirmAlerts(tx, account, { alertIds: [alertId], note: '周五会员日活动，属正常', memberId, now: busy(4) })
  for (const minutes of [11, 16]) await evaluateAt(busy(minutes))
  await evaluateAt(new Date(now.getTime() - 60_000))

  // Past alerts: nobody is notified now.
  await tx.deleteFrom('notification').where('accountId', '=', account).where('link', 'like', '/sms/app-warning%').execute()
  await tx
    .insertInto('alertContact')
    .values({ accountId: account, contactId: newId(), name: '演示用户', phone: '19200002001', createdAt: madeAt })
    .execute()
}
