import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { holdLease, leaseName } from '#dispatch/channel/lease.ts'
import { createChannel } from '#test/support/channel.ts'
import { claimTurn } from '#test/support/claim.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { reroute } from './reroute.ts'

const [first, second] = [newId(), newId()]
const database = prepareTestDatabase()
let token: number

beforeAll(async () => {
  await createChannel(database.platformDb, { channelId: first })
  await createChannel(database.platformDb, { channelId: second, kinds: ['otp', 'transactional'] })
  await holdLease(database.platformDb, leaseName(first), 'a')
  token = (await holdLease(database.platformDb, leaseName(second), 'b'))!
  await show(first, { state: 'up' })
  await show(second, { state: 'up' })
})

const show = (channelId: string, set: { state?: string; stateAt?: Date; enabled?: boolean }) =>
  database.platformDb.updateTable('channel').set(set).where('channelId', '=', channelId).execute()
const move = () => reroute(database.platformDb, 'mover', new Date())
/** What the second channel would claim a minute from now: messages in doubt are resent after a pause. */
const claimed = async () => {
  const messages = await claimTurn(database.platformDb, { channelId: second, token }, 1000, new Date(Date.now() + 60_000))
  return messages.map(message => message.kind)
}
const statesOf = ({ account }: Sending) =>
  asAccount(database.db, account, tx =>
    tx
      .selectFrom('message')
      .select(['kind', 'state', 'reason', 'maybeTwice'])
      .where('accountId', '=', account)
      .orderBy('messageId')
      .execute(),
  )

test('messages of a channel that lost its link wait a while, then are rerouted if another channel takes them', async () => {
  const sender = await createSender(database.db, { segmentCount: 2000 })
  await acceptPhones(database.db, sender, ['19200000001'], { kind: 'marketing' })
  await acceptPhones(
    database.db,
    sender,
    Array.from({ length: 700 }, (_, i) => `192${String(i).padStart(8, '0')}`),
  )
  expect(await move()).toBe(0)
  await show(first, { state: 'down', stateAt: new Date() })
  expect(await move()).toBe(0)
  await show(first, { stateAt: new Date(Date.now() - 31_000) })
  expect(await move()).toBe(700)
  expect(await move()).toBe(0)
  expect(await claimed()).toEqual(Array(700).fill('transactional'))
  // No other channel takes marketing: it stays queued for its own channel.
  const { rows } = await database.platformPool.query(
    '-- across accounts: who waits\nselect distinct account_id from outbox where channel_id = $1',
    [first],
  )
  expect(rows).toEqual([{ account_id: sender.account }])
})

test('messages on the wire of a channel that is disabled after its owner died are settled as after any crash', async () => {
  await show(first, { state: 'up', enabled: true })
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, ['19200000002'], { kind: 'marketing' })
  await acceptPhones(database.db, sender, ['19200000003'], { kind: 'otp' })
  const { rows } = await sql<{ token: number }>`select token from lease where name = ${leaseName(first)}`.execute(database.platformDb)
  for (let turn = 0; turn < 3; turn++)
    await claimTurn(database.platformDb, { channelId: first, token: firstOrThrow(rows).token }, 10, new Date())
  await sql`update lease set until = now() - interval '1 second' where name = ${leaseName(first)}`.execute(database.platformDb)
  await show(first, { enabled: false })
  expect(await move()).toBe(1)
  expect(await claimed()).toEqual(['otp'])
  expect(await statesOf(sender)).toEqual([
    { kind: 'marketing', state: 'submitted', reason: 'IN_DOUBT', maybeTwice: false },
    { kind: 'otp', state: 'queued', reason: null, maybeTwice: true },
  ])
})

test('messages follow the configured routes, and wait when no channel of the route sends', async () => {
  await show(first, { state: 'up', enabled: true })
  await holdLease(database.platformDb, leaseName(first), 'a')
  const third = newId()
  const { rows } = await sql<{ count: number }>`
    insert into channel (channel_id, name, host, port, system_id, encrypted_password, sender_number, carriers, kinds, state)
    select ${third}, '三', host, port, system_id, encrypted_password, sender_number, carriers, kinds, 'up' from channel where channel_id = ${second}
    returning 1 as count`.execute(database.platformDb)
  expect(rows).toHaveLength(1)
  await holdLease(database.platformDb, leaseName(third), 'c')
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, ['19200000004'])
  const route = { routeId: newId(), kind: 'transactional', carrier: 'broadnet', accountId: sender.account }
  await database.platformDb
    .insertInto('route')
    .values({ ...route, channelIds: [first, third] })
    .execute()
  const channelOf = async () =>
    (
      await asAccount(database.db, sender.account, tx =>
        tx.selectFrom('outbox').select('channelId').where('accountId', '=', sender.account).execute(),
      )
    )[0]
  await show(first, { enabled: false })
  expect(await move()).toBe(1)
  expect(await channelOf()).toEqual({ channelId: third })
  await show(third, { enabled: false })
  expect(await move()).toBe(0)
  expect(await channelOf()).toEqual({ channelId: third })
})
