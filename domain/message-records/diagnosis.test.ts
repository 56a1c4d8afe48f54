import { beforeAll, expect, test } from 'vitest'
import { asAccount, asPlatform } from '#db/connect.ts'
import { optOut } from '#domain/blacklist/blacklist.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { messageAdder } from '#test/support/message.ts'
import { createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { diagnosePhone } from './diagnosis.ts'
import { replyToInbound } from './inbound-reply.ts'

const phone = '13800001234'
const database = prepareTestDatabase()
let sender: Sending
beforeAll(async () => {
  sender = await createSender(database.db)
  await asPlatform(database.platformDb, async tx => {
    await tx.insertInto('numberSegment').values({ prefix: '138', carrier: 'mobile' }).execute()
    await createChannel(tx)
  })
})

const diagnose = (of: Sending, now: Date) => asAccount(database.db, of.account, tx => diagnosePhone(tx, of.account, phone, now))

test("a number's diagnosis has all that decides: carrier, blacklists, opt-outs, frequency windows, sender registration", async () => {
  const now = new Date()
  const add = messageAdder(database, { now, signatureId: sender.signatureId })
  await add(sender, { phone, kind: 'otp', hoursAgo: 0.5 })
  await add(sender, { phone, kind: 'otp', hoursAgo: 3 })
  await add(sender, { phone, kind: 'otp', hoursAgo: 3, state: 'refused' })
  await add(sender, { phone, kind: 'marketing', hoursAgo: 48, state: 'undelivered' })
  await asAccount(database.db, sender.account, tx =>
    optOut(tx, sender.account, { phone, signatureId: sender.signatureId, source: 'reply', evidence: { words: 'TD' }, now }),
  )
  expect(await diagnose(sender, now)).toMatchObject({
    carrier: 'mobile',
    isPlatformBlocked: false,
    isTestNumber: false,
    entries: [{ source: 'reply', words: 'TD', signatureText: '鸿雁' }],
    frequency: [
      {
        kind: 'otp',
        name: '鸿雁',
        windows: [
          { windowMinutes: 1, sentCount: 0, most: 1 },
          { windowMinutes: 60, sentCount: 1, most: 5 },
          { windowMinutes: 1440, sentCount: 2, most: 10 },
        ],
      },
    ],
    senderRegistrations: [{ signatureText: '鸿雁', state: 'none' }],
    hasConsent: null,
    recent: { messageCount: 4, deliveredCount: 2, failedCount: 1, unknownCount: 0, refusedCount: 1 },
    messages: [{ kind: 'otp' }, { kind: 'otp' }, { kind: 'otp' }, { kind: 'marketing', state: 'undelivered', signatureText: '鸿雁' }],
  })
  const night = new Date('2026-11-21T19:00:00Z')
  expect((await diagnose(sender, night)).marketingFrom).toEqual(new Date('2026-11-22T00:00:00Z'))
  const stranger = await createSender(database.db)
  expect(await diagnose(stranger, now)).toMatchObject({ entries: [], frequency: [], recent: { messageCount: 0 } })
})

test('broadcasts that left the number out are named with the reason, but not those that were recalled', async () => {
  const { account, signatureId, memberId } = await createSender(database.db)
  const now = new Date()
  const facts = {
    kind: 'marketing',
    signatureId,
    templateId: newId(),
    signatureText: '鸿雁',
    templateText: '新品',
    variables: '[]',
  } as const
  await asAccount(database.db, account, async tx => {
    for (const [name, recalledAt] of [['双十二', null] as const, ['撤回的', now] as const]) {
      const [broadcastId, uploadId] = [newId(), newId()]
      const counts = { recipientCount: 1, segmentCount: 1, state: 'completed' as const }
      await tx
        .insertInto('broadcast')
        .values({ ...facts, ...counts, accountId: account, broadcastId, uploadId, name, memberId, recalledAt, createdAt: now })
        .execute()
      await tx.insertInto('leftOutRecipient').values({ accountId: account, uploadId, line: 2, phone, reason: '在黑名单中' }).execute()
    }
    const { leftOut } = await diagnosePhone(tx, account, phone, now)
    expect(leftOut).toEqual([{ broadcastId: expect.any(String), name: '双十二', sentAt: now, reason: '在黑名单中' }])
  })
})

/** A received reply, and an approved template to answer it with. */
async function replied(kind = 'transactional') {
  const of = await createSender(database.db)
  const [inboundId, templateId] = [newId(), newId()]
  const variables = JSON.stringify([{ name: 'day', kind: 'time', maxLength: 20 }])
  await asAccount(database.db, of.account, async tx => {
    await tx
      .insertInto('inbound')
      .values({ accountId: of.account, inboundId, phone, senderNumber: '1069', text: '什么时候到？', signatureId: of.signatureId })
      .execute()
    const facts = { code: 'SMS_1', name: '答复', kind, text: '预计${day}送达。', variables, state: 'approved' }
    await tx
      .insertInto('template')
      .values({ ...facts, accountId: of.account, templateId })
      .execute()
  })
  const reply = (parameters: Record<string, string>) =>
    asAccount(database.db, of.account, tx => replyToInbound(tx, of.account, { inboundId, templateId, parameters, now: new Date() }))
  return { ...of, inboundId, reply }
}

test('a reply is answered with a transactional message of the signature it was sent to, and links to it', async () => {
  const { account, inboundId, reply } = await replied()
  const { messageId } = await reply({ day: '11月22日' })
  const kept = await asAccount(database.db, account, async tx => ({
    message: await tx.selectFrom('message').select(['content', 'phone', 'state']).where('accountId', '=', account).executeTakeFirst(),
    inbound: await tx
      .selectFrom('inbound')
      .select('answerMessageId')
      .where('accountId', '=', account)
      .where('inboundId', '=', inboundId)
      .executeTakeFirst(),
  }))
  expect(kept).toEqual({
    message: { content: '【鸿雁】预计11月22日送达。', phone, state: 'queued' },
    inbound: { answerMessageId: messageId },
  })
})

test('an answer that may not be sent is refused with its reason, and nothing is charged', async () => {
  const { account, reply } = await replied()
  await expect(reply({})).rejects.toMatchObject({ code: 'parameter_missing' })
  await expect(reply({ day: '好日子' })).rejects.toMatchObject({ code: 'parameter_invalid' })
  const marketing = await replied('marketing')
  await expect(marketing.reply({ day: '11月22日' })).rejects.toMatchObject({ code: 'template_unfit_answer' })
  const held = await asAccount(database.db, account, tx =>
    tx.selectFrom('chargeHold').select('holdId').where('accountId', '=', account).execute(),
  )
  expect(held).toEqual([])
})
