import type { Tx } from '#db/connect.ts'
import { createKey } from '#domain/apps/key.ts'
import { addWebhook } from '#domain/push/webhook.ts'
import { newId } from '#values/id.ts'
import { canary, canaryPhone, type Owner } from './owner.ts'

const master = 'x'.repeat(32)

/** An app with a key, and a webhook with a delivery in its log. */
export async function addApp(tx: Tx, { account, memberId, now }: Owner) {
  const [appId, attemptId] = [newId(), newId()]
  await tx.insertInto('app').values({ accountId: account, appId, name: canary }).execute()
  const { accessKeyId } = await createKey(tx, account, { appId, scopes: ['query'], note: canary, master, memberId, now })
  const choice = { url: `https://example.com/${encodeURIComponent(canary)}`, format: 'hongyan', kinds: ['report'] } as const
  const { webhookId } = await addWebhook(tx, account, master, { appId, choice, now })
  const attempt = { attemptId, webhookId, appId, eventIds: [], outcome: 'delivered', elapsedMs: 1 }
  await tx
    .insertInto('pushAttempt')
    .values({ accountId: account, ...attempt })
    .execute()
  return { appId, accessKeyId, webhookId, attemptId }
}

/** A rule with an alert, and a person and a robot as its receivers. */
export async function addAlert(tx: Tx, { account, now }: Owner) {
  const [ruleId, alertId, alertContactId, robotId] = [newId(), newId(), newId(), newId()]
  const receivers = { notificationMethods: ['sms', 'robot'], contactIds: [alertContactId], robotIds: [robotId] }
  const parameters = JSON.stringify({ percent: 80, leastCount: 10, messageKind: 'all' })
  const rule = { ...receivers, parameters, repeatMinutes: 60, isOn: true, createdAt: now, changedAt: now }
  await tx
    .insertInto('alertRule')
    .values({ accountId: account, ruleId, kind: 'success_low', ...rule })
    .execute()
  const words = {
    title: canary,
    body: canary,
    advice: canary,
    link: '/sms/delivery',
    valueText: '1%',
    lastValueText: '1%',
    thresholdText: '80%',
  }
  const facts = { kind: 'success_low', subject: '', severity: 'warning', action: 'pause_otp', state: 'open', firedAt: now }
  await tx
    .insertInto('alert')
    .values({ accountId: account, alertId, ruleId, ...words, ...facts })
    .execute()
  const contact = { name: canary, phone: canaryPhone, createdAt: now }
  await tx
    .insertInto('alertContact')
    .values({ accountId: account, contactId: alertContactId, ...contact })
    .execute()
  const robot = { name: canary, kind: 'wecom', encryptedUrl: Buffer.from(canary), urlTail: canary, createdAt: now }
  await tx
    .insertInto('alertRobot')
    .values({ accountId: account, robotId, ...robot })
    .execute()
  return { ruleId, alertId, alertContactId, robotId }
}
