import { beforeAll, expect, test } from 'vitest'
import { normalizeReply } from '#contract/unsubscribe/opt-out.ts'
import { asAccount } from '#db/connect.ts'
import { blockedPhones } from '#domain/blacklist/blacklist.ts'
import { addOptOutWord, setOptOutAnswer } from '#domain/blacklist/opt-out-setting.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { completeIncompleteParts } from '#domain/messages/inbound-part.ts'
import { answerOptOutTask } from '#jobs/answer-opt-out.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { runJobs } from '#test/support/jobs.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { ingestInbound, purgeReplies } from './inbound.ts'

const channel = { channelId: newId(), senderNumber: '10690000' }
const now = new Date()
const phone = '19200001234'
const database = prepareTestDatabase()

beforeAll(async () => {
  await createChannel(database.platformDb, channel)
})

const take = (sender: Sending, text: string, appended = '') =>
  ingestInbound(database.platformDb, channel, { phone: `86${phone}`, senderNumber: `10690000${sender.extension}${appended}`, text }, now)
const inboundOf = ({ account }: Sending) =>
  asAccount(database.db, account, tx =>
    tx.selectFrom('inbound').select(['phone', 'text', 'effect', 'messageId']).where('accountId', '=', account).execute(),
  )
const messagesOf = ({ account }: Sending) =>
  asAccount(database.db, account, tx =>
    tx.selectFrom('message').select(['kind', 'phone', 'state', 'reason']).where('accountId', '=', account).orderBy('messageId').execute(),
  )
const isBlocked = ({ account, signatureId }: Sending) =>
  asAccount(database.db, account, async tx => {
    const blocked = await blockedPhones(tx, account, { phones: [phone], kind: 'marketing', signatureId, now })
    return blocked.has(phone)
  })

test('reply: reaches the account whose signature it answers, with or without appended digits', async () => {
  const sender = await createSender(database.db)
  const messageId = firstOrThrow(await acceptPhones(database.db, sender, [phone]))
  await asAccount(database.db, sender.account, tx =>
    tx
      .updateTable('message')
      .set({ submittedAt: now })
      .where('accountId', '=', sender.account)
      .where('messageId', '=', messageId)
      .execute(),
  )
  await take(sender, '什么时候到？')
  await take(sender, '退订的规则是什么', '88')
  expect(await inboundOf(sender)).toEqual([
    { phone, text: '什么时候到？', effect: null, messageId },
    { phone, text: '退订的规则是什么', effect: null, messageId },
  ])
  expect(await isBlocked(sender)).toBe(false)
})

test('opt-out: withdraws and refunds waiting marketing of that signature, and blocks new messages', async () => {
  const [sender, other] = [await createSender(database.db), await createSender(database.db)]
  await acceptPhones(database.db, sender, [phone, '19200005678'], { kind: 'marketing' })
  await acceptPhones(database.db, sender, [phone], { kind: 'otp' })
  await acceptPhones(database.db, other, [phone], { kind: 'marketing' })
  await take(sender, ' ｔｄ ')
  await take(sender, '退订')
  expect((await inboundOf(sender)).map(row => row.effect)).toEqual(['opt_out', 'opt_out'])
  expect(await messagesOf(sender)).toEqual([
    { kind: 'marketing', phone, state: 'refused', reason: 'blacklisted' },
    { kind: 'marketing', phone: '19200005678', state: 'queued', reason: null },
    { kind: 'otp', phone, state: 'queued', reason: null },
  ])
  expect(firstOrThrow(await messagesOf(other)).state).toBe('queued')
  expect([await isBlocked(sender), await isBlocked(other)]).toEqual([true, false])
  const books = await asAccount(database.db, sender.account, async tx => ({
    grant: (await balancesOf(tx, sender.account)).grants[0],
    problems: await verifyLedger(tx, sender.account),
  }))
  expect(books).toMatchObject({ grant: { heldCount: 2 }, problems: [] })
})

test('message to an unassigned number: is stored without an account', async () => {
  await ingestInbound(database.platformDb, channel, { phone, senderNumber: '10690000999999', text: '喂' }, now)
  const rows = await database.platformDb.selectFrom('unmatchedInbound').select(['phone', 'text']).execute()
  expect(rows).toEqual([{ phone, text: '喂' }])
})

const part = (sender: Sending, number: number, text: string, reference = 7, total = 3) =>
  ingestInbound(
    database.platformDb,
    channel,
    { phone, senderNumber: `10690000${sender.extension}`, text, place: { reference, total, number } },
    now,
  )

test('concatenated message: complete when all parts are there, in any order and with repetitions', async () => {
  const sender = await createSender(database.db)
  await part(sender, 3, '谢谢。')
  await part(sender, 1, '您好，')
  await part(sender, 1, '您好，')
  await part(sender, 1, '另一条', 8)
  expect(await inboundOf(sender)).toEqual([])
  await part(sender, 2, '请问什么时候发货？')
  expect(await inboundOf(sender)).toMatchObject([{ text: '您好，请问什么时候发货？谢谢。' }])
  await part(sender, 2, '', 8)
  await part(sender, 3, '', 8)
  expect((await inboundOf(sender)).map(row => row.text)).toEqual(['您好，请问什么时候发货？谢谢。', '另一条'])
})

test('concatenated message: parts on several channels of one upstream account are joined', async () => {
  const other = { channelId: newId(), senderNumber: '10695555' }
  await createChannel(database.platformDb, { ...other, name: '同账号通道', port: 2, kinds: [], carriers: [] })
  const sender = await createSender(database.db)
  const part = (on: typeof channel, number: number, text: string) => {
    const message = { phone, senderNumber: `10690000${sender.extension}`, text, place: { reference: 77, total: 2, number } }
    return ingestInbound(database.platformDb, on, message, now)
  }
  await part(channel, 1, '明天到')
  await part(other, 2, '可以吗')
  expect((await inboundOf(sender)).map(one => one.text)).toEqual(['明天到可以吗'])
})

test('concatenated message with a missing part: stored after ten minutes with a mark in its place', async () => {
  const sender = await createSender(database.db)
  await part(sender, 1, '开头，', 21)
  await part(sender, 3, '结尾。', 21)
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  expect(await completeIncompleteParts(database.platformDb, later(9))).toBe(0)
  expect(await completeIncompleteParts(database.platformDb, later(11))).toBe(1)
  expect(await completeIncompleteParts(database.platformDb, later(11))).toBe(0)
  expect(await inboundOf(sender)).toMatchObject([{ text: '开头，〔缺少一段〕结尾。' }])
})

test('opt-out keyword of an account: applies to that account only', async () => {
  const [sender, other] = [await createSender(database.db), await createSender(database.db)]
  const add = (word: string) =>
    asAccount(database.db, sender.account, tx => addOptOutWord(tx, sender.account, { word: normalizeReply(word), memberId: newId(), now }))
  await add('别 发了！')
  await expect(add('别发了')).rejects.toMatchObject({ code: 'opt_out_word_taken' })
  await expect(add('td')).rejects.toMatchObject({ code: 'opt_out_word_taken' })
  await take(other, '别发了')
  await take(sender, ' 别发了。')
  expect([await isBlocked(sender), await isBlocked(other)]).toEqual([true, false])
})

/** A sender with an automatic reply to opt-outs. */
async function answeringSender(options: { segmentCount?: number } = {}) {
  const sender = await createSender(database.db, options)
  const templateId = newId()
  const facts = { code: 'SMS_900001', name: '退订确认', kind: 'transactional', variables: '[]', state: 'approved' }
  await asAccount(database.db, sender.account, async tx => {
    await tx
      .insertInto('template')
      .values({ ...facts, accountId: sender.account, templateId, text: '您已退订，不会再收到我们的推广短信。' })
      .execute()
    await setOptOutAnswer(tx, sender.account, { signatureId: sender.signatureId, templateId, memberId: newId(), now })
  })
  return sender
}
const answers = () => runJobs(database, { answer_opt_out: answerOptOutTask }, new Date())
const answerOf = ({ account }: Sending) =>
  asAccount(database.db, account, tx =>
    tx.selectFrom('inbound').select(['answerMessageId', 'answerProblem']).where('accountId', '=', account).orderBy('inboundId').execute(),
  )

test('opt-out: answered once with a transactional message, which is charged', async () => {
  const sender = await answeringSender()
  await take(sender, 'TD')
  await take(sender, 'TD')
  await answers()
  expect(firstOrThrow(await answerOf(sender)).answerProblem).toBeNull()
  expect(await messagesOf(sender)).toEqual([{ kind: 'transactional', phone, state: 'queued', reason: null }])
  const [first, second] = await answerOf(sender)
  expect(first).toEqual({ answerMessageId: expect.any(String), answerProblem: null })
  expect(second).toEqual({ answerMessageId: null, answerProblem: null })
  const { grants } = await asAccount(database.db, sender.account, tx => balancesOf(tx, sender.account))
  expect(grants[0]).toMatchObject({ heldCount: 1 })
})

test("opt-out reply that can't be sent: the reason is shown with the reply, and the opt-out holds", async () => {
  const sender = await answeringSender({ segmentCount: 1 })
  await acceptPhones(database.db, sender, ['19200009999'])
  await take(sender, '退订')
  await answers()
  expect(await answerOf(sender)).toEqual([{ answerMessageId: null, answerProblem: expect.stringContaining('套餐余量或余额不足') }])
  expect(await isBlocked(sender)).toBe(true)
})

test('retention: replies of months before the kept ones are deleted, others are not', async () => {
  const sender = await createSender(database.db)
  await take(sender, '收到')
  const monthsLater = (count: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, 15))
  await purgeReplies(database.platformDb, 7, monthsLater(7))
  expect(await inboundOf(sender)).toHaveLength(1)
  await purgeReplies(database.platformDb, 7, monthsLater(8))
  expect(await inboundOf(sender)).toHaveLength(0)
})
