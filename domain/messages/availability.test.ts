import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { readAvailability } from './availability.ts'

const database = prepareTestDatabase()

test("a route is open while its channel is connected, waiting while it isn't, and none without a channel", async () => {
  const { account } = await createAccount(database.db)
  const states = async () => {
    const ways = await asAccount(database.db, account, tx => readAvailability(tx, account))
    expect(ways).toHaveLength(12)
    return Object.fromEntries(ways.map(({ kind, carrier, state }) => [`${kind} ${carrier}`, state]))
  }
  expect(new Set(Object.values(await states()))).toEqual(new Set(['none']))
  const channelId = await createChannel(database.platformDb)
  await database.platformDb
    .updateTable('channel')
    .set({ kinds: ['otp'], carriers: ['mobile'] })
    .where('channelId', '=', channelId)
    .execute()
  expect(await states()).toMatchObject({ 'otp mobile': 'waiting', 'otp unicom': 'none', 'transactional mobile': 'none' })
  await database.platformDb.updateTable('channel').set({ state: 'up' }).where('channelId', '=', channelId).execute()
  expect(await states()).toMatchObject({ 'otp mobile': 'open', 'otp unicom': 'none' })
})
