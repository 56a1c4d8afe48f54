import { type Selectable, sql } from 'kysely'
import {
  type AlertKind,
  type AlertMethod,
  type AlertParameters,
  type AlertSetting,
  alertKinds,
  alertParameters,
} from '#contract/alert/alert-rule.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { AlertRuleTable } from '#db/types.ts'
import { readWarningSince, saveWarning } from '#domain/billing/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import type { AlertRule } from './finding.ts'

/** An alert rule as its owner sets it. */
export interface RuleInput {
  setting: AlertSetting
  appId: string | null
  notificationMethods: readonly string[]
  contactIds: readonly string[]
  robotIds: readonly string[]
  repeatMinutes: number
  isOn: boolean
}

export type KeptRule = AlertRule & { isOn: boolean }

const ruleOf = (row: Selectable<AlertRuleTable>, parameters: unknown): KeptRule => ({
  ...pick(row, 'ruleId', 'kind', 'appId', 'notificationMethods', 'contactIds', 'robotIds', 'repeatMinutes', 'changedAt', 'isOn'),
  parameters: parameters as AlertParameters,
})

/**
 * Alert rules of an account, ordered by kind. The balance rule shows the thresholds of 余额预警 in 财务总览: one setting with
 * two pages; the rule exists as soon as the setting does.
 */
export async function readRules(tx: Tx, account: AccountId): Promise<KeptRule[]> {
  const rows = await tx.selectFrom('alertRule').selectAll().where('accountId', '=', account).orderBy('ruleId').execute()
  const warning = await readWarningSince(tx, account)
  if (warning && !rows.some(row => row.kind === 'balance')) rows.push(await addBalanceRule(tx, account, warning.changedAt))
  const order = Object.keys(alertKinds)
  return rows
    .flatMap(row => {
      if (row.kind !== 'balance') return readRule(row)
      if (!warning) return []
      const { isOn, changedAt, ...parameters } = warning
      return [{ ...ruleOf(row, parameters), isOn, changedAt: changedAt > row.changedAt ? changedAt : row.changedAt }]
    })
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

/**
 * A rule with invalid parameters is off, with the defaults, until its owner sets it again; the other rules continue.
 */
function readRule(row: Selectable<AlertRuleTable>): KeptRule[] {
  if (!Object.hasOwn(alertKinds, row.kind)) return []
  const kind = row.kind
  const parsed = alertParameters[kind].safeParse(row.parameters)
  return [parsed.success ? ruleOf(row, parsed.data) : { ...ruleOf(row, alertKinds[kind].initial), isOn: false }]
}

async function addBalanceRule(tx: Tx, account: AccountId, now: Date): Promise<Selectable<AlertRuleTable>> {
  const { repeatMinutes } = alertKinds.balance
  const row = { ...noReceivers, ruleId: newId(), kind: 'balance', parameters: '{}', repeatMinutes, isOn: true }
  await tx
    .insertInto('alertRule')
    .values({ accountId: account, ...row, createdAt: now, changedAt: now })
    .onConflict(conflict => conflict.column('accountId').where('kind', '=', 'balance').doNothing())
    .execute()
  return tx.selectFrom('alertRule').selectAll().where('accountId', '=', account).where('kind', '=', 'balance').executeTakeFirstOrThrow()
}
/** No external receivers: members are notified as each of them chose. */
const noReceivers: { notificationMethods: AlertMethod[]; contactIds: string[]; robotIds: string[] } = {
  notificationMethods: [],
  contactIds: [],
  robotIds: [],
}

/**
 * Adds a rule and starts evaluation of its account. Refuses `alert_rules_full`, `alert_rule_exists`, and `not_found`
 * for an unknown app or receiver.
 */
export async function addRule(tx: Tx, account: AccountId, input: RuleInput, by: { memberId: string | null; now: Date }): Promise<string> {
  await requireRoom(tx, account)
  await requireParts(tx, account, input)
  if (input.setting.kind === 'balance') {
    const rules = await readRules(tx, account)
    if (rules.some(rule => rule.kind === 'balance')) refuse('alert_rule_exists')
    await keepBalance(tx, account, input, by.now)
  }
  const ruleId = newId()
  await tx
    .insertInto('alertRule')
    .values({ accountId: account, ruleId, memberId: by.memberId, createdAt: by.now, ...columnsOf(input, by.now) })
    .execute()
  await watch(tx, account)
  return ruleId
}

const columnsOf = ({ setting, appId, notificationMethods, contactIds, robotIds, repeatMinutes, isOn }: RuleInput, now: Date) => ({
  kind: setting.kind,
  appId,
  parameters: setting.kind === 'balance' ? '{}' : JSON.stringify(setting.parameters),
  notificationMethods: [...notificationMethods],
  contactIds: [...contactIds],
  robotIds: [...robotIds],
  repeatMinutes,
  isOn,
  changedAt: now,
})

async function keepBalance(tx: Tx, account: AccountId, { setting, isOn }: RuleInput, now: Date): Promise<void> {
  if (setting.kind === 'balance') await saveWarning(tx, account, { ...setting.parameters, isOn }, now)
}

/** Changes a rule except its kind, and ends its alerts. Refuses `not_found`. */
export async function changeRule(tx: Tx, account: AccountId, ruleId: string, input: RuleInput, now: Date): Promise<AlertKind> {
  const kind = await kindOf(tx, account, ruleId)
  if (kind !== input.setting.kind) refuse('not_found')
  await requireParts(tx, account, input)
  await keepBalance(tx, account, input, now)
  await tx.updateTable('alertRule').set(columnsOf(input, now)).where('accountId', '=', account).where('ruleId', '=', ruleId).execute()
  return kind
}

/** Turns a rule on or off, and ends its alerts. Refuses `not_found`. */
export async function switchRule(
  tx: Tx,
  account: AccountId,
  { ruleId, isOn, now }: { ruleId: string; isOn: boolean; now: Date },
): Promise<void> {
  const kind = await kindOf(tx, account, ruleId)
  const warning = kind === 'balance' ? await readWarningSince(tx, account) : null
  if (warning) await saveWarning(tx, account, { ...warning, isOn }, now)
  await tx.updateTable('alertRule').set({ isOn, changedAt: now }).where('accountId', '=', account).where('ruleId', '=', ruleId).execute()
  if (!isOn) await endAll(tx, account, ruleId, '规则已停用', now)
}

/** Deletes a rule; its alerts end and stay in the history. Refuses `not_found`. */
export async function removeRule(tx: Tx, account: AccountId, { ruleId, now }: { ruleId: string; now: Date }): Promise<void> {
  const kind = await kindOf(tx, account, ruleId)
  if (kind === 'balance') await tx.deleteFrom('balanceWarning').where('accountId', '=', account).execute()
  await tx.deleteFrom('alertRule').where('accountId', '=', account).where('ruleId', '=', ruleId).execute()
  await endAll(tx, account, ruleId, '规则已删除', now)
}

/** The kind of a rule, which decides who may change it. Refuses `not_found`. */
export async function kindOf(executor: Executor, account: AccountId, ruleId: string): Promise<AlertKind> {
  const row = await executor
    .selectFrom('alertRule')
    .select('kind')
    .where('accountId', '=', account)
    .where('ruleId', '=', ruleId)
    .executeTakeFirst()
  return row?.kind ?? refuse('not_found')
}

/** Ends a rule's alerts without notification. */
export async function endAll(tx: Tx, account: AccountId, ruleId: string, why: string, now: Date): Promise<void> {
  await tx
    .updateTable('alert')
    .set({ state: 'recovered', recoveredAt: now, recoveryReason: why, isHeld: false })
    .where('accountId', '=', account)
    .where('ruleId', '=', ruleId)
    .where('state', '<>', 'recovered')
    .execute()
}

async function requireRoom(tx: Tx, account: AccountId): Promise<void> {
  const { count } = await tx
    .selectFrom('alertRule')
    .select(rule => rule.fn.countAll<number>().as('count'))
    .where('accountId', '=', account)
    .executeTakeFirstOrThrow()
  if (count >= limits.alertRules) refuse('alert_rules_full', { limit: limits.alertRules })
}

/** Refuses `not_found` for apps, contacts and robots of other accounts. */
async function requireParts(
  tx: Tx,
  account: AccountId,
  { setting, appId, notificationMethods, contactIds, robotIds }: RuleInput,
): Promise<void> {
  if (appId !== null) {
    if (alertKinds[setting.kind].scope === 'account') refuse('input_invalid', {}, { appId: '这个预警针对整个账户' })
    const app = await tx
      .selectFrom('app')
      .select('appId')
      .where('accountId', '=', account)
      .where('appId', '=', appId)
      .where('state', '<>', 'deleted')
      .executeTakeFirst()
    if (!app) refuse('not_found')
  }
  const contacts = await count(tx, account, 'alertContact', 'contactId', contactIds)
  const robots = await count(tx, account, 'alertRobot', 'robotId', robotIds)
  if (contacts < new Set(contactIds).size || robots < new Set(robotIds).size) refuse('not_found')
  if ((notificationMethods.includes('sms') || notificationMethods.includes('email')) && contacts === 0)
    refuse('input_invalid', {}, { contactIds: '请选择至少一个联系人' })
  if (notificationMethods.includes('robot') && robots === 0) refuse('input_invalid', {}, { robotIds: '请选择至少一个群机器人' })
}

async function count(
  tx: Tx,
  account: AccountId,
  table: 'alertContact' | 'alertRobot',
  column: 'contactId' | 'robotId',
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where account_id = ${account} and ${sql.ref(column)} = any(${[...ids]}::uuid[])`.execute(
    tx,
  )
  return firstOrThrow(rows).count
}

/** Starts the evaluation of the account's rules each minute. */
async function watch(tx: Tx, account: AccountId): Promise<void> {
  await tx
    .insertInto('alertWatch')
    .values({ accountId: account })
    .onConflict(conflict => conflict.column('accountId').doNothing())
    .execute()
}

/**
 * Adds the default rules for kinds without a rule; they notify only in the console until receivers are chosen. Returns
 * the number added.
 */
export async function addDefaultRules(
  tx: Tx,
  account: AccountId,
  { withMoney, ...by }: { memberId: string | null; withMoney: boolean; now: Date },
): Promise<number> {
  const known = new Set((await readRules(tx, account)).map(rule => rule.kind))
  const wanted = usualKinds.filter(kind => !known.has(kind) && (withMoney || kind !== 'balance'))
  for (const kind of wanted) {
    const { initial, repeatMinutes } = alertKinds[kind]
    const setting = { kind, parameters: initial } as AlertSetting
    await addRule(
      tx,
      account,
      { setting, appId: null, notificationMethods: [], contactIds: [], robotIds: [], repeatMinutes, isOn: true },
      by,
    )
  }
  return wanted.length
}
const usualKinds: readonly AlertKind[] = [
  'balance',
  'package_expiring',
  'success_low',
  'limit_reached',
  'code_abuse',
  'review_result',
  'webhook_failing',
]
