import { beforeAll, beforeEach, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { portedCarriers } from '#domain/numbering/number-segment.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { acceptPhones, createSender } from '#test/support/sending.ts'
import { type AccountId, newAccountId, newId } from '#values/id.ts'
import { chooseChannel, type Destination, type Route, traceRoute, type Way } from './route.ts'

const [account, other] = [newAccountId(), newAccountId()]
const way = (channelId: string, facts: Partial<Way> = {}): Way => ({
  channelId,
  kinds: ['transactional'],
  carriers: ['mobile'],
  isEnabled: true,
  isUp: true,
  ...facts,
})
const routingOf = (ways: Way[], routes: Partial<Route>[]) => ({
  ways: new Map(ways.map(one => [one.channelId, one])),
  routes: routes.map(route => ({ kind: 'transactional', carrier: 'mobile', province: null, account: null, channelIds: [], ...route })),
})
const to = (facts: Partial<Destination> = {}): Destination => ({
  account,
  kind: 'transactional',
  carrier: 'mobile',
  province: '广东',
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

const database = prepareTestDatabase()
const [first, second] = [newId(), newId()]
beforeAll(async () => {
  const row = { host: '-', port: 1, systemId: '-', encryptedPassword: Buffer.from(''), senderNumber: '1', state: 'up' }
  const takes = { kinds: ['otp', 'transactional', 'marketing'], carriers: ['mobile', 'broadnet'] }
  await database.platformDb
    .insertInto('channel')
    .values([
      { ...row, ...takes, name: '一', channelId: first },
      { ...row, ...takes, name: '二', channelId: second },
    ])
    .execute()
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
