import { beforeAll, expect, test } from 'vitest'
import { asAccount, asPlatform } from '#db/connect.ts'
import { seedReference } from '#db/seed/reference.ts'
import { setSendsAbroad } from '#domain/account/admin-customer-list.ts'
import { ingestInbound } from '#domain/delivery/inbound.ts'
import { settleMessages } from '#domain/delivery/settle.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { setCountryPrice } from '#domain/orders/country-price.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { sendMessages } from './send.ts'

const now = new Date()
const database = prepareTestDatabase()
let channelId: string

beforeAll(async () => {
  await seedReference(database.url, {
    secret: 'test-secret-test-secret-test-secret',
    upstream: { host: '127.0.0.1', port: 1 },
    now: new Date('2026-01-01T00:00:00Z'),
  })
  channelId = await createChannel(database.platformDb, {
    name: '国际',
    kinds: ['transactional'],
    carriers: ['abroad'],
    senderNumber: '1069555',
  })
  for (const [country, unitPriceHao] of [
    ['香港', 3_000],
    ['日本', 5_000],
  ] as const)
    await asPlatform(database.platformDb, tx =>
      setCountryPrice(tx, { country, startsAt: null, unitPriceHao, now: new Date(now.getTime() - 1_000) }),
    )
})

async function createProgram(yuan: number): Promise<Sending & { appId: string }> {
  const sender = await createSender(database.db, { segmentCount: 3 })
  const appId = newId()
  await asAccount(database.db, sender.account, async tx => {
    await tx.updateTable('account').set({ whenEmpty: 'balance' }).where('accountId', '=', sender.account).execute()
    await recharge(tx, sender.account, { transferId: newId(), amountHao: yuan * 10_000 })
    const facts = { name: '订单系统', kind: 'production', state: 'enabled', settings: '{}' }
    await tx
      .insertInto('app')
      .values({ accountId: sender.account, appId, ...facts })
      .execute()
    const template = { code: 'SMS_1', name: '发货', kind: 'transactional', text: '您的订单已发货', variables: '[]', state: 'approved' }
    await tx
      .insertInto('template')
      .values({ accountId: sender.account, templateId: newId(), ...template })
      .execute()
  })
  return { ...sender, appId }
}
const allow = (sender: Sending, sendsAbroad = true) =>
  asPlatform(database.platformDb, tx => setSendsAbroad(tx, sender.account, sendsAbroad))

const send = (sender: Sending & { appId: string }, phones: string[]) =>
  asAccount(database.db, sender.account, async tx => {
    const recipients = phones.map(phone => ({ phone, signature: '鸿雁', parameters: {} }))
    const caller = { appId: sender.appId, settings: { isRepeatGuarded: false } }
    const carrierOf = (phone: string) => (phone.startsWith('+') ? ('abroad' as const) : ('mobile' as const))
    const [outcome] = await sendMessages(tx, sender.account, [{ caller, ingress: 'rest', templateCode: 'SMS_1', recipients }], {
      now,
      carrierOf,
    })
    if (!outcome || !('phones' in outcome)) return outcome
    return outcome.phones.map(one => ('refusal' in one ? one.refusal.message : one.phone))
  })
const messagesOf = (sender: Sending) =>
  asAccount(database.db, sender.account, tx =>
    tx
      .selectFrom('message')
      .select(['messageId', 'phone', 'carrier', 'province'])
      .where('accountId', '=', sender.account)
      .orderBy('messageId')
      .execute(),
  )

test('numbers abroad need permission and a price; the balance pays each country its own, packages those at home', async () => {
  const sender = await createProgram(10)
  const numbers = ['13820000001', '+852 6123 4567', '0081 90 1234 5678', '+44 7911 123456']
  expect(await send(sender, numbers)).toEqual([
    '13820000001',
    '号码+85261234567在香港，还没有开通发送',
    '号码+819012345678在日本，还没有开通发送',
    '号码+447911123456在英国，还没有开通发送',
  ])
  await allow(sender)
  expect(
    await send(
      sender,
      numbers.map(phone => phone.replace('13820000001', '13820000002')),
    ),
  ).toEqual(['13820000002', '+85261234567', '+819012345678', '号码+447911123456在英国，还没有开通发送'])
  const messages = await messagesOf(sender)
  expect(messages.map(one => [one.carrier, one.province])).toEqual([
    ['mobile', '天津'],
    ['mobile', '天津'],
    ['abroad', '香港'],
    ['abroad', '日本'],
  ])
  const queued = await database.platformDb
    .selectFrom('outbox')
    .select('messageIds')
    .where('accountId', '=', sender.account)
    .where('channelId', '=', channelId)
    .execute()
  expect(queued.flatMap(one => one.messageIds).sort()).toEqual(messages.slice(2).map(one => one.messageId))
  const balances = () => asAccount(database.db, sender.account, tx => balancesOf(tx, sender.account))
  expect(await balances()).toMatchObject({ availableHao: 100_000 - 8_000, heldHao: 8_000, grants: [{ availableCount: 1, heldCount: 2 }] })
  const delivered = messages.map(one => ({ messageId: one.messageId, state: 'delivered' as const, reason: 'DELIVRD', at: now }))
  await asAccount(database.db, sender.account, tx => settleMessages(tx, sender.account, delivered))
  expect(await balances()).toMatchObject({ availableHao: 92_000, heldHao: 0, grants: [{ availableCount: 1, heldCount: 0 }] })
  expect(await asAccount(database.db, sender.account, tx => verifyLedger(tx, sender.account))).toEqual([])
})

test('what the balance can’t pay abroad is refused whole, and holds nothing', async () => {
  const sender = await createProgram(1)
  await allow(sender)
  expect(await send(sender, ['+85261230001', '+85261230002', '+85261230003', '+85261230004'])).toMatchObject({
    code: 'balance_insufficient',
    facts: { missing: '1条（约¥0.30）' },
  })
  expect(await send(sender, ['+85261230001', '+85261230002', '+85261230003'])).toHaveLength(3)
  await expect(allow(sender)).rejects.toMatchObject({ code: 'state_forbids' })
})

test('a reply from abroad reaches who wrote there, and opts out of that number', async () => {
  const sender = await createProgram(1)
  await allow(sender)
  await send(sender, ['+85261239999'])
  const { messageId } = firstOrThrow(await messagesOf(sender))
  await asAccount(database.db, sender.account, tx =>
    tx
      .updateTable('message')
      .set({ submittedAt: now })
      .where('accountId', '=', sender.account)
      .where('messageId', '=', messageId)
      .execute(),
  )
  const channel = { channelId, senderNumber: '1069555' }
  await ingestInbound(database.platformDb, channel, { phone: '85261239999', senderNumber: `1069555${sender.extension}`, text: 'TD' }, now)
  const inbound = await asAccount(database.db, sender.account, tx =>
    tx.selectFrom('inbound').select(['phone', 'effect', 'messageId']).where('accountId', '=', sender.account).execute(),
  )
  expect(inbound).toEqual([{ phone: '+85261239999', effect: 'opt_out', messageId }])
})
