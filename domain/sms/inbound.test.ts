import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { blockedPhones } from '#domain/sms/blacklist.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { takeInbound } from './inbound.ts'

const channel = { channelId: newId(), senderNumber: '10690000' }
const now = new Date()
const phone = '19200001234'
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const row = { name: '测试通道', host: '127.0.0.1', port: 1, system_id: 'a', password_sealed: Buffer.from(''), sender_number: '10690000' }
  await database.platformDb
    .insertInto('channel')
    .values({ ...row, channel_id: channel.channelId, kinds: ['code', 'notice', 'marketing'], operators: ['broadnet'] })
    .execute()
})
afterAll(() => database.close())

const take = (sender: Sending, text: string, appended = '') =>
  takeInbound(database.platformDb, channel, { phone: `86${phone}`, senderNumber: `10690000${sender.extension}${appended}`, text }, now)
const inboundOf = ({ account }: Sending) =>
  asAccount(database.db, account, tx =>
    tx.selectFrom('inbound').select(['phone', 'text', 'effect', 'message_id']).where('account_id', '=', account).execute(),
  )
const messagesOf = ({ account }: Sending) =>
  asAccount(database.db, account, tx =>
    tx.selectFrom('message').select(['kind', 'phone', 'state', 'reason']).where('account_id', '=', account).orderBy('message_id').execute(),
  )
const isBlocked = ({ account, signatureId }: Sending) =>
  asAccount(database.db, account, async tx => {
    const blocked = await blockedPhones(tx, account, { phones: [phone], kind: 'marketing', signatureId, now })
    return blocked.has(phone)
  })

test('a reply reaches the account whose signature it answers, digits that were appended or not', async () => {
  const sender = await createSender(database.db)
  const [messageId] = await acceptPhones(database.db, sender, [phone])
  await asAccount(database.db, sender.account, tx =>
    tx
      .updateTable('message')
      .set({ submitted_at: now })
      .where('account_id', '=', sender.account)
      .where('message_id', '=', messageId!)
      .execute(),
  )
  await take(sender, '什么时候到？')
  await take(sender, '退订的规则是什么', '88')
  expect(await inboundOf(sender)).toEqual([
    { phone, text: '什么时候到？', effect: null, message_id: messageId },
    { phone, text: '退订的规则是什么', effect: null, message_id: messageId },
  ])
  expect(await isBlocked(sender)).toBe(false)
})

test('a refusal stops marketing of that signature that waits, gives it back, and blocks what comes', async () => {
  const [sender, other] = [await createSender(database.db), await createSender(database.db)]
  await acceptPhones(database.db, sender, [phone, '19200005678'], { kind: 'marketing' })
  await acceptPhones(database.db, sender, [phone], { kind: 'code' })
  await acceptPhones(database.db, other, [phone], { kind: 'marketing' })
  await take(sender, ' ｔｄ ')
  await take(sender, '退订')
  expect((await inboundOf(sender)).map(row => row.effect)).toEqual(['opt_out', 'opt_out'])
  expect(await messagesOf(sender)).toEqual([
    { kind: 'marketing', phone, state: 'refused', reason: 'blacklisted' },
    { kind: 'marketing', phone: '19200005678', state: 'queued', reason: null },
    { kind: 'code', phone, state: 'queued', reason: null },
  ])
  expect((await messagesOf(other))[0]!.state).toBe('queued')
  expect([await isBlocked(sender), await isBlocked(other)]).toEqual([true, false])
  const books = await asAccount(database.db, sender.account, async tx => ({
    grant: (await balancesOf(tx, sender.account)).grants[0],
    problems: await verifyLedger(tx, sender.account),
  }))
  expect(books).toMatchObject({ grant: { heldCount: 2 }, problems: [] })
})

test('a message to a number that nobody has is kept aside', async () => {
  await takeInbound(database.platformDb, channel, { phone, senderNumber: '10690000999999', text: '喂' }, now)
  const rows = await database.platformDb.selectFrom('unmatched_inbound').select(['phone', 'text']).execute()
  expect(rows).toEqual([{ phone, text: '喂' }])
})
