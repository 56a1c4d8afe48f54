import { adminSettingCalls } from '#contract/account/admin-setting.ts'
import { settingRules } from '#contract/account/setting.ts'
import { actsOf } from '#contract/staff/admin-history.ts'
import {
  addTestNumber,
  listOwnSettings,
  listSettings,
  readOwnSettings,
  removeTestNumber,
  setOwnSetting,
  setSetting,
} from '#domain/account/index.ts'
import { listHistory } from '#domain/staff/index.ts'
import { handle } from '#http/server/serve.ts'
import { maskPhone } from '#values/phone.ts'

export const adminSettingHandlers = [
  handle(adminSettingCalls.list, async ({ tx }) => ({ rows: await listSettings(tx) })),

  handle(adminSettingCalls.set, async ({ tx, note }, { reason, ...change }) => {
    note({ object: settingRules[change.name].name, detail: { reason } })
    const changed = await setSetting(tx, change)
    note({ detail: { ...changed, reason } })
  }),

  handle(adminSettingCalls.accounts, async ({ tx }) => ({ rows: await listOwnSettings(tx) })),

  handle(adminSettingCalls.account, ({ tx }, { accountId }) => readOwnSettings(tx, accountId)),

  handle(adminSettingCalls.setAccount, async ({ tx, note }, { accountId, reason, ...change }) => {
    const account = accountId
    note({ account, object: settingRules[change.name].name, detail: { reason } })
    const changed = await setOwnSetting(tx, account, change)
    note({ detail: { ...changed, reason } })
  }),

  handle(adminSettingCalls.addTestNumber, async ({ tx, note, now }, { accountId, phone, remark, reason }) => {
    const account = accountId
    note({ account, object: maskPhone(phone), detail: { reason } })
    await addTestNumber(tx, account, { phone, remark, now: now() })
  }),

  handle(adminSettingCalls.removeTestNumber, async ({ tx, note }, { accountId, phone, reason }) => {
    const account = accountId
    note({ account, object: maskPhone(phone), detail: { reason } })
    await removeTestNumber(tx, account, phone)
  }),

  handle(adminSettingCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, actsOf(adminSettingCalls), { ...filter, account: accountId }),
  ),
]
