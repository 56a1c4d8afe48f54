import { assert, beforeAll, expect, test } from 'vitest'
import type { AppSettings } from '#contract/apps/app-setting.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, poolOf } from '#db/connect.ts'
import { seedReference } from '#db/seed/reference.ts'
import { disableContent } from '#domain/content/review-content.ts'
import { abandon } from '#domain/content/review-step.ts'
import { settleMessages } from '#domain/delivery/settle.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { openLedgerAccounts } from '#domain/ledger/ledger-account.ts'
import { bookTransfers } from '#domain/ledger/transfer.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow, takeOrThrow } from '#values/or-throw.ts'
import { type SendOutcome, type SendRecipient, type SendRequest, sendMessages } from './send.ts'
import { cancelBatch, findBatch } from './send-batch.ts'
import { createSender as createRequestSender } from './sender.ts'

const [dayMs, noonMs] = [86_400_000, 4 * 3_600_000]
// The last noon in China: ids carry their time of creation, which must not lie before it.
const now = new Date(Date.now() - ((Date.now() - noonMs) % dayMs))
const database = prepareTestDatabase()

beforeAll(async () => {
  await seedReference(database.url, {
    secret: 'test-secret-test-secret-test-secret',
    upstream: { host: '127.0.0.1', port: 1 },
    now: new Date('2026-01-01T00:00:00Z'),
  })
})

interface Programs extends Sending {
  appId: string
  templateIds: Record<string, string>
}

interface AppFacts {
  settings?: Partial<AppSettings>
  kind?: 'test'
  state?: string
  segmentCount?: number
}

/** An account with approved texts and an app. */
async function createPrograms({ settings = {}, kind, state, segmentCount = 100 }: AppFacts = {}): Promise<Programs> {
  const sender = await createSender(database.db, { segmentCount, now })
  const { account } = sender
  const templateIds: Record<string, string> = { SMS_1: newId(), SMS_2: newId(), SMS_3: newId() }
  await asAccount(database.db, account, async tx => {
    const template = (code: string, templateKind: string, text: string, variables: unknown[]) => ({
      accountId: account,
      templateId: templateIds[code]!,
      code,
      name: code,
      kind: templateKind,
      text,
      variables: JSON.stringify(variables),
      state: 'approved',
    })
    await tx
      .insertInto('template')
      .values([
        template('SMS_1', 'otp', '验证码${code}', [{ name: 'code', kind: 'code', maxLength: 6 }]),
        template('SMS_2', 'transactional', '您的订单${no}已发货', [{ name: 'no', kind: 'alphanumeric', maxLength: 20 }]),
        template('SMS_3', 'marketing', '周末全场八折', []),
      ])
      .execute()
    await tx
      .insertInto('signature')
      .values({
        accountId: account,
        signatureId: newId(),
        text: '云栈',
        kind: 'enterprise',
        purpose: 'own',
        state: 'approved',
        extension: `8${sender.extension}`,
      })
      .execute()
  })
  const appId = await addApp(sender, { settings, ...(kind ? { kind } : {}), ...(state ? { state } : {}) })
  return { ...sender, appId, templateIds }
}

async function addApp({ account }: Sending, { settings = {}, kind = undefined as 'test' | undefined, state = 'enabled' }): Promise<string> {
  const appId = newId()
  await asAccount(database.db, account, tx =>
    tx
      .insertInto('app')
      .values({ accountId: account, appId, name: appId, kind: kind ?? 'production', state, settings: JSON.stringify(settings) })
      .execute(),
  )
  return appId
}

const guarded = { isRepeatGuarded: false }
let phones = 0
const newPhone = () => `138${String(20_000_000 + phones++)}`
const notice = (programs: Programs, change: Partial<SendRequest> = {}, phoneList = [newPhone()]): SendRequest => ({
  caller: { appId: programs.appId, settings: guarded },
  ingress: 'rest',
  templateCode: 'SMS_2',
  recipients: phoneList.map(phone => ({ phone, signature: '鸿雁', parameters: { no: 'A1' } })),
  ...change,
})

const sendAll = ({ account }: Sending, requests: SendRequest[], at = now): Promise<SendOutcome[]> =>
  asAccount(database.db, account, tx => sendMessages(tx, account, requests, { now: at, carrierOf: () => 'mobile' }))

const codesOf = (outcomes: SendOutcome[]): (string | string[])[] =>
  outcomes.map(outcome =>
    outcome instanceof Refusal ? outcome.code : outcome.phones.map(one => ('refusal' in one ? one.refusal.code : 'sent')),
  )

const messagesOf = ({ account }: Sending) =>
  asAccount(database.db, account, tx =>
    tx.selectFrom('message').selectAll().where('accountId', '=', account).orderBy('messageId').execute(),
  )

test('each recipient has a signature, values, an id and an extension of their own', async () => {
  const programs = await createPrograms()
  const [one, two] = [newPhone(), newPhone()]
  const recipients = [
    { phone: one, signature: '鸿雁', parameters: { no: 'A1' }, customId: 'order-1', extension: '88' },
    { phone: two, signature: '云栈', parameters: { no: 'A2' } },
    { phone: one, signature: '鸿雁', parameters: { no: 'A3' } },
    { phone: `+86 ${two}`, signature: '云栈', parameters: { no: 'A2' } },
  ]
  const outcome = firstOrThrow(await sendAll(programs, [notice(programs, { recipients, outId: 'job-7', ingress: 'alibaba' })]))
  if (outcome instanceof Refusal) throw outcome
  const rows = await messagesOf(programs)
  expect(rows.map(row => [row.phone, row.content, row.customId, row.extension, row.ingress, row.batchId])).toEqual([
    [one, '【鸿雁】您的订单A1已发货', 'order-1', '88', 'alibaba', outcome.batchId],
    [two, '【云栈】您的订单A2已发货', null, null, 'alibaba', outcome.batchId],
    [one, '【鸿雁】您的订单A3已发货', null, null, 'alibaba', outcome.batchId],
  ])
  // The repeated recipient has the message of the first.
  const ids = outcome.phones.map(phone => 'messageId' in phone && phone.messageId)
  expect(ids).toEqual([
    firstOrThrow(rows).messageId,
    itemOrThrow(rows, 1).messageId,
    itemOrThrow(rows, 2).messageId,
    itemOrThrow(rows, 1).messageId,
  ])
  const batch = await asAccount(database.db, programs.account, tx => findBatch(tx, programs.account, outcome.batchId, programs.appId))
  expect(batch).toMatchObject({ outId: 'job-7', ingress: 'alibaba', appId: programs.appId })
  expect(batch.messages.map(message => message.messageId)).toEqual(rows.map(row => row.messageId))
})

test('a request of one message is found by the id of the message, by its own app only', async () => {
  const programs = await createPrograms()
  const [lone, pair, wordy] = await sendAll(programs, [
    notice(programs, { ingress: 'alibaba' }),
    notice(programs, {}, [newPhone(), newPhone()]),
    notice(programs, { outId: 'job-8' }),
  ])
  const { account, appId } = programs
  const find = (batchId: string, app: string | null) =>
    asAccount(database.db, account, tx => findBatch(tx, account, batchId, app)).catch((error: Refusal) => error.code)
  const idsOf = (outcome: SendOutcome | undefined) =>
    (outcome as Exclude<SendOutcome, Refusal>).phones.map(phone => (phone as { messageId: string }).messageId)
  const loneId = firstOrThrow(idsOf(lone))
  expect(lone).toMatchObject({ batchId: loneId })
  expect(await find(loneId, appId)).toMatchObject({
    appId,
    ingress: 'alibaba',
    outId: null,
    sendAt: null,
    messages: [{ messageId: loneId }],
  })
  expect(await find(loneId, newId())).toBe('not_found')
  expect(await find(firstOrThrow(idsOf(pair)), null)).toBe('not_found')
  expect(await find(firstOrThrow(idsOf(wordy)), appId)).toMatchObject({ outId: 'job-8' })
})

test('a wrong text of one recipient refuses that recipient in the open API, and the whole request elsewhere', async () => {
  const programs = await createPrograms()
  const recipients: SendRecipient[] = [
    { phone: newPhone(), signature: '鸿雁', parameters: { no: 'A1' } },
    { phone: newPhone(), signature: '别家', parameters: { no: 'A1' } },
    { phone: newPhone(), signature: '鸿雁', parameters: {} },
  ]
  const outcomes = await sendAll(programs, [notice(programs, { recipients }), notice(programs, { recipients, ingress: 'alibaba' })])
  expect(codesOf(outcomes)).toEqual([['sent', 'signature_unknown', 'parameter_missing'], 'signature_unknown'])
})

test.each<[string, AppFacts, Partial<SendRequest>, string]>([
  ['a disabled app', { state: 'disabled' }, {}, 'app_disabled'],
  ['a signature that the app may not use', { settings: { signatureIds: [newId()] } }, {}, 'signature_not_allowed'],
  ['a template that the app may not use', { settings: { templateIds: [newId()] } }, {}, 'template_not_allowed'],
  ['an hour outside of the app’s', { settings: { hours: { fromMinute: 13 * 60, untilMinute: 14 * 60 } } }, {}, 'app_hours'],
  ['a time that has gone by', {}, { sendAt: new Date(now.getTime() - 1) }, 'send_time_invalid'],
  ['a time too far ahead', {}, { sendAt: new Date(now.getTime() + 31 * 86_400_000) }, 'send_time_invalid'],
  ['too many segments for the day', { settings: { dailySegments: 1 } }, {}, 'app_daily_limit'],
  ['too many segments for the month', { settings: { monthlySegments: 1 } }, {}, 'app_monthly_limit'],
])('%s refuses the request', async (_, facts, change, code) => {
  const programs = await createPrograms(facts)
  const request = notice(programs, change, [newPhone(), newPhone()])
  expect(codesOf(await sendAll(programs, [request]))).toEqual([code])
  expect(await messagesOf(programs)).toEqual([])
  expect(firstOrThrow((await asAccount(database.db, programs.account, tx => balancesOf(tx, programs.account))).grants).heldCount).toBe(0)
})

test('send hours past midnight, and those of a scheduled request, are checked at the time of sending', async () => {
  const programs = await createPrograms({ settings: { hours: { fromMinute: 22 * 60, untilMinute: 6 * 60 } } })
  const tonight = new Date(now.getTime() + 11 * 3_600_000)
  const outcomes = await sendAll(programs, [notice(programs), notice(programs, { sendAt: tonight })])
  expect(codesOf(outcomes)).toEqual(['app_hours', ['sent']])
})

test('one-time codes are refused while paused, other kinds are not', async () => {
  const programs = await createPrograms()
  const until = new Date(now.getTime() + 60_000)
  await asAccount(database.db, programs.account, tx =>
    tx.updateTable('app').set({ otpPausedUntil: until }).where('accountId', '=', programs.account).execute(),
  )
  const code = () =>
    notice(programs, { templateCode: 'SMS_1', recipients: [{ phone: newPhone(), signature: '鸿雁', parameters: { code: '123456' } }] })
  expect(codesOf(await sendAll(programs, [code(), notice(programs)]))).toEqual(['otp_paused', ['sent']])
  expect(codesOf(await sendAll(programs, [code()], until))).toEqual([['sent']])
})

test('one-time codes with letters are refused where the app requires digits', async () => {
  const programs = await createPrograms({ settings: { checksCodes: true } })
  const code = (value: string) =>
    notice(programs, { templateCode: 'SMS_1', recipients: [{ phone: newPhone(), signature: '鸿雁', parameters: { code: value } }] })
  expect(codesOf(await sendAll(programs, [code('A12345'), code('123456')]))).toEqual(['parameter_invalid', ['sent']])
})

test('an app may limit frequency more strictly than its account, except for its exempt numbers', async () => {
  const [plain, exempt] = [newPhone(), newPhone()]
  const frequency = { otp: nothing, transactional: { ...nothing, perHour: 1 }, marketing: nothing }
  const programs = await createPrograms({ settings: { frequency, exemptPhones: [exempt] } })
  const both = (no: string) =>
    notice(programs, { recipients: [plain, exempt].map(phone => ({ phone, signature: '鸿雁', parameters: { no } })) })
  expect(codesOf(await sendAll(programs, [both('A1'), both('A2')]))).toEqual([
    ['sent', 'sent'],
    ['frequency_exceeded', 'sent'],
  ])
  expect(codesOf(await sendAll(programs, [both('A3')], new Date(now.getTime() + 1000)))).toEqual([['frequency_exceeded', 'sent']])
})
const nothing = { perMinute: null, perHour: null, perDay: null }

test("the same text to the same number is refused within the app's time, in one commit and across commits", async () => {
  const programs = await createPrograms({ settings: { duplicateSeconds: 30 } })
  const phone = newPhone()
  const send = (no: string) => notice(programs, { recipients: [{ phone, signature: '鸿雁', parameters: { no } }] })
  // Ids carry their time of creation, which the window compares.
  const at = new Date()
  expect(codesOf(await sendAll(programs, [send('A1'), send('A1'), send('A2')], at))).toEqual([['sent'], ['duplicate_content'], ['sent']])
  expect(codesOf(await sendAll(programs, [send('A1')], at))).toEqual([['duplicate_content']])
  expect(codesOf(await sendAll(programs, [send('A1')], new Date(at.getTime() + 60_000)))).toEqual([['sent']])
})

test("an account's blacklist entry blocks transactional messages where the app applies it, and hits are counted", async () => {
  const programs = await createPrograms({ settings: { bindsTransactional: true } })
  const phone = newPhone()
  const other = { ...programs, appId: await addApp(programs, {}) }
  await asAccount(database.db, programs.account, tx =>
    tx
      .insertInto('blacklist')
      .values({ accountId: programs.account, blacklistId: newId(), phone, level: 'account', source: 'manual' })
      .execute(),
  )
  const outcomes = await sendAll(programs, [notice(programs, {}, [phone]), notice(other, {}, [phone]), notice(programs, {}, [phone])])
  expect(codesOf(outcomes)).toEqual([['phone_blacklisted'], ['sent'], ['phone_blacklisted']])
  const entry = firstOrThrow(
    await asAccount(database.db, programs.account, tx =>
      tx.selectFrom('blacklist').select('hitCount').where('accountId', '=', programs.account).execute(),
    ),
  )
  expect(entry.hitCount).toBe(2)
})

test("concurrent requests never exceed the app's limits, and refused ones aren't counted", async () => {
  const programs = await createPrograms({ settings: { dailySegments: 7 } })
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => sendAll(programs, [notice(programs, {}, [newPhone(), newPhone()])])))
  expect(codesOf(outcomes.flat()).filter(code => code !== 'app_daily_limit')).toEqual(Array.from({ length: 3 }, () => ['sent', 'sent']))
  // In one commit what fits is sent, in order.
  const last = await sendAll(programs, [notice(programs, {}, [newPhone(), newPhone()]), notice(programs), notice(programs)])
  expect(codesOf(last)).toEqual(['app_daily_limit', ['sent'], 'app_daily_limit'])
  expect((await messagesOf(programs)).length).toBe(7)
  const tomorrow = new Date(now.getTime() + 86_400_000)
  expect(codesOf(await sendAll(programs, [notice(programs, {}, [newPhone()])], tomorrow))).toEqual([['sent']])
})

test('an app spends no more of the balance than its limit, also concurrently; undelivered messages free it again', async () => {
  const programs = await createPrograms({ segmentCount: 1 })
  const { account } = programs
  await asAccount(database.db, account, async tx => {
    await openLedgerAccounts(tx, account, null, 'cny')
    const [outside, available] = [
      { purpose: 'outside', grantId: null },
      { purpose: 'available', grantId: null },
    ] as const
    await bookTransfers(tx, account, [{ transferId: newId(), from: outside, to: available, amount: 1_000_000, kind: 'recharge' }])
  })
  // The package's one segment costs the balance nothing.
  expect(codesOf(await sendAll(programs, [notice(programs)]))).toEqual([['sent']])
  await sendAll(programs, [notice(programs)])
  const first = firstOrThrow(
    await asAccount(database.db, account, tx => tx.selectFrom('appUsage').select('spentHao').where('accountId', '=', account).execute()),
  )
  const priceHao = first.spentHao
  expect(priceHao).toBeGreaterThan(0)
  const settings = { dailySpendHao: priceHao * 3 }
  await asAccount(database.db, account, tx =>
    tx
      .updateTable('app')
      .set({ settings: JSON.stringify(settings) })
      .where('accountId', '=', account)
      .execute(),
  )
  const outcomes = (await Promise.all(Array.from({ length: 10 }, () => sendAll(programs, [notice(programs)])))).flat()
  expect(codesOf(outcomes).filter(code => code !== 'app_spend_limit')).toEqual([['sent'], ['sent']])
  const paid = itemOrThrow(await messagesOf(programs), 1)
  const outcome = { messageId: paid.messageId, state: 'undelivered' as const, reason: 'MK:0001', at: now }
  await asAccount(database.db, account, tx => settleMessages(tx, account, [outcome]))
  expect(codesOf(await sendAll(programs, [notice(programs), notice(programs)]))).toEqual([['sent'], 'app_spend_limit'])
  expect(await asAccount(database.db, account, tx => verifyLedger(tx, account))).toEqual([])
})

test('a hundred concurrent requests spend exactly what there is', async () => {
  const programs = await createPrograms({ segmentCount: 37 })
  // Five senders act as five processes, each of which shares commits among its callers.
  const senders = Array.from({ length: 5 }, () => createRequestSender(database.db, () => now))
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      itemOrThrow(senders, index % 5).submit(programs.account, { requestId: newId(), key: null, request: notice(programs) }),
    ),
  )
  expect(results.map(result => (result instanceof Refusal ? result.code : 'sent')).filter(code => code === 'sent').length).toBe(37)
  expect(new Set(results.flatMap(result => (result instanceof Refusal ? result.code : [])))).toEqual(new Set(['balance_insufficient']))
  expect(await asAccount(database.db, programs.account, tx => verifyLedger(tx, programs.account))).toEqual([])
}, 60_000)

test('free text needs its signature in front and no forbidden word', async () => {
  const programs = await createPrograms()
  await database.platformDb
    .insertInto('forbiddenWord')
    .values({
      wordId: newId(),
      word: '假发票',
      normal: '假发票',
      level: 'reject',
      kinds: ['transactional'],
      remark: '',
      createdAt: now,
      changedAt: now,
    })
    .execute()
  await database.platformDb.updateTable('forbiddenWordEdition').set({ edition: newId() }).execute()
  const free = (text: string) =>
    notice(programs, { templateCode: null, text, recipients: [{ phone: newPhone(), signature: '鸿雁', parameters: {} }] })
  const outcomes = await sendAll(programs, [
    free('【鸿雁】车已到楼下'),
    free('车已到楼下'),
    free('【云栈】车已到楼下'),
    free('【鸿雁】代开假-发票'),
  ])
  expect(codesOf(outcomes)).toEqual([['sent'], 'text_unsigned', 'text_unsigned', 'text_forbidden'])
  expect((await messagesOf(programs)).map(row => [row.content, row.kind, row.templateId])).toEqual([
    ['【鸿雁】车已到楼下', 'transactional', null],
  ])
})

test('a test app sends nothing, holds nothing and has no limits', async () => {
  const programs = await createPrograms({ kind: 'test', segmentCount: 1, settings: { dailySegments: 1 } })
  const phone = newPhone()
  const outcomes = await sendAll(programs, [notice(programs, {}, [phone, newPhone()]), notice(programs, {}, [phone])])
  expect(codesOf(outcomes)).toEqual([['sent', 'sent'], ['sent']])
  expect(await messagesOf(programs)).toEqual([])
  expect(firstOrThrow((await asAccount(database.db, programs.account, tx => balancesOf(tx, programs.account))).grants).heldCount).toBe(0)
  const outcome = firstOrThrow(outcomes)
  if (outcome instanceof Refusal) throw outcome
  const batch = await asAccount(database.db, programs.account, tx => findBatch(tx, programs.account, outcome.batchId, null))
  expect(batch.messages.map(message => message.phone)[0]).toBe(phone)
})

test('a scheduled request waits for its time, and returns everything when it is canceled', async () => {
  const programs = await createPrograms()
  const { account, appId } = programs
  const sendAt = new Date(now.getTime() + 3_600_000)
  const [scheduled, atOnce] = takeOrThrow(
    await sendAll(programs, [notice(programs, { sendAt }, [newPhone(), newPhone()]), notice(programs)]),
    2,
  )
  if (scheduled instanceof Refusal || atOnce instanceof Refusal) throw new Error('refused')
  const due = () =>
    asAccount(database.db, account, tx =>
      tx.selectFrom('outbox').select(['dueAt', 'messageIds']).where('accountId', '=', account).orderBy('dueAt').execute(),
    )
  expect((await due()).map(row => [row.dueAt, row.messageIds.length])).toEqual([
    [now, 1],
    [sendAt, 2],
  ])
  const cancel = (batchId: string) => asAccount(database.db, account, tx => cancelBatch(tx, account, { batchId, appId, now }))
  expect((await cancel(scheduled.batchId)).toSorted()).toEqual(scheduled.phones.map(one => 'messageId' in one && one.messageId).toSorted())
  expect((await due()).map(row => row.dueAt)).toEqual([now])
  const batch = await asAccount(database.db, account, tx => findBatch(tx, account, scheduled.batchId, appId))
  expect(batch.messages.map(message => message.state)).toEqual(['canceled', 'canceled'])
  expect(firstOrThrow((await asAccount(database.db, account, tx => balancesOf(tx, account))).grants).heldCount).toBe(1)
  await expect(cancel(scheduled.batchId)).rejects.toMatchObject({ code: 'batch_unscheduled' })
  await expect(cancel(atOnce.batchId)).rejects.toMatchObject({ code: 'batch_unscheduled' })
  const stranger = await createPrograms()
  await expect(
    asAccount(database.db, stranger.account, tx => cancelBatch(tx, stranger.account, { batchId: scheduled.batchId, appId: null, now })),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test("a text with scheduled messages can't be deleted; staff who stop it cancel them", async () => {
  const programs = await createPrograms()
  const { account, memberId, templateIds } = programs
  const objectId = templateIds.SMS_2!
  const sendAt = new Date(now.getTime() + 3_600_000)
  await sendAll(programs, [notice(programs, { sendAt }), notice(programs)])
  const abandonText = asAccount(database.db, account, tx =>
    abandon(tx, account, { object: 'template', objectId, memberId, act: 'disable', now }),
  )
  await expect(abandonText).rejects.toMatchObject({ code: 'in_use' })
  await asAccount(database.db, account, tx =>
    disableContent(tx, account, { object: 'template', objectId, reason: '内容违规', staffId: newId(), now }),
  )
  expect((await messagesOf(programs)).map(row => [row.state, row.reason])).toEqual([
    ['canceled', 'template_not_approved'],
    ['queued', null],
  ])
  expect(firstOrThrow((await asAccount(database.db, account, tx => balancesOf(tx, account))).grants).heldCount).toBe(1)
  expect(codesOf(await sendAll(programs, [notice(programs)]))).toEqual(['template_unknown'])
})

test("facts that other senders change are read behind the lock of the account's row, blacklists in front of it", async () => {
  const programs = await createPrograms()
  const sender = createRequestSender(database.db, () => now)
  const statements: string[] = []
  const pool = poolOf(database.db)
  const client = await pool.connect()
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const noting = (...args: unknown[]) => {
    statements.push(typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text)
    return query(...args)
  }
  client.query = noting as typeof client.query
  client.release()
  const request = notice(programs)
  const result = await sender.submit(programs.account, { requestId: newId(), key: null, request })
  expect(result instanceof Refusal ? result.code : 'sent').toBe('sent')
  client.query = query as typeof client.query
  const [begin, ...others] = statements.slice(statements.findIndex(text => text.startsWith('begin;')))
  expect(begin).toMatch(/set local app.account_id = '/)
  const at = (pattern: RegExp) => {
    const index = others.findIndex(text => pattern.test(text))
    expect(index).toBeGreaterThanOrEqual(0)
    return index
  }
  const lock = at(/from "account".*for no key update/)
  expect(at(/from platform_blacklist/)).toBeLessThan(lock)
  for (const counted of [/from app\b/, /from app_usage/, /from message/, /from ledger_account/]) expect(at(counted)).toBeGreaterThan(lock)
  expect(others.at(-1)).toBe('commit')
  expect(others.length).toBeLessThan(15)
})

test('an app that guards against repetition treats the same call within ten seconds as one', async () => {
  const programs = await createPrograms()
  let atMs = now.getTime()
  const sender = createRequestSender(database.db, () => new Date(atMs))
  const phone = newPhone()
  const ask = (change: Partial<SendRequest> = {}) => {
    const caller = { appId: programs.appId, settings: { isRepeatGuarded: true } }
    return sender.submit(programs.account, {
      requestId: newId(),
      key: null,
      request: notice(programs, { caller, ingress: 'alibaba', ...change }, [phone]),
    })
  }
  const isReplayed = (result: Awaited<ReturnType<typeof ask>>) => !(result instanceof Refusal) && result.isReplayed
  const [first, twin] = await Promise.all([ask(), ask()])
  assert.exists(twin)
  assert.exists(first)
  expect([isReplayed(first), isReplayed(twin), isReplayed(await ask())]).toEqual([false, true, true])
  expect(isReplayed(await ask({ outId: 'another' }))).toBe(false)
  expect(isReplayed(await ask({ ingress: 'rest' }))).toBe(false)
  atMs += 10_000
  expect(isReplayed(await ask())).toBe(false)
  expect((await messagesOf(programs)).length).toBe(4)
})
