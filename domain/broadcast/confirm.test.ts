import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { prepareUpload } from '#test/support/broadcast.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { MainlandCarrier } from '#values/phone.ts'
import { confirmBroadcast, requestConfirmationCode } from './confirm.ts'
import { previewBroadcast } from './preview.ts'
import { sendBroadcast } from './send.ts'
import { sendTest } from './test-send.ts'

const secret = 'a secret of at least thirty-two characters'
const start = new Date('2026-11-21T02:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const database = prepareTestDatabase()
beforeAll(async () => {
  await database.platformDb.insertInto('numberSegment').values({ prefix: '139', carrier: 'mobile' }).execute()
  await createChannel(database.platformDb)
})

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** A member with an upload above the size that needs a confirmation code; the rows are left out. */
async function prepareLarge() {
  const prepared = await prepareUpload(database.db, start, 0, { listed: limits.broadcastConfirmPhones + 1, grant: 20_000 })
  const { account, memberId, phone, uploadId } = prepared
  const run = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
  const facts = (now: Date) => ({ uploadId, memberId, phone, now })
  return {
    ...prepared,
    ask: (now = start) => run(tx => requestConfirmationCode(tx, account, secret, { ...facts(now), address: phone })),
    confirm: (code: string, now = start, upload = uploadId) =>
      run(tx => confirmBroadcast(tx, account, secret, { ...facts(now), uploadId: upload, code })),
    preview: (now = start) => run(tx => previewBroadcast(tx, account, { uploadId, scheduledAt: null, memberId, now })),
    send: (now = start) =>
      refusalOf(
        run(async tx => {
          const expected = await previewBroadcast(tx, account, { uploadId, scheduledAt: null, memberId, now })
          return sendBroadcast(tx, account, { uploadId, name: '', scheduledAt: null, expected, memberId, now })
        }),
      ),
  }
}

test('more than ten thousand numbers: a confirmation code is required', async () => {
  const large = await prepareLarge()
  expect((await large.preview()).needsCode).toBe(true)
  expect(await large.send()).toBe('broadcast_code_required')
  const { code, recipientCount } = await large.ask()
  expect(recipientCount).toBe(10_001)
  expect(await large.confirm(wrong(code))).toBe(false)
  expect(await large.send()).toBe('broadcast_code_required')
  expect(await large.confirm(code)).toBe(true)
  expect((await large.preview()).needsCode).toBe(false)
  expect(await large.send()).toBe('done')
})

test('confirmation code: valid for its upload and member, once', async () => {
  const large = await prepareLarge()
  const { code } = await large.ask()
  expect(await large.confirm(code, start, newId())).toBe(false)
  expect(await large.confirm(code)).toBe(true)
  expect(await large.confirm(code)).toBe(false)
  const other = await prepareLarge()
  expect(await other.confirm(code)).toBe(false)
})

test('wrong codes: counted although nothing is refused; the fifth voids the code', async () => {
  const large = await prepareLarge()
  const { code } = await large.ask()
  for (let tries = 0; tries < limits.oneTimeCodeTries; tries += 1) expect(await large.confirm(wrong(code))).toBe(false)
  expect(await large.confirm(code)).toBe(false)
  expect(await large.send()).toBe('broadcast_code_required')
})

test('confirmation: lasts half an hour and ends with the next code', async () => {
  const large = await prepareLarge()
  const { code } = await large.ask()
  await large.confirm(code)
  expect((await large.preview(after(29))).needsCode).toBe(false)
  expect(await large.send(after(31))).toBe('broadcast_code_required')
  await large.ask(after(2))
  expect(await large.send(after(3))).toBe('broadcast_code_required')
  expect(await refusalOf(large.ask(after(2)))).toBe('code_limited')
})

test('test send: goes to the member’s own number with the first recipient’s text, is charged as one message, counts towards the hourly limit', async () => {
  const prepared = await prepareUpload(database.db, start, 3, { grant: 100 })
  const { account, memberId, phone, uploadId } = prepared
  const run = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
  const trial = (now = start) => run(tx => sendTest(tx, account, { uploadId, memberId, phones: [phone], now }))
  expect(await trial()).toEqual({ content: '【测试商城】尊敬的客户0，您的商品已到货', segmentCount: 1, heldUntil: null })
  const { rows } = await run(tx =>
    sql<{ phone: string; broadcastId: string | null; state: string }>`
      select phone, broadcast_id, state from message where account_id = ${account}`.execute(tx),
  )
  expect(rows).toEqual([{ phone, broadcastId: null, state: 'queued' }])
  expect((await run(tx => balancesOf(tx, account))).grants).toMatchObject([{ heldCount: 1 }])
  for (let sent = 1; sent < limits.testSendsPerHour; sent += 1) await trial()
  expect(await refusalOf(trial())).toBe('too_many_requests')
  expect(await run(tx => verifyLedger(tx, account))).toEqual([])
})

test('test send of marketing: waits for the morning, and skips numbers that opted out', async () => {
  const prepared = await prepareUpload(database.db, start, 3, { kind: 'marketing' })
  const { account, memberId, phone, uploadId } = prepared
  const run = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
  const evening = new Date('2026-11-21T13:30:00Z')
  const trial = () => run(tx => sendTest(tx, account, { uploadId, memberId, phones: [phone], now: evening }))
  expect(await trial()).toMatchObject({
    content: '【测试商城】尊敬的客户0，您的商品已到货，拒收请回复R',
    heldUntil: new Date('2026-11-22T00:00:00Z'),
  })
  await run(tx =>
    tx.insertInto('blacklist').values({ accountId: account, blacklistId: newId(), phone, level: 'account', source: 'reply' }).execute(),
  )
  expect(await refusalOf(trial())).toBe('phone_blacklisted')
})

test('already sent upload: reported before the cost', async () => {
  const { account, memberId, uploadId } = await prepareUpload(database.db, start, 2)
  const run = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
  const preview = () => run(tx => previewBroadcast(tx, account, { uploadId, scheduledAt: null, memberId, now: start }))
  const expected = await preview()
  expect(expected).toMatchObject({
    segmentCount: 2,
    amountHao: 0,
    missingSegments: 0,
    lines: [{ name: '通用套餐', isMoney: false, segmentCount: 2, unitPriceHao: 0, amountHao: 0, remaining: 5 }],
  })
  await run(tx => sendBroadcast(tx, account, { uploadId, name: '', scheduledAt: null, expected, memberId, now: start }))
  expect(await refusalOf(preview())).toBe('upload_already_sent')
})

test('cost: shows what is missing, to the segment', async () => {
  const { account, memberId, uploadId } = await prepareUpload(database.db, start, 0, { listed: 300_000, grant: 10 })
  const cost = await asAccount(database.db, account, tx =>
    previewBroadcast(tx, account, { uploadId, scheduledAt: null, memberId, now: start }),
  )
  expect(cost.lines.reduce((sum, line) => sum + line.segmentCount, 0) + cost.missingSegments).toBe(cost.segmentCount)
  expect(cost.missingSegments).toBeGreaterThan(0)
  const { unitPriceHao } = firstOrThrow(cost.lines.filter(line => line.isMoney))
  expect(cost.missingHao).toBe(cost.missingSegments * unitPriceHao)
  expect(cost).toMatchObject({ unitPriceHao, shortHao: cost.amountHao + cost.missingHao - cost.usableHao })
  expect(cost.shortHao).toBeGreaterThan(0)
})

test('numbers of carriers without the sender registration: sent to only after consent to their exact number', async () => {
  const { account, memberId, uploadId } = await prepareUpload(database.db, start, 9)
  const run = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
  await run(async tx => {
    const report = { validCount: 9, segments: { 1: 6, 2: 3 }, carriers: { mobile: 4, unicom: 3, telecom: 2, broadnet: 0 } }
    await tx
      .updateTable('upload')
      .set({ report: JSON.stringify(report) })
      .where('accountId', '=', account)
      .execute()
    const set = (carriers: MainlandCarrier[], state: string) =>
      tx.updateTable('senderRegistration').set({ state }).where('accountId', '=', account).where('carrier', 'in', carriers).execute()
    await set(['mobile', 'broadnet'], 'filed')
    await set(['unicom'], 'pending')
    await set(['telecom'], 'none')
  })
  const input = { uploadId, scheduledAt: null, memberId, now: start }
  const preview = await run(tx => previewBroadcast(tx, account, input))
  expect(preview.unregistered).toEqual([
    { carrier: 'unicom', state: 'pending', recipientCount: 3 },
    { carrier: 'telecom', state: 'none', recipientCount: 2 },
  ])
  const send = (unregisteredCount: number) =>
    refusalOf(run(tx => sendBroadcast(tx, account, { ...input, name: '', expected: { ...preview, unregisteredCount } })))
  expect([await send(0), await send(4), await send(5)]).toEqual([
    'sender_registration_unconfirmed',
    'sender_registration_unconfirmed',
    'done',
  ])
})
