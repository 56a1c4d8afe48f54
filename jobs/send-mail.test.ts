import { pino } from 'pino'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { startMailServer } from '#carrier-sim/mail-server.ts'
import { Mailbox } from '#carrier-sim/mailbox.ts'
import { asAccount } from '#db/connect.ts'
import { queueMail, readMail } from '#domain/notification/mail.ts'
import { notifyAccount } from '#domain/notification/message.ts'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { notifyMembers } from './notify-members.ts'
import { openTransport, sendMail } from './send-mail.ts'

const now = new Date()
const context = () => ({ db: database.platformDb, now: () => now, logger: pino({ level: 'silent' }) })
let database: TestDatabase
let mailbox: Mailbox
let server: Awaited<ReturnType<typeof startMailServer>>
let transport: NonNullable<ReturnType<typeof openTransport>>
let account: AccountId
let memberId: string

beforeAll(async () => {
  database = await createTestDatabase()
  mailbox = new Mailbox()
  server = await startMailServer(mailbox, { host: '127.0.0.1', port: 0, now: () => now })
  transport = openTransport(`smtp://127.0.0.1:${server.port}`)!
  ;({ account, memberId } = await createAccount(database.db))
})
afterAll(async () => {
  transport?.close()
  await server?.close()
  await database?.close()
})

const queue = (to: string) =>
  asAccount(database.db, account, tx =>
    queueMail(tx, {
      account,
      to,
      subject: '您的发票已开具',
      text: '详见 https://example.com/a。\n谢谢',
      attachments: [{ fileName: '发票.pdf', mediaType: 'application/pdf', bytes: Buffer.from('%PDF-1.7 鸿雁') }],
      now,
    }),
  )
const send = (mailId: string) => sendMail(transport, '鸿雁 <no-reply@hongyan.example>')({ account, mailId }, context())
const stateOf = (mailId: string) => readMail(database.platformDb, account, mailId)

test('a mail arrives with its Chinese text and attachments, once though the job runs twice', async () => {
  const mailId = await queue('wang@example.com')
  await send(mailId)
  await send(mailId)
  expect(await stateOf(mailId)).toMatchObject({ state: 'sent', tryCount: 1 })
  const [mail, ...more] = mailbox.list('WANG@example.com')
  assert.exists(mail)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: '您的发票已开具', from: '鸿雁 <no-reply@hongyan.example>', to: ['wang@example.com'] })
  expect(mail.text.trim()).toBe('详见 https://example.com/a。\n谢谢')
  expect(firstOrThrow(mail.attachments).name).toBe('发票.pdf')
  expect(Buffer.from(firstOrThrow(mail.attachments).bytes).toString()).toBe('%PDF-1.7 鸿雁')
})

test('a mail ends at a permanent refusal, and is retried ten times at most after a temporary one', async () => {
  const refused = await queue('nobody@example.com')
  await send(refused)
  expect(await stateOf(refused)).toMatchObject({ state: 'failed', tryCount: 1 })
  const busy = await queue('busy@example.com')
  for (let turn = 1; turn < 10; turn += 1) {
    await expect(send(busy)).rejects.toThrow(/451/)
    expect(await stateOf(busy)).toMatchObject({ state: 'queued', tryCount: turn })
  }
  await send(busy)
  expect(await stateOf(busy)).toMatchObject({ state: 'failed', tryCount: 10 })
})

test('a notification is mailed once to members with a mailbox who chose mail, and to no others', async () => {
  const sendMails = () =>
    asAccount(database.db, account, tx =>
      notifyAccount(tx, account, { kind: 'review', title: '签名已通过', body: '可以用于发送。', link: '/sms/signature', now }),
    )
  const passOn = (messageId: string) => notifyMembers('https://console.example')({ account, messageId }, context())
  const queued = () =>
    asAccount(database.db, account, tx =>
      tx
        .selectFrom('mail')
        .select(['toAddress', 'subject', 'body'])
        .where('accountId', '=', account)
        .where('subject', 'like', '【鸿雁】%')
        .execute(),
    )
  await passOn(await sendMails())
  expect(await queued()).toEqual([])
  const self = (set: object) =>
    asAccount(database.db, account, tx =>
      tx.updateTable('member').set(set).where('accountId', '=', account).where('memberId', '=', memberId).execute(),
    )
  await self({ email: 'owner@example.com', emailVerifiedAt: now })
  const messageId = await sendMails()
  await passOn(messageId)
  await passOn(messageId)
  expect(await queued()).toHaveLength(1)
  expect((await queued())[0]).toMatchObject({ toAddress: 'owner@example.com', subject: '【鸿雁】签名已通过' })
  expect(firstOrThrow(await queued()).body).toContain('https://console.example/sms/signature')
  await self({ notificationMethods: JSON.stringify({ review: [] }) })
  await passOn(await sendMails())
  expect(await queued()).toHaveLength(1)
})
