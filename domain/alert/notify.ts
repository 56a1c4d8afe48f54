import type { AlertOccasion } from '#contract/alert/alert.ts'
import { alertKinds } from '#contract/alert/alert-rule.ts'
import type { Tx } from '#db/connect.ts'
import { recordAlert } from '#domain/events/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { type AccountId, encodeId, newId } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'
import type { Alert } from './alert-row.ts'
import { wordsOf } from './labels.ts'

/** The receivers of a rule outside the console. */
interface Receivers {
  notificationMethods: readonly string[]
  contactIds: readonly string[]
  robotIds: readonly string[]
}

export interface Notification {
  alert: Alert
  receivers: Receivers
  occasion: AlertOccasion
  now: Date
}

const pushStates = { fired: 'firing', repeated: 'firing', recovered: 'resolved', test: 'test' } as const

/** The page of the console that shows an alert. */
export const alertPage = (alertId: string): string => `/sms/app-warning?id=${encodeId('alert', alertId)}`

/**
 * Notifies members in the message centre. If the rule names no external receivers, also by SMS and mail as each member
 * chose; otherwise members would often be notified twice. Review results reach members from the review itself.
 */
export async function notifyConsole(tx: Tx, account: AccountId, { alert, receivers, occasion, now }: Notification): Promise<void> {
  if (alertKinds[alert.kind].isInCentre && occasion !== 'test') return
  const { title, body, advice } = wordsOf(alert, occasion)
  const isConsoleOnly = receivers.notificationMethods.length > 0
  await notifyAccount(tx, account, { kind: 'alert', title, body: `${body}${advice}`, link: alertPage(alert.alertId), now, isConsoleOnly })
  const detail = isConsoleOnly ? null : '成员按各自的提醒设置收短信和邮件'
  await note(tx, account, alert.alertId, [{ notificationMethod: 'console', targetName: '消息中心', state: 'sent', detail }], {
    occasion,
    now,
  })
}

/** Sends to the rule's external receivers once this transaction has committed. */
export async function notifyReceivers(tx: Tx, account: AccountId, { alert, receivers, occasion, now }: Notification): Promise<void> {
  const { notificationMethods } = receivers
  const rows: DeliveryRow[] = []
  if (notificationMethods.includes('webhook')) {
    await pushAlert(tx, account, { alert, receivers, occasion, now })
    rows.push({ notificationMethod: 'webhook', targetName: '应用回调', state: 'sent', detail: '已交给接收预警事件的回调地址' })
  }
  for (const { name, phone, email } of await contactsOf(tx, account, receivers)) {
    if (notificationMethods.includes('sms') && phone)
      rows.push({ notificationMethod: 'sms', targetName: `${name} ${maskPhone(phone)}`, phone, state: 'queued' })
    if (notificationMethods.includes('email') && email)
      rows.push({ notificationMethod: 'email', targetName: `${name} ${email}`, email, state: 'queued' })
  }
  for (const { name, robotId } of await robotsOf(tx, account, receivers))
    rows.push({ notificationMethod: 'robot', targetName: name, robotId, state: 'queued' })
  const queued = await note(tx, account, alert.alertId, rows, { occasion, now })
  for (const deliveryId of queued) await enqueueJob(tx, 'notify_alert', { account, alertId: alert.alertId, deliveryId })
}

function pushAlert(tx: Tx, account: AccountId, { alert, occasion, now }: Notification): Promise<void> {
  const { title, body, advice } = wordsOf(alert, occasion)
  const event = {
    alertId: encodeId('alert', alert.alertId),
    rule: alert.kind,
    name: alertKinds[alert.kind].name,
    state: pushStates[occasion],
    value: occasion === 'recovered' ? alert.lastValueText : alert.valueText,
    threshold: alert.thresholdText,
    text: `${title}。${body}${advice}`,
    at: now,
  }
  return recordAlert(tx, account, alert.appId, event, now)
}

interface DeliveryRow {
  notificationMethod: 'console' | 'sms' | 'email' | 'webhook' | 'robot'
  targetName: string
  state: 'queued' | 'sent'
  phone?: string
  email?: string
  robotId?: string
  detail?: string | null
}

/** Records the deliveries; returns the ids of those still to be sent. */
async function note(
  tx: Tx,
  account: AccountId,
  alertId: string,
  rows: readonly DeliveryRow[],
  { occasion, now }: { occasion: AlertOccasion; now: Date },
): Promise<string[]> {
  if (rows.length === 0) return []
  const values = rows.map(({ notificationMethod, targetName, state, phone = null, email = null, robotId = null, detail = null }) => ({
    accountId: account,
    alertId,
    deliveryId: newId(),
    notificationMethod,
    occasion,
    targetName,
    phone,
    email,
    robotId,
    state,
    detail,
    createdAt: now,
    endedAt: state === 'sent' ? now : null,
  }))
  await tx.insertInto('alertDelivery').values(values).execute()
  return values.filter(one => one.state === 'queued').map(one => one.deliveryId)
}

async function contactsOf(tx: Tx, account: AccountId, { notificationMethods, contactIds }: Receivers) {
  if (contactIds.length === 0 || !(notificationMethods.includes('sms') || notificationMethods.includes('email'))) return []
  return tx
    .selectFrom('alertContact')
    .select(['name', 'phone', 'email'])
    .where('accountId', '=', account)
    .where('contactId', 'in', [...contactIds])
    .orderBy('contactId')
    .execute()
}

async function robotsOf(tx: Tx, account: AccountId, { notificationMethods, robotIds }: Receivers) {
  if (robotIds.length === 0 || !notificationMethods.includes('robot')) return []
  return tx
    .selectFrom('alertRobot')
    .select(['name', 'robotId'])
    .where('accountId', '=', account)
    .where('robotId', 'in', [...robotIds])
    .orderBy('robotId')
    .execute()
}
