import { beforeAll, beforeEach, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { portedCarriers } from '#domain/numbering/number-segment.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { acceptPhones, createSender } from '#test/support/sending.ts'
import { type AccountId, newAccountId, newId } from '#values/id.ts'
import { chooseChannel, type Destination, isSpread, type Route, type Routing, traceRoute, type Way } from './route.ts'

const [account, other] = [newAccountId(), newAccountId()]
const way = (channelId: string, facts: Partial<Way> = {}): Way => ({
  channelId,
  kinds: ['transactional'],
  carriers: ['mobile'],
  isEnabled: true,
  isUp: true,
  isWithdrawn: false,
  unitCostHao: null,
  destinationCosts: {},
  rate: null,
  ...facts,
})
const routingOf = (ways: Way[], routes: Partial<Route>[]) => ({
  ways: new Map(ways.map(one => [one.channelId, one])),
  routes: routes.map(route => ({
    kind: 'transactional',
    carrier: 'mobile',
    province: null,
    account: null,
    channelIds: [],
    preference: { by: 'order' as const },
    ...route,
  })),
})
const to = (facts: Partial<Destination> = {}): Destination => ({
  account,
  kind: 'transactional',
  carrier: 'mobile',
  province: '广东',
  phone: '13800138000',
  ...facts,
})

test('no rule: every channel that supports the kind and carrier, those that are up first', () => {
  const routing = routingOf(
    [way('a', { isUp: false }), way('b'), way('c', { carriers: ['unicom'] }), way('d', { isEnabled: false, isUp: false })],
    [],
  )
  expect(traceRoute(routing, to()).map(step => [step.channelId, step.source, step.skip])).toEqual([
    ['b', 'fitting', null],
    ['a', 'fitting', null],
    ['d', 'fitting', 'disabled'],
  ])
  expect(chooseChannel(routing, to())).toBe('b')
  expect(chooseChannel(routing, to({ carrier: 'telecom' }))).toBeNull()
})

test('rule precedence: customer and province, customer, province, general', () => {
  const ways = ['a', 'b', 'c', 'd', 'e'].map(name => way(name))
  const routing = routingOf(ways, [
    { channelIds: ['a', 'b'] },
    { province: '广东', channelIds: ['c'] },
    { account, channelIds: ['d', 'a'] },
    { account, province: '广东', channelIds: ['e'] },
  ])
  const order = (destination: Destination) => traceRoute(routing, destination).map(step => `${step.channelId} ${step.source}`)
  expect(order(to())).toEqual(['e accountProvince', 'd account', 'a account', 'c province', 'b general'])
  expect(order(to({ province: null }))).toEqual(['d account', 'a account', 'b general'])
  expect(order(to({ account: other }))).toEqual(['c province', 'a general', 'b general'])
})

test('order within a rule: a channel that is down is skipped, and used if no other is left', () => {
  const rule = [{ channelIds: ['a', 'b', 'gone'] }]
  expect(chooseChannel(routingOf([way('a'), way('b')], rule), to())).toBe('a')
  expect(chooseChannel(routingOf([way('a', { isUp: false }), way('b')], rule), to())).toBe('b')
  expect(chooseChannel(routingOf([way('a', { isUp: false }), way('b', { isUp: false })], rule), to())).toBe('a')
  // Another suitable channel is not in the rule.
  expect(chooseChannel(routingOf([way('a', { isEnabled: false }), way('c')], rule), to())).toBeNull()
  expect(traceRoute(routingOf([way('a', { kinds: ['otp'] }), way('b')], rule), to())[0]).toMatchObject({ channelId: 'a', skip: 'unfit' })
})

const phones = Array.from({ length: 10_000 }, (_, index) => String(13_800_000_000 + index * 7))
const countsOf = (routing: Routing) =>
  Map.groupBy(
    phones.map(phone => chooseChannel(routing, to({ phone }))),
    channelId => channelId,
  )
const shareOf = (routing: Routing, channelId: string) => (countsOf(routing).get(channelId)?.length ?? 0) / phones.length

test('shares: each channel gets its part, a phone keeps its channel, and without a channel only its phones move', () => {
  const shares: Partial<Route>[] = [{ channelIds: ['a', 'b', 'c'], preference: { by: 'share', shares: [70, 20, 10] } }]
  const all = routingOf([way('a'), way('b'), way('c')], shares)
  expect(shareOf(all, 'a')).toBeCloseTo(0.7, 1)
  expect(shareOf(all, 'b')).toBeCloseTo(0.2, 1)
  expect(shareOf(all, 'c')).toBeCloseTo(0.1, 1)
  const without = routingOf([way('a'), way('b', { isUp: false }), way('c')], shares)
  for (const phone of phones.slice(0, 1_000)) {
    const before = chooseChannel(all, to({ phone }))
    if (before !== 'b') expect(chooseChannel(without, to({ phone }))).toBe(before)
  }
  expect(shareOf(without, 'b')).toBe(0)
  expect(isSpread(all)).toBe(true)
})

test('price: the cheapest whose delivery rate is high enough; one of unknown cost comes last', () => {
  const ways = [
    way('dear', { unitCostHao: 400, rate: 0.99 }),
    way('cheap', { unitCostHao: 250, rate: 0.9 }),
    way('unknown', { rate: 0.99 }),
    way('new', { unitCostHao: 300 }),
  ]
  const channelIds = ['dear', 'cheap', 'unknown', 'new']
  const order = (leastRate: number | null) =>
    traceRoute(routingOf(ways, [{ channelIds, preference: { by: 'price', leastRate } }]), to()).map(step => step.channelId)
  expect(order(null)).toEqual(['cheap', 'new', 'dear', 'unknown'])
  expect(order(95)).toEqual(['new', 'dear', 'unknown', 'cheap'])
  expect(isSpread(routingOf(ways, [{ channelIds, preference: { by: 'price', leastRate: null } }]))).toBe(false)
})

test('quality: the best rate whose cost is low enough', () => {
  const ways = [way('good', { unitCostHao: 400, rate: 0.99 }), way('fair', { unitCostHao: 300, rate: 0.96 }), way('poor', { rate: 0.8 })]
  const order = (mostCostHao: number | null) =>
    traceRoute(routingOf(ways, [{ channelIds: ['poor', 'fair', 'good'], preference: { by: 'quality', mostCostHao } }]), to()).map(
      step => step.channelId,
    )
  expect(order(null)).toEqual(['good', 'fair', 'poor'])
  expect(order(350)).toEqual(['fair', 'poor', 'good'])
})

test('a withdrawn channel keeps a probe share, and everything when no other is up', () => {
  const rule = [{ channelIds: ['a', 'b'] }]
  const withdrawn = routingOf([way('a', { isWithdrawn: true }), way('b')], rule)
  const probed = shareOf(withdrawn, 'a')
  expect([probed > 0.01, probed < 0.03]).toEqual([true, true])
  expect(shareOf(routingOf([way('a', { isWithdrawn: true }), way('b', { isUp: false })], rule), 'a')).toBe(1)
})

const database = prepareTestDatabase()
const [first, second] = [newId(), newId()]
beforeAll(async () => {
  await createChannel(database.platformDb, { name: '一', channelId: first, state: 'up' })
  await createChannel(database.platformDb, { name: '二', channelId: second, state: 'up' })
})
beforeEach(() => database.platformDb.deleteFrom('route').execute())

const channelsOf = (owner: AccountId) =>
  asAccount(database.db, owner, tx =>
    tx.selectFrom('outbox').select('channelId').where('accountId', '=', owner).orderBy('outboxId').execute(),
  )

test('accepted messages wait for the channel in the rules of their province and customer', async () => {
  const sender = await createSender(database.db)
  const route = { kind: 'transactional', carrier: 'broadnet' }
  await database.platformDb
    .insertInto('route')
    .values([
      { ...route, routeId: newId(), channelIds: [first] },
      { ...route, routeId: newId(), channelIds: [second], accountId: sender.account },
    ])
    .execute()
  await acceptPhones(database.db, sender, ['19200000001'])
  const stranger = await createSender(database.db)
  await acceptPhones(database.db, stranger, ['19200000002'])
  expect(await channelsOf(sender.account)).toEqual([{ channelId: second }])
  expect(await channelsOf(stranger.account)).toEqual([{ channelId: first }])
})

test('number portability: returns the carrier of ported numbers only', async () => {
  await database.platformDb.insertInto('portedNumber').values({ phone: '13800000001', carrier: 'telecom', changedAt: new Date() }).execute()
  expect(await portedCarriers(database.db, ['13800000001', '13800000002'])).toEqual(new Map([['13800000001', 'telecom']]))
})
