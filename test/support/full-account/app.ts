import type { Tx } from '#db/connect.ts'
import { createKey } from '#domain/apps/key.ts'
import { addWebhook } from '#domain/push/webhook.ts'
import { newId } from '#values/id.ts'
import { canary, canaryPhone, type Owner } from './owner.ts'

const master = 'x'.repeat(32)

/** An app with a key, and a webhook with a delivery in its log. */
export async function addApp(tx: Tx, { account, memberId, now }: Owner) {
  const [appId, attemptId] = [newId(), newId()]
  await tx.insertInto('app').values({ account_id: account, app_id: appId, name: canary }).execute()
  const { accessKeyId } = await createKey(tx, account, { appId, scopes: ['query'], note: canary, master, memberId, now })
  const choice = { url: `https://example.com/${encodeURIComponent(canary)}`, format: 'hongyan', kinds: ['report'] } as const
  const { webhookId } = await addWebhook(tx, account, master, { appId, choice, now })
  const attempt = { attempt_id: attemptId, webhook_id: webhookId, app_id: appId, event_ids: [], outcome: 'delivered', elapsed_ms: 1 }
  await tx
    .insertInto('push_attempt')
    .values({ account_id: account, ...attempt })
    .execute()
  return { appId, accessKeyId, webhookId, attemptId }
}

/** A rule with an alert, and a person and a robot as its receivers. */
export async function addAlert(tx: Tx, { account, now }: Owner) {
  const [ruleId, alertId, alertContactId, robotId] = [newId(), newId(), newId(), newId()]
  const receivers = { notification_methods: ['sms', 'robot'], contact_ids: [alertContactId], robot_ids: [robotId] }
  const parameters = JSON.stringify({ percent: 80, leastCount: 10, messageKind: 'all' })
  const rule = { ...receivers, parameters, repeat_minutes: 60, is_on: true, created_at: now, changed_at: now }
  await tx
    .insertInto('alert_rule')
    .values({ account_id: account, rule_id: ruleId, kind: 'success_low', ...rule })
    .execute()
  const words = {
    title: canary,
    body: canary,
    advice: canary,
    link: '/sms/delivery',
    value_text: '1%',
    last_value_text: '1%',
    threshold_text: '80%',
  }
  const facts = { kind: 'success_low', subject: '', severity: 'warning', action: 'pause_otp', state: 'open', fired_at: now }
  await tx
    .insertInto('alert')
    .values({ account_id: account, alert_id: alertId, rule_id: ruleId, ...words, ...facts })
    .execute()
  const contact = { name: canary, phone: canaryPhone, created_at: now }
  await tx
    .insertInto('alert_contact')
    .values({ account_id: account, contact_id: alertContactId, ...contact })
    .execute()
  const robot = { name: canary, kind: 'wecom', encrypted_url: Buffer.from(canary), url_tail: canary, created_at: now }
  await tx
    .insertInto('alert_robot')
    .values({ account_id: account, robot_id: robotId, ...robot })
    .execute()
  return { ruleId, alertId, alertContactId, robotId }
}
