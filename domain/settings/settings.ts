import { sql } from 'kysely'
import { initialSettings, type SettingName, type Settings, settingNames, settingRules } from '#contract/account/setting.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

export type { Settings } from '#contract/account/setting.ts'

type Given = Partial<Record<SettingName, number>>

/**
 * Settings of the platform: what staff set, else the defaults. Read where they are used, so that a change applies from
 * the next action on.
 */
export async function readSettings(executor: Executor): Promise<Settings> {
  const rows = await executor.selectFrom('setting').select(['name', 'value']).execute()
  return { ...initialSettings, ...givenOf(rows) }
}

/** Settings of one account: the stricter of the platform's and its own. */
export async function accountSettings(executor: Executor, account: AccountId): Promise<Settings> {
  const { rows } = await sql<{ name: string; value: number; isOwn: boolean }>`
    select name, value, false as is_own from setting
    union all select name, value, true from account_setting where account_id = ${account}`.execute(executor)
  const platform = { ...initialSettings, ...givenOf(rows.filter(row => !row.isOwn)) }
  return stricterOf(platform, givenOf(rows.filter(row => row.isOwn)))
}

/** Names of other releases are ignored. */
function givenOf(rows: readonly { name: string; value: number }[]): Given {
  return Object.fromEntries(rows.filter(row => Object.hasOwn(settingRules, row.name)).map(row => [row.name, row.value]))
}

/**
 * The platform's settings tightened by an account's own. Own hours entirely outside of the platform's are ignored:
 * nothing could ever be sent.
 */
export function stricterOf(platform: Settings, own: Given): Settings {
  const strict = { ...platform }
  for (const name of settingNames) {
    const value = own[name]
    if (value === undefined) continue
    strict[name] = settingRules[name].stricter === 'less' ? Math.min(platform[name], value) : Math.max(platform[name], value)
  }
  if (strict.marketingFromMinute >= strict.marketingUntilMinute) {
    strict.marketingFromMinute = platform.marketingFromMinute
    strict.marketingUntilMinute = platform.marketingUntilMinute
  }
  return strict
}

/** Marketing hours as a window of minutes of the day in China. */
export const marketingHoursOf = (settings: Settings): { fromMinute: number; untilMinute: number } => ({
  fromMinute: settings.marketingFromMinute,
  untilMinute: settings.marketingUntilMinute,
})
