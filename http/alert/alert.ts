import { alertCalls } from '#contract/alert/alert.ts'
import { alertReceiverCalls } from '#contract/alert/alert-receiver.ts'
import { type AlertKind, alertKinds } from '#contract/alert/alert-rule.ts'
import { permissionNames } from '#contract/identity/permission.ts'
import { refuse } from '#contract/refusals.ts'
import {
  addDefaultRules,
  addRobot,
  addRule,
  changeRule,
  confirmAlerts,
  getAlertCounts,
  getQuietHours,
  kindOf,
  listAlerts,
  listContacts,
  listLimits,
  listRobots,
  listRules,
  readAlert,
  removeContact,
  removeRobot,
  removeRule,
  requestContactEmail,
  requestContactPhone,
  resumeOtp,
  saveContact,
  sendTestAlert,
  setLimits,
  setQuietHours,
  switchRule,
} from '#domain/alert/index.ts'
import { sendPlatformMessage } from '#domain/messages/index.ts'
import { memberMay } from '#http/server/member.ts'
import { handle, type MemberContext } from '#http/server/serve.ts'
import { maskPhone } from '#values/phone.ts'

export const alertHandlers = (secret: string) => [...historyHandlers, ...ruleHandlers, ...receiverHandlers(secret)]

const historyHandlers = [
  handle(alertCalls.list, ({ tx, account }, { cursor, pageSize, ...filter }) => listAlerts(tx, account, filter, { cursor, pageSize })),
  handle(alertCalls.figures, ({ tx, account, now }) => getAlertCounts(tx, account, now())),
  handle(alertCalls.one, ({ tx, account, now }, { alertId }) => readAlert(tx, account, alertId, now())),

  handle(alertCalls.confirm, async ({ tx, account, member, now, note }, input) => {
    const confirmedCount = await confirmAlerts(tx, account, { ...input, memberId: member.memberId, now: now() })
    note({ object: `${confirmedCount}条预警`, after: { note: input.note } })
    return { confirmedCount }
  }),

  handle(alertCalls.release, async ({ tx, account, member, now, note }, { alertId }) => {
    const name = await resumeOtp(tx, account, { alertId, memberId: member.memberId, now: now() })
    note({ object: `应用“${name}”的验证码` })
  }),
]

/** Balance thresholds need the finance permission. */
function requireMoney({ member }: MemberContext, kind: AlertKind): void {
  if (kind === 'balance' && !memberMay(member, 'finance.write')) refuse('not_allowed', { permission: permissionNames['finance.write'] })
}

const ruleHandlers = [
  handle(alertCalls.rules, async ({ tx, account }) => ({ rows: await listRules(tx, account) })),

  handle(alertCalls.addRule, async (context, input) => {
    const { tx, account, member, now, note } = context
    requireMoney(context, input.setting.kind)
    const ruleId = await addRule(tx, account, input, { memberId: member.memberId, now: now() })
    note({ object: alertKinds[input.setting.kind].name, after: input.setting.parameters })
    return { ruleId }
  }),

  handle(alertCalls.changeRule, async (context, { ruleId, ...input }) => {
    const { tx, account, now, note } = context
    requireMoney(context, input.setting.kind)
    await changeRule(tx, account, ruleId, input, now())
    note({ object: alertKinds[input.setting.kind].name, after: input.setting.parameters })
  }),

  handle(alertCalls.addUsual, async ({ tx, account, member, now, note }) => {
    const by = { memberId: member.memberId, now: now() }
    const addedCount = await addDefaultRules(tx, account, { ...by, withMoney: memberMay(member, 'finance.write') })
    note({ object: `${addedCount}条推荐规则` })
    return { addedCount }
  }),

  handle(alertCalls.switchRule, async (context, { ruleId, isOn }) => {
    const { tx, account, now, note } = context
    const kind = await kindOf(tx, account, ruleId)
    requireMoney(context, kind)
    await switchRule(tx, account, { ruleId, isOn, now: now() })
    note({ object: alertKinds[kind].name, after: { isOn } })
  }),

  handle(alertCalls.removeRule, async (context, { ruleId }) => {
    const { tx, account, now, note } = context
    const kind = await kindOf(tx, account, ruleId)
    requireMoney(context, kind)
    await removeRule(tx, account, { ruleId, now: now() })
    note({ object: alertKinds[kind].name })
  }),

  handle(alertCalls.testRule, async ({ tx, account, member, now }, { ruleId }) => ({
    alertId: await sendTestAlert(tx, account, { ruleId, memberId: member.memberId, now: now() }),
  })),

  handle(alertCalls.limits, async ({ tx, account, now }) => ({ rows: await listLimits(tx, account, now()) })),

  handle(alertCalls.setLimits, async ({ tx, account, member, now, note }, input) => {
    const { name, before } = await setLimits(tx, account, input, { memberId: member.memberId, now: now() })
    const { appId: _, ...after } = input
    note({ object: `应用“${name}”的限额`, before, after })
  }),
]

const receiverHandlers = (secret: string) => [
  handle(alertReceiverCalls.all, async ({ tx, account }) => {
    const contacts = (await listContacts(tx, account)).map(one => ({ ...one, phone: one.phone && maskPhone(one.phone) }))
    return { contacts, robots: await listRobots(tx, account), quiet: await getQuietHours(tx, account) }
  }),

  handle(alertReceiverCalls.sendPhoneCode, async ({ tx, address, now, afterCommit }, { phone }) => {
    const code = await requestContactPhone(tx, secret, { phone, address, now: now() })
    afterCommit(db =>
      sendPlatformMessage(db, { phone, templateCode: 'SMS_100020', parameters: { code, name: '设置预警接收人' }, now: now() }),
    )
  }),

  handle(alertReceiverCalls.sendEmailCode, ({ tx, account, address, now }, { email }) =>
    requestContactEmail(tx, secret, account, { email, address, now: now() }),
  ),

  handle(alertReceiverCalls.saveContact, async ({ tx, account, now, note }, input) => {
    const saved = await saveContact(tx, secret, account, { ...input, now: now() })
    if (saved.alertContactId) note({ object: input.name, after: { phone: input.phone, email: input.email } })
    return saved
  }),

  handle(alertReceiverCalls.removeContact, async ({ tx, account, note }, { alertContactId }) => {
    note({ object: await removeContact(tx, account, alertContactId) })
  }),

  handle(alertReceiverCalls.addRobot, async ({ tx, account, now, note }, input) => {
    const robotId = await addRobot(tx, secret, account, { ...input, now: now() })
    note({ object: input.name, after: { kind: input.kind } })
    return { robotId }
  }),

  handle(alertReceiverCalls.removeRobot, async ({ tx, account, note }, { robotId }) => {
    note({ object: await removeRobot(tx, account, robotId) })
  }),

  handle(alertReceiverCalls.setQuietHours, async ({ tx, account, note }, { quiet }) => {
    note({ object: '预警静默期', before: { quiet: await getQuietHours(tx, account) }, after: { quiet } })
    await setQuietHours(tx, account, quiet)
  }),
]
