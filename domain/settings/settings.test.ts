import { expect, test } from 'vitest'
import { initialSettings } from '#contract/account/setting.ts'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { accountSettings, readSettings, stricterOf } from './settings.ts'

const database = prepareTestDatabase()

test('settings default until changed; a change applies at once, for all; unknown names are ignored', async () => {
  expect(await readSettings(database.db)).toEqual(initialSettings)
  await database.platformDb
    .insertInto('setting')
    .values([
      { name: 'messageUnits', value: 300 },
      { name: 'constructor', value: 1 },
    ])
    .execute()
  expect(await readSettings(database.db)).toEqual({ ...initialSettings, messageUnits: 300 })
  await database.platformDb.deleteFrom('setting').execute()
})

test("an account's own limit only tightens the platform's, and applies to no other account", async () => {
  const [own, other] = [(await createAccount(database.db)).account, (await createAccount(database.db)).account]
  await database.platformDb
    .insertInto('accountSetting')
    .values([
      { accountId: own, name: 'codePerDay', value: 3 },
      { accountId: own, name: 'messageUnits', value: 999 },
    ])
    .execute()
  const read = (account: typeof own) => asAccount(database.db, account, tx => accountSettings(tx, account))
  expect(await read(own)).toEqual({ ...initialSettings, codePerDay: 3 })
  expect(await read(other)).toEqual(initialSettings)
})

test("programs of an account can't change limits", async () => {
  const { account } = await createAccount(database.db)
  const row = { accountId: account, name: 'codePerDay', value: 100 }
  await expect(asAccount(database.db, account, tx => tx.insertInto('accountSetting').values(row).execute())).rejects.toThrow(/permission/)
  await expect(database.db.insertInto('setting').values({ name: 'codePerDay', value: 100 }).execute()).rejects.toThrow(/permission/)
})

test("marketing hours of an account are the overlap with the platform's, whose hours hold where there is none", () => {
  expect(stricterOf(initialSettings, { marketingFromMinute: 600, marketingUntilMinute: 1200 })).toMatchObject({
    marketingFromMinute: 600,
    marketingUntilMinute: 1200,
  })
  const afternoon = { ...initialSettings, marketingFromMinute: 900 }
  expect(stricterOf(afternoon, { marketingUntilMinute: 720 })).toEqual(afternoon)
})
