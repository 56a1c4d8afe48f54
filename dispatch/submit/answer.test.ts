import { beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { holdLease, leaseName } from '#dispatch/channel/lease.ts'
import { ingestReports } from '#dispatch/report/report.ts'
import { cancelBroadcast, pauseBroadcast, resumeBroadcast } from '#domain/broadcast/control.ts'
import { startDueBroadcasts } from '#domain/broadcast/due.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { countsOf } from '#domain/messages/broadcast-count.ts'
import { holdBroadcast } from '#domain/messages/waiting.ts'
import { createChannel } from '#test/support/channel.ts'
import { claimTurn } from '#test/support/claim.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow, takeOrThrow } from '#values/or-throw.ts'
import { type Answer, recordAnswers } from './answer.ts'
import type { Claimed } from './claim.ts'

const channelId = newId()
const now = new Date()
const database = prepareTestDatabase()
let token: number

beforeAll(async () => {
  await createChannel(database.platformDb, { channelId })
  token = (await holdLease(database.platformDb, leaseName(channelId), 'test'))!
})

/** A running broadcast with all its messages made and claimed. */
async function sendingBroadcast(phoneCount: number): Promise<{ sender: Sending; broadcastId: string; claimed: Claimed[] }> {
  const sender = await createSender(database.db)
  const [broadcastId, templateId] = [newId(), newId()]
  const { account, signatureId } = sender
  await asAccount(database.db, account, async tx => {
    await tx
      .insertInto('template')
      .values({
        accountId: account,
        templateId,
        code: 'SMS_200001',
        name: '到货',
        kind: 'transactional',
        text: '您的包裹已到',
        variables: '[]',
        state: 'approved',
      })
      .execute()
    await tx
      .insertInto('broadcast')
      .values({
        accountId: account,
        broadcastId,
        name: '周年庆',
        kind: 'transactional',
        signatureId,
        templateId,
        signatureText: '鸿雁',
        templateText: '您的包裹已到',
        variables: '[]',
        uploadId: newId(),
        state: 'sending',
        recipientCount: phoneCount,
        segmentCount: phoneCount,
        madeCount: phoneCount,
      })
      .execute()
  })
  const phones = Array.from({ length: phoneCount }, (_, i) => `1920000${9000 + i}`)
  await acceptPhones(database.db, sender, phones, { broadcastId })
  const claimed = await claimTurn(database.platformDb, { channelId, token }, 500, new Date())
  expect(claimed).toHaveLength(phoneCount)
  return { sender, broadcastId, claimed }
}

const write = (answers: Answer[]) => recordAnswers(database.platformDb, channelId, answers, now)
const within = <T>({ account }: Sending, work: Parameters<typeof asAccount<T>>[2]) => asAccount(database.db, account, work)
const statesOf = (sender: Sending) =>
  within(sender, async tx => {
    const rows = await tx.selectFrom('message').select('state').where('accountId', '=', sender.account).orderBy('messageId').execute()
    return rows.map(row => row.state)
  })

test('a throttled message waits while its broadcast is paused, and is sent when the broadcast resumes', async () => {
  const { sender, broadcastId, claimed } = await sendingBroadcast(3)
  expect(await within(sender, tx => pauseBroadcast(tx, sender.account, broadcastId))).toMatchObject({ heldCount: 0 })
  const [taken, throttled, doubtful] = takeOrThrow(claimed, 3)
  await write([
    { message: taken, kind: 'taken', upstreamIds: ['a'] },
    { message: throttled, kind: 'later', dueAt: now },
    { message: doubtful, kind: 'doubtful', wasSent: true },
  ])
  expect(await statesOf(sender)).toEqual(['submitted', 'held', 'held'])
  expect(await claimTurn(database.platformDb, { channelId, token }, 500, new Date())).toEqual([])
  await within(sender, tx => resumeBroadcast(tx, sender.account, broadcastId, new Date()))
  const again = await claimTurn(database.platformDb, { channelId, token }, 500, new Date())
  expect(again.map(message => message.messageId)).toEqual([throttled.messageId, doubtful.messageId])
  expect(again.map(message => message.wasDoubtful)).toEqual([false, true])
  const counts = await within(sender, tx => countsOf(tx, sender.account, [broadcastId]))
  expect(counts.get(broadcastId)).toMatchObject({ submitted: 1 })
})

test('a throttled message waits while its broadcast is held for the night', async () => {
  const { sender, broadcastId, claimed } = await sendingBroadcast(2)
  const morning = new Date(now.getTime() + 3_600_000)
  await within(sender, tx => holdBroadcast(tx, sender.account, broadcastId, { until: morning, reason: 'quiet_hours' }))
  await write(claimed.map(message => ({ message, kind: 'later', dueAt: now })))
  expect(await statesOf(sender)).toEqual(['held', 'held'])
  await startDueBroadcasts(database.platformDb, morning)
  expect(await statesOf(sender)).toEqual(['queued', 'queued'])
})

test('a throttled message is released when its broadcast was canceled', async () => {
  const { sender, broadcastId, claimed } = await sendingBroadcast(2)
  await within(sender, tx => cancelBroadcast(tx, sender.account, broadcastId, { now, memberId: newId() }))
  await write(claimed.map(message => ({ message, kind: 'later', dueAt: now })))
  expect(await statesOf(sender)).toEqual(['canceled', 'canceled'])
  const grant = await within(sender, async tx => (await balancesOf(tx, sender.account)).grants[0])
  expect(grant).toMatchObject({ heldCount: 0, availableCount: 1000 })
  expect(await within(sender, tx => verifyLedger(tx, sender.account))).toEqual([])
})

test('an answer that is written twice counts once', async () => {
  const { sender, broadcastId, claimed } = await sendingBroadcast(2)
  const answers: Answer[] = [
    { message: firstOrThrow(claimed), kind: 'taken', upstreamIds: ['twice'] },
    { message: itemOrThrow(claimed, 1), kind: 'refused', code: 'SUBMIT:invalidDestinationAddress' },
  ]
  await write(answers)
  await write(answers)
  const counts = await within(sender, tx => countsOf(tx, sender.account, [broadcastId]))
  expect(counts.get(broadcastId)).toMatchObject({ submitted: 2, failed: 1 })
  expect(await within(sender, tx => verifyLedger(tx, sender.account))).toEqual([])
})

test('a notice is sent once more after its link broke; what dead owners left goes again until the fifth try', async () => {
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, ['19200009001'])
  const claim = async () => firstOrThrow(await claimTurn(database.platformDb, { channelId, token }, 1, new Date(Date.now() + 60_000)))
  for (const attemptCount of [1, 2, 3]) {
    const message = await claim()
    expect(message).toMatchObject({ attemptCount, wasDoubtful: attemptCount > 1 })
    await write([{ message, kind: 'doubtful', wasSent: false }])
  }
  await write([{ message: await claim(), kind: 'doubtful', wasSent: true }])
  expect(await statesOf(sender)).toEqual(['submitted'])
})

test('a carrier that takes a part late, after the message was in doubt: its report ends the message', async () => {
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, ['19200009002'], { kind: 'marketing' })
  await acceptPhones(database.db, sender, ['19200009003'], { kind: 'marketing', content: `【鸿雁】${'长'.repeat(80)}` })
  const claimed = await claimTurn(database.platformDb, { channelId, token }, 2, new Date())
  const part = (index: number, upstreamId: string, place: { part: number; partCount: number }): Answer => ({
    message: itemOrThrow(claimed, index),
    kind: 'part',
    upstreamId,
    ...place,
  })
  const report = (upstreamId: string) => ({ upstreamId, state: 'delivered' as const, code: 'DELIVRD', phone: '1', doneAt: now })
  await write([
    ...claimed.map((message): Answer => ({ message, kind: 'doubtful', wasSent: true })),
    part(0, 'late', { part: 1, partCount: 1 }),
    part(1, 'late-1', { part: 1, partCount: 2 }),
  ])
  // One of the reports is there before its part is.
  await ingestReports(database.platformDb, channelId, ['late', 'late-1', 'late-2'].map(report))
  expect(await statesOf(sender)).toEqual(['delivered', 'submitted'])
  await write([part(1, 'late-2', { part: 2, partCount: 2 })])
  expect(await statesOf(sender)).toEqual(['delivered', 'delivered'])
  expect(await within(sender, tx => verifyLedger(tx, sender.account))).toEqual([])
})
