import { sql } from 'kysely'
import { initialSettings, type SettingName, type Settings, settingNames, settingRules } from '#contract/account/setting.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

export type { Settings } from '#contract/account/setting.ts'

type Given = Partial<Record<SettingName, number>>

/** The limits that hold for the platform: what staff set, else the defaults. Read where they are used, so that a change holds from the next act on. */
export async function readSettings(executor: Executor): Promise<Settings> {
  const rows = await executor.selectFrom('setting').select(['name', 'value']).execute()
  return { ...initialSettings, ...givenOf(rows) }
}

/** The limits that hold for one account: the stricter of the platform's and its own. */
export async function accountSettings(executor: Executor, account: AccountId): Promise<Settings> {
  const { rows } = await sql<{ name: string; value: number; is_own: boolean }>`
    select name, value, false as is_own from setting
    union all select name, value, true from account_setting where account_id = ${account}`.execute(executor)
  const platform = { ...initialSettings, ...givenOf(rows.filter(row => !row.is_own)) }
  return stricterOf(platform, givenOf(rows.filter(row => row.is_own)))
}

/** Names that no release knows any more say nothing. */
function givenOf(rows: readonly { name: string; value: number }[]): Given {
  return Object.fromEntries(rows.filter(row => Object.hasOwn(settingRules, row.name)).map(row => [row.name, row.value]))
}

/** The platform's limits under an account's own. Own hours that lie wholly outside of the platform's don't count: nothing could ever be sent. */
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

/** The hours of marketing as a window of the Chinese day. */
export const marketingHoursOf = (settings: Settings): { fromMinute: number; untilMinute: number } => ({
  fromMinute: settings.marketingFromMinute,
  untilMinute: settings.marketingUntilMinute,
})
