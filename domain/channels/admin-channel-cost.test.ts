import { beforeAll, expect, test } from 'vitest'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { holdCharge } from '#domain/ledger/charge.ts'
import { grantSegments } from '#domain/ledger/credit.ts'
import { readPlatformStatistics } from '#domain/message-records/admin-statistics.ts'
import { createAccount } from '#test/support/account.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { addSignature, messageAdder } from '#test/support/message.ts'
import { chinaDay } from '#values/china-time.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { listChannels } from './admin-channel.ts'
import { dearestCosts, setChannelCost } from './admin-channel-cost.ts'

const now = new Date('2026-11-21T10:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const database = prepareTestDatabase()
let channelId: string
beforeAll(async () => {
  await createChannel(database.platformDb)
  channelId = (await database.platformDb.selectFrom('channel').select('channelId').executeTakeFirstOrThrow()).channelId
})

const within = <T>(work: (tx: Tx) => Promise<T>) => asPlatform(database.platformDb, work)
const setCost = (unitCostHao: number | null, startsAt: Date | null, at: Date, destination: string | null = null) =>
  within(tx => setChannelCost(tx, { channelId, destination, unitCostHao, startsAt, now: at }))
const readAt = (at: Date) => within(tx => readPlatformStatistics(tx, { from: chinaDay(hours(-72)), to: chinaDay(hours(24)) }, at))
const costs = async (at: Date) => {
  const { channels } = await readAt(at)
  return firstOrThrow(channels.filter(one => one.channelId === channelId))
}

test('channel cost: a new one applies from its start; messages sent before keep their margin', async () => {
  const customer = await createAccount(database.db)
  const signatureId = newId()
  await addSignature(database, customer, signatureId, '山间茶舍')
  const add = messageAdder(database, { now, signatureId })
  const sent = (hoursAgo: number, segmentCount: number) => add(customer, { hoursAgo, segmentCount, channelId })
  await sent(48, 10)
  expect(await costs(now)).toMatchObject({ unitCostHao: null, costHao: null, marginHao: null })
  expect(await setCost(280, null, hours(-24))).toMatchObject({ before: null })
  expect(await costs(now)).toMatchObject({ unitCostHao: 280, costHao: 2_800, marginHao: -2_800 })
  expect(await setCost(400, null, hours(-12))).toMatchObject({ before: 280 })
  expect(await costs(now)).toMatchObject({ unitCostHao: 400, costHao: 2_800, marginHao: -2_800 })
  await sent(1, 5)
  expect(await costs(now)).toMatchObject({ deliveredSegmentCount: 15, costHao: 2_800 + 2_000 })
  await setCost(500, hours(12), now)
  expect(await costs(now)).toMatchObject({ unitCostHao: 400, costHao: 4_800 })
  const { days } = await readAt(now)
  expect(days.map(row => row.costHao)).toEqual([0, 2_800, 0, 2_000, 0])
  expect(await within(tx => dearestCosts(tx, now))).toMatchObject({ transactional: 400 })
  expect(await within(tx => dearestCosts(tx, hours(13)))).toMatchObject({ transactional: 500 })
  // The channel's page asks the database's clock, which is beyond all of these.
  expect((await within(listChannels)).find(one => one.channelId === channelId)).toMatchObject({ unitCostHao: 500, particularCostCount: 0 })
  await expect(setCost(100, hours(-1), now)).rejects.toMatchObject({ code: 'price_past' })
  await expect(setCost(100, hours(12), now)).rejects.toMatchObject({ code: 'price_exists' })
})

test('a carrier or a country with a cost of its own counts with it, every other destination with the general one', async () => {
  const customer = await createAccount(database.db)
  const signatureId = newId()
  await addSignature(database, customer, signatureId, '海岸书店')
  const before = await costs(now)
  const add = messageAdder(database, { now, signatureId })
  for (const facts of [
    { carrier: 'unicom' },
    { carrier: 'telecom' },
    { carrier: 'abroad', province: '香港' },
    { carrier: 'abroad', province: '日本' },
  ])
    await add(customer, { hoursAgo: 2, segmentCount: 10, channelId, ...facts })
  const counted = async () => ((await costs(now)).costHao ?? 0) - (before.costHao ?? 0)
  expect(await counted()).toBe(4 * 10 * 400)
  await setCost(300, null, now, 'unicom')
  await setCost(2_000, null, now, '香港')
  expect(await counted()).toBe(10 * (300 + 400 + 2_000 + 400))
  expect((await costs(now)).destinationCosts).toEqual([
    { destination: 'unicom', unitCostHao: 300 },
    { destination: '香港', unitCostHao: 2_000 },
  ])
  expect(await within(tx => dearestCosts(tx, now))).toMatchObject({ transactional: 400 })
  await setCost(450, null, hours(1), 'unicom')
  expect(await within(tx => dearestCosts(tx, hours(2)))).toMatchObject({ transactional: 450 })
  await setCost(null, null, hours(3), 'unicom')
  expect((await costs(hours(4))).destinationCosts).toEqual([{ destination: '香港', unitCostHao: 2_000 }])
})

test('revenue paid by gift money is separate from revenue paid by balances', async () => {
  const customer = await createAccount(database.db, { whenEmpty: 'balance' })
  const signatureId = newId()
  await addSignature(database, customer, signatureId, '竹里书房')
  const bonus = {
    kind: 'bonus' as const,
    name: '赠送金',
    segmentCount: 1_000_000,
    source: 'gift' as const,
    startsAt: hours(-1),
    expiresAt: hours(24),
  }
  const hold = firstOrThrow(
    await asAccount(database.db, customer.account, async tx => {
      await grantSegments(tx, customer.account, { ...bonus, grantId: newId() })
      return holdCharge(tx, customer.account, 'transactional', new Map([[1, 10]]), { now })
    }),
  )
  const before = await costs(now)
  const add = messageAdder(database, { now, signatureId })
  await add(customer, { hoursAgo: 1, segmentCount: 10, channelId, holdId: hold.holdId })
  const after = await costs(now)
  const { days, customers } = await readAt(now)
  const sumOf = (rows: readonly { incomeHao: number; costHao: number | null }[]) =>
    rows.map(row => row.incomeHao - (row.costHao ?? 0)).reduce((sum, hao) => sum + hao, 0)
  expect(sumOf(days)).toBe(after.marginHao)
  expect(customers.every(row => row.marginHao === row.incomeHao - (row.costHao ?? 0))).toBe(true)
  const { unitPriceHao } = await asAccount(database.db, customer.account, tx =>
    tx.selectFrom('chargeHold').select('unitPriceHao').where('accountId', '=', customer.account).executeTakeFirstOrThrow(),
  )
  expect([after.bonusHao - before.bonusHao, after.incomeHao - before.incomeHao]).toEqual([10 * unitPriceHao, 0])
  expect(unitPriceHao).toBeGreaterThan(0)
})
