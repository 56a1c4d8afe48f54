import { alertKinds } from '#contract/alert/alert-rule.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { takeOne } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { alertOf } from './alert-row.ts'
import { notifyConsole, notifyReceivers } from './notify.ts'
import { readRules } from './rule.ts'

const hourMs = 3_600_000

/**
 * Sends a test alert of a rule to its receivers, marked as a test. Returns its id. Refuses `not_found`,
 * `too_many_requests`.
 */
export async function sendTestAlert(
  tx: Tx,
  account: AccountId,
  { ruleId, memberId, now }: { ruleId: string; memberId: string; now: Date },
): Promise<string> {
  const rule = (await readRules(tx, account)).find(one => one.ruleId === ruleId) ?? refuse('not_found')
  const counter = { key: `alert-test:${memberId}`, limit: { windowMs: hourMs, most: limits.alertTestsPerHour } }
  await takeOne(tx, [counter], now, waitMs => refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) }))
  const { name, severity, about } = alertKinds[rule.kind]
  const row = await tx
    .insertInto('alert')
    .values({
      accountId: account,
      alertId: newId(now.getTime()),
      ruleId,
      kind: rule.kind,
      appId: rule.appId,
      subject: 'test',
      severity,
      title: name,
      body: `${about}。`,
      advice: '',
      link: '/sms/app-warning',
      valueText: '测试',
      lastValueText: '测试',
      thresholdText: '测试',
      action: 'notify',
      state: 'recovered',
      isTest: true,
      firedAt: now,
      recoveredAt: now,
      recoveryReason: '测试，无需处理',
      notifiedCount: 1,
      lastNotifiedAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const notification = { alert: alertOf(row), receivers: rule, occasion: 'test' as const, now }
  await notifyConsole(tx, account, notification)
  await notifyReceivers(tx, account, notification)
  return row.alertId
}
