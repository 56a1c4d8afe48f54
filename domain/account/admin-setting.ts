import { sql } from 'kysely'
import { initialSettings, type SettingName, settingNames, settingRules, settingText } from '#contract/account/setting.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { readSettings, stricterOf } from '#domain/settings/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { customerName } from './customer.ts'

export interface SettingChange {
  name: SettingName
  /** Null: the default applies. */
  value: number | null
  /** The value that the person saw before the change. */
  seen: number | null
}

/** The old and new value of a setting, as the audit log records them. */
export interface Changed {
  before: string
  after: string
}

const setAction = 'settings/set'

/** Every setting with the value that staff set, and who last changed it. */
export async function listSettings(executor: Executor) {
  const { rows } = await sql<{ name: SettingName; value: number | null; changedAt: Date | null; changedBy: string | null }>`
    select named.name, setting.value, last.at as "changedAt", last.staff as "changedBy"
    from unnest(${settingNames}::text[], ${settingNames.map(name => settingRules[name].name)}::text[]) as named (name, object)
    left join setting on setting.name = named.name
    left join lateral (select act.at, staff.name as staff from staff_audit_log as act left join staff on staff.staff_id = act.staff_id
      where act.action = ${setAction} and act.object = named.object and act.account_id is null and act.result = 'ok'
      order by act.audit_id desc limit 1) as last on true`.execute(executor)
  return rows.map(({ value, ...row }) => ({ ...row, set: value }))
}

/**
 * Sets a limit of the platform. Refuses `changed_meanwhile`, and `setting_hours` if less than an hour would remain for
 * marketing.
 */
export async function setSetting(tx: Tx, { name, value, seen }: SettingChange): Promise<Changed> {
  await sql`lock table setting in share row exclusive mode`.execute(tx)
  const row = await tx.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  if ((row?.value ?? null) !== seen) refuse('changed_meanwhile')
  if (value === null) await tx.deleteFrom('setting').where('name', '=', name).execute()
  else
    await tx
      .insertInto('setting')
      .values({ name, value })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
      .execute()
  requireHours(await readSettings(tx))
  const textOfValue = (given: number | null) =>
    given === null ? `${settingText(name, initialSettings[name])}（默认）` : settingText(name, given)
  return { before: textOfValue(seen), after: textOfValue(value) }
}

function requireHours({ marketingFromMinute, marketingUntilMinute }: { marketingFromMinute: number; marketingUntilMinute: number }): void {
  if (marketingUntilMinute - marketingFromMinute < limits.marketingLeastMinutes) refuse('setting_hours')
}

/** Customers with limits or test numbers of their own, by name. */
export async function listOwnSettings(executor: Executor) {
  const { rows } = await sql<{ accountId: AccountId; name: string; own: { name: SettingName; value: number }[]; testNumberCount: number }>`
    -- across accounts: those with limits or test numbers of their own
    select account.account_id, account.name, coalesce(own.list, '[]') as own, coalesce(tests.n, 0) as "testNumberCount"
    from account
    left join (select account_id, jsonb_agg(jsonb_build_object('name', name, 'value', value) order by name) as list from account_setting group by 1)
      as own on own.account_id = account.account_id
    left join (select account_id, count(*) as n from test_number group by 1) as tests on tests.account_id = account.account_id
    where own.list is not null or tests.n is not null order by account.name, account.account_id limit 1000`.execute(executor)
  return rows
}

/** A customer's limits beside the platform's, and its test numbers. Refuses `not_found`. */
export async function readOwnSettings(executor: Executor, account: AccountId) {
  const customer = await executor
    .selectFrom('account')
    .select(shownAccountName.as('name'))
    .where('accountId', '=', account)
    .where('kind', '=', 'customer')
    .executeTakeFirst()
  if (!customer) refuse('not_found')
  const platform = await readSettings(executor)
  const rows = await executor.selectFrom('accountSetting').select(['name', 'value']).where('accountId', '=', account).execute()
  const own = new Map(rows.map(row => [row.name, row.value]))
  const effective = stricterOf(platform, Object.fromEntries(own))
  const testNumbers = await executor
    .selectFrom('testNumber')
    .select(['phone', 'remark', 'createdAt'])
    .where('accountId', '=', account)
    .orderBy('createdAt', 'desc')
    .orderBy('phone')
    .execute()
  return {
    accountId: account,
    name: customer.name,
    rows: settingNames.map(one => ({ name: one, platform: platform[one], own: own.get(one) ?? null, effective: effective[one] })),
    testNumbers,
  }
}

/**
 * Sets a stricter limit for one customer. Refuses `not_found`, `changed_meanwhile`, `setting_not_stricter`,
 * `setting_hours`.
 */
export async function setOwnSetting(tx: Tx, account: AccountId, { name, value, seen }: SettingChange): Promise<Changed> {
  await customerName(tx, account)
  const platform = await readSettings(tx)
  const { rows } = await readOwnSettings(tx, account)
  const before = firstOrThrow(rows.filter(row => row.name === name))
  if (before.own !== seen) refuse('changed_meanwhile')
  const rule = settingRules[name]
  if (value !== null && (rule.stricter === 'less' ? value >= platform[name] : value <= platform[name]))
    refuse('setting_not_stricter', {}, { value: `须比平台的${settingText(name, platform[name])}更严` })
  if (value === null) await tx.deleteFrom('accountSetting').where('accountId', '=', account).where('name', '=', name).execute()
  else
    await tx
      .insertInto('accountSetting')
      .values({ accountId: account, name, value })
      .onConflict(conflict => conflict.columns(['accountId', 'name']).doUpdateSet({ value }))
      .execute()
  const own = Object.fromEntries(rows.flatMap(row => (row.name === name || row.own === null ? [] : [[row.name, row.own]])))
  if (value !== null) requireHours({ ...platform, ...own, [name]: value })
  const textOfValue = (given: number | null) =>
    given === null ? `${settingText(name, platform[name])}（同平台）` : settingText(name, given)
  return { before: textOfValue(seen), after: textOfValue(value) }
}

/**
 * Adds a test number, to which the customer may send without frequency limits. Refuses `not_found`,
 * `test_number_exists`, `too_many` (300).
 */
export async function addTestNumber(
  tx: Tx,
  account: AccountId,
  { phone, remark, now }: { phone: string; remark: string; now: Date },
): Promise<void> {
  // Locks the account, so that concurrent additions count one after another.
  await customerName(tx, account)
  const { rows } = await sql<{ n: number }>`select count(*) as n from test_number where account_id = ${account}`.execute(tx)
  if (firstOrThrow(rows).n >= limits.testNumbers) refuse('too_many', { limit: limits.testNumbers, noun: '测试号码' })
  const added = await tx
    .insertInto('testNumber')
    .values({ accountId: account, phone, remark, createdAt: now })
    .onConflict(conflict => conflict.columns(['accountId', 'phone']).doNothing())
    .returning('phone')
    .execute()
  if (added.length === 0) refuse('test_number_exists')
}

/** Removes a test number. Refuses `not_found`. */
export async function removeTestNumber(tx: Tx, account: AccountId, phone: string): Promise<void> {
  const gone = await tx.deleteFrom('testNumber').where('accountId', '=', account).where('phone', '=', phone).returning('phone').execute()
  if (gone.length === 0) refuse('not_found')
}
