import { settingCalls } from '#contract/account/setting.ts'
import { asAccount } from '#db/connect.ts'
import { accountSettings, readSettings } from '#domain/settings/index.ts'
import { handle } from '#http/server/serve.ts'

export const settingHandlers = [
  handle(settingCalls.effective, ({ db, session }) => {
    const account = session?.account
    return account ? asAccount(db, account, tx => accountSettings(tx, account)) : readSettings(db)
  }),
]
