import { actsOf } from '#contract/operator-history.ts'
import { operatorSettingCalls } from '#contract/operator-setting.ts'
import { settingRules } from '#contract/setting.ts'
import { listHistory } from '#domain/staff/history.ts'
import {
  addTestNumber,
  listOwnSettings,
  listSettings,
  readOwnSettings,
  removeTestNumber,
  setOwnSetting,
  setSetting,
} from '#domain/staff/setting.ts'
import type { AccountId } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'
import { handle } from './serve.ts'

export const operatorSettingHandlers = [
  handle(operatorSettingCalls.list, async ({ tx }) => ({ rows: await listSettings(tx) })),

  handle(operatorSettingCalls.set, async ({ tx, note }, { reason, ...change }) => {
    note({ object: settingRules[change.name].name, detail: { reason } })
    const changed = await setSetting(tx, change)
    note({ detail: { ...changed, reason } })
    return {}
  }),

  handle(operatorSettingCalls.accounts, async ({ tx }) => ({ rows: await listOwnSettings(tx) })),

  handle(operatorSettingCalls.account, ({ tx }, { accountId }) => readOwnSettings(tx, accountId as AccountId)),

  handle(operatorSettingCalls.setAccount, async ({ tx, note }, { accountId, reason, ...change }) => {
    const account = accountId as AccountId
    note({ account, object: settingRules[change.name].name, detail: { reason } })
    const changed = await setOwnSetting(tx, account, change)
    note({ detail: { ...changed, reason } })
    return {}
  }),

  handle(operatorSettingCalls.addTestNumber, async ({ tx, note, now }, { accountId, phone, remark, reason }) => {
    const account = accountId as AccountId
    note({ account, object: maskPhone(phone), detail: { reason } })
    await addTestNumber(tx, account, { phone, remark, now: now() })
    return {}
  }),

  handle(operatorSettingCalls.removeTestNumber, async ({ tx, note }, { accountId, phone, reason }) => {
    const account = accountId as AccountId
    note({ account, object: maskPhone(phone), detail: { reason } })
    await removeTestNumber(tx, account, phone)
    return {}
  }),

  handle(operatorSettingCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, actsOf(operatorSettingCalls), { ...filter, account: accountId as AccountId | undefined }),
  ),
]
