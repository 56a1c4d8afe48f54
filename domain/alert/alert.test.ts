import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AlertSetting } from '#contract/alert-rule.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { createApp } from '#domain/app/app.ts'
import { RequestLog } from '#domain/app/request-log.ts'
import { saveWarning } from '#domain/finance/balance-warning.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { bookTransfers } from '#domain/ledger/transfer.ts'
import { foldStatistics } from '#domain/sms/statistics/fold.ts'
import { nothingId } from '#domain/sms/statistics/measure.ts'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { accountsToWatch, evaluateAccount } from './evaluate.ts'
import { setLimits } from './limit.ts'
import { confirmAlerts, releaseBrake } from './list.ts'
import { addRule } from './rule.ts'

let database: TestDatabase
let account: AccountId
let memberId: string
let appId: string

/** Ten in the morning in China. */
const start = Date.UTC(2026, 10, 21, 2)
const minuteAt = (minutes: number) => new Date(start + minutes * 60_000)
const dayMinutes = 1_440

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  const made = await createAccount(database.db)
  account = made.account
  memberId = made.memberId
  appId = await act(
    async tx => (await createApp(tx, account, { name: '商城', kind: 'production', note: '', memberId, now: minuteAt(-60) })).appId,
  )
})

const act = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
const rule = (setting: AlertSetting, more: { appId?: string; repeatMinutes?: number } = {}) =>
  act(tx =>
    addRule(
      tx,
      account,
      {
        setting,
        appId: more.appId ?? null,
        channels: [],
        contactIds: [],
        robotIds: [],
        repeatMinutes: more.repeatMinutes ?? 0,
        isOn: true,
      },
      { memberId, now: minuteAt(-30) },
    ),
  )
const look = (minutes: number) => asAccount(database.platformDb, account, tx => evaluateAccount(tx, account, minuteAt(minutes)))

interface Counted {
  kind?: 'code' | 'notice' | 'marketing'
  accepted?: number
  delivered?: number
  /** Of those delivered, how many took one to two minutes. */
  slow?: number
  failed?: number
  reason?: string
  ofApp?: boolean
}

/** Counts messages in a minute as accepting and settling do, and folds them. */
async function count(
  minutes: number,
  { kind = 'notice', accepted = 0, delivered = 0, slow = 0, failed = 0, reason = '', ofApp = true }: Counted,
) {
  const at = minuteAt(minutes).getTime()
  const batch_id = newId(at)
  const key = { account_id: account, batch_id, hour: Math.floor(at / 3_600_000), kind, app_id: ofApp ? appId : nothingId }
  const place = { signature_id: nothingId, template_id: nothingId, operator: 'mobile', province: '' }
  const row = { ...key, ...place, line: 1, accepted_count: accepted, segment_count: accepted, delivered_count: delivered }
  await act(tx =>
    tx
      .insertInto('statistics_delta')
      .values({ ...row, delay_11_count: slow, failed_count: failed, reason })
      .execute(),
  )
  await foldStatistics(database.platformDb)
}

const alerts = async () =>
  (
    await act(tx =>
      tx
        .selectFrom('alert')
        .select(['alert_id', 'title', 'state', 'value_text', 'last_value_text', 'action', 'severity', 'subject', 'recovered_why'])
        .where('account_id', '=', account)
        .orderBy('alert_id')
        .execute(),
    )
  ).map(({ title, state, value_text, ...rest }) => ({ line: `${state} ${title} ${value_text}`, ...rest }))
const lines = async () => (await alerts()).map(one => one.line)
const messages = async () =>
  (await act(tx => tx.selectFrom('account_message').select('title').where('account_id', '=', account).orderBy('message_id').execute())).map(
    row => row.title,
  )

describe('success rate', () => {
  const setting: AlertSetting = { kind: 'success_low', parameters: { percent: 80, leastCount: 100, messageKind: 'all' } }

  test('fires below the share of enough messages, and clears two points above it when that has lasted ten minutes', async () => {
    await rule(setting)
    await count(1, { delivered: 70, failed: 29 })
    await look(2)
    expect(await lines()).toEqual([])
    await count(2, { failed: 1, reason: 'UNDELIV' })
    await look(3)
    expect(await lines()).toEqual(['open 账户近1小时短信成功率70% 70%'])
    // 81 of 100 is above the threshold, and not yet well.
    await count(4, { delivered: 58 })
    await look(5)
    expect((await alerts())[0]).toMatchObject({ line: 'open 账户近1小时短信成功率70% 70%', last_value_text: '81%' })
    await count(6, { delivered: 100 })
    for (const minute of [7, 8, 16]) await look(minute)
    expect((await alerts())[0]!.line).toMatch(/^open/)
    await look(17)
    expect((await alerts())[0]).toMatchObject({ line: 'recovered 账户近1小时短信成功率70% 70%', recovered_why: '现在为88.3%' })
    expect(await messages()).toEqual(['账户近1小时短信成功率70%', '已恢复：账户近1小时短信成功率70%'])
  })

  test('a bad minute between calm ones begins the wait anew, and an hour without messages ends it', async () => {
    await rule(setting)
    await count(1, { failed: 100, delivered: 100 })
    await look(2)
    await count(3, { delivered: 1_000 })
    await look(4)
    await count(5, { failed: 1_000 })
    await look(6)
    expect((await alerts())[0]!.line).toMatch(/^open/)
    await look(66)
    await look(75)
    expect((await alerts())[0]!.line).toMatch(/^open/)
    await look(76)
    expect((await alerts())[0]!.line).toMatch(/^recovered/)
  })

  test('looks at one kind of messages and at one app where it is told so', async () => {
    await rule({ kind: 'success_low', parameters: { percent: 80, leastCount: 10, messageKind: 'code' } }, { appId })
    await count(1, { kind: 'notice', failed: 50 })
    await count(1, { kind: 'code', failed: 50, ofApp: false })
    await look(2)
    expect(await lines()).toEqual([])
    await count(2, { kind: 'code', failed: 50, delivered: 50 })
    await look(3)
    expect(await lines()).toEqual(['open 应用“商城”近1小时验证码成功率50% 50%'])
  })
})

test('a cause of failures fires at its share, by the cause that its codes have in common, and clears', async () => {
  await rule({ kind: 'failure_cause', parameters: { percent: 20, leastCount: 100 } })
  await count(1, { delivered: 85 })
  await count(1, { failed: 10, reason: 'VALIDITY' })
  await count(1, { failed: 5, reason: 'UNDELIV' })
  await look(2)
  expect(await lines()).toEqual([])
  await count(2, { failed: 15, reason: 'NO_REPORT' })
  await look(3)
  const [fired] = await alerts()
  expect(fired!.line).toMatch(/^open 账户近1小时21\.7%的短信因“超时”失败 21\.7%$/)
  await count(4, { delivered: 200 })
  await look(5)
  await look(15)
  expect((await lines()).map(line => line.split(' ')[0])).toEqual(['recovered'])
})

describe('codes that are late', () => {
  const parameters = { lateAfterSeconds: '40', percent: 20, leastCount: 50 } as const

  test('fire when a carrier stands still, stay while what came late weighs, and clear ten minutes after it is small', async () => {
    await rule({ kind: 'code_slow', parameters })
    await count(1, { kind: 'notice', accepted: 500 })
    await count(1, { kind: 'code', accepted: 100, delivered: 70 })
    // They may yet be in time.
    await look(2)
    expect(await lines()).toEqual([])
    await look(4)
    expect(await lines()).toEqual(['open 账户30%的验证码40秒还没有送达 30%'])
    await count(5, { kind: 'code', delivered: 30, slow: 30 })
    await look(6)
    expect((await alerts())[0]).toMatchObject({ line: 'open 账户30%的验证码40秒还没有送达 30%', last_value_text: '30%' })
    await count(7, { kind: 'code', accepted: 150, delivered: 150 })
    for (const minute of [10, 19]) await look(minute)
    expect((await lines())[0]).toMatch(/^open/)
    await look(20)
    expect((await alerts())[0]).toMatchObject({ line: expect.stringMatching(/^recovered/), recovered_why: '现在为12%' })
  })

  test('are looked for in the hour before where this one has too few, and in one app where it is told so', async () => {
    await rule({ kind: 'code_slow', parameters }, { appId })
    await count(50, { kind: 'code', accepted: 100, delivered: 100, slow: 50 })
    await count(51, { kind: 'code', accepted: 900, ofApp: false })
    await count(61, { kind: 'code', accepted: 49, delivered: 49 })
    await look(64)
    expect(await lines()).toEqual(['open 应用“商城”33.5%的验证码40秒还没有送达 33.5%'])
    await count(65, { kind: 'code', accepted: 1, delivered: 1 })
    await look(68)
    await look(78)
    expect((await lines())[0]).toMatch(/^recovered/)
  })
})

test('silence fires within its hours only, counts from their beginning, and clears with the next message or the end of the hours', async () => {
  await rule({ kind: 'silence', parameters: { minutes: 30, fromMinute: 9 * 60, untilMinute: 11 * 60 } })
  await count(-10, { accepted: 1 })
  await look(19)
  expect(await lines()).toEqual([])
  await look(20)
  expect(await lines()).toEqual(['open 账户已30分钟没有发送 30分钟'])
  await count(24, { accepted: 1 })
  await look(25)
  expect((await lines())[0]).toMatch(/^recovered/)
  await look(55)
  expect((await lines())[1]).toMatch(/^open 账户已31分钟没有发送/)
  await look(60)
  expect((await lines())[1]).toMatch(/^recovered/)
  // The next morning nobody has sent for a night: the hours have only begun.
  await look(dayMinutes - 60 + 29)
  expect(await lines()).toHaveLength(2)
  await look(dayMinutes - 60 + 30)
  expect(await lines()).toHaveLength(3)
})

describe('volume', () => {
  test('of ten minutes fires at the threshold and clears below nine tenths of it for five minutes', async () => {
    await rule({ kind: 'volume', parameters: { window: 'ten_minutes', segmentCount: 1_000 } })
    await count(1, { accepted: 999 })
    await look(2)
    expect(await lines()).toEqual([])
    await count(2, { accepted: 1 })
    await look(3)
    expect(await lines()).toEqual(['open 账户近10分钟已发送1,000条 1,000条'])
    await count(5, { accepted: 950 })
    // The first thousand is out of sight, 950 is not below 900.
    await look(13)
    await look(14)
    expect((await lines())[0]).toMatch(/^open/)
    await look(15)
    await look(20)
    expect((await lines())[0]).toMatch(/^recovered/)
  })

  test('of a day fires once on that day, is over with it, and fires on the next one again', async () => {
    await rule({ kind: 'volume', parameters: { window: 'day', segmentCount: 100 } }, { appId })
    const send = (day: string, segment_count: number) =>
      act(tx => tx.insertInto('app_usage').values({ account_id: account, app_id: appId, day, segment_count }).execute())
    await send('2026-11-21', 100)
    await look(1)
    await look(2)
    expect(await lines()).toEqual(['open 应用“商城”今天已发送100条 100条'])
    await look(dayMinutes)
    expect((await lines())[0]).toMatch(/^recovered/)
    await send('2026-11-22', 120)
    await look(dayMinutes + 1)
    expect((await lines())[1]).toBe('open 应用“商城”今天已发送120条 120条')
  })

  test('of a month counts all of its days, and of an account what its statistics have', async () => {
    await rule({ kind: 'volume', parameters: { window: 'month', segmentCount: 300 } })
    await count(-10 * dayMinutes, { accepted: 200 })
    await look(1)
    expect(await lines()).toEqual([])
    await count(1, { accepted: 100, ofApp: false })
    await look(2)
    expect(await lines()).toEqual(['open 账户本月已发送300条 300条'])
    await look(10 * dayMinutes)
    expect((await lines())[0]).toMatch(/^recovered/)
  })
})

test('a limit that is reached fires, says that sending stops, and clears when it is raised', async () => {
  const limit = (dailyLimit: number | null) =>
    act(tx =>
      setLimits(
        tx,
        account,
        { appId, dailyAlert: null, dailyLimit, monthlyAlert: null, monthlyLimit: null },
        { memberId, now: minuteAt(-5) },
      ),
    )
  await limit(100)
  await act(tx => tx.insertInto('app_usage').values({ account_id: account, app_id: appId, day: '2026-11-21', segment_count: 99 }).execute())
  await look(1)
  expect(await lines()).toEqual([])
  await act(tx => tx.updateTable('app_usage').set({ segment_count: 100 }).where('account_id', '=', account).execute())
  await look(2)
  expect((await alerts())[0]).toMatchObject({ line: 'open 应用“商城”达到日限额，已停发 100条', action: 'stopped', severity: 'urgent' })
  await limit(200)
  await look(3)
  expect((await lines())[0]).toMatch(/^recovered/)
})

describe('codes that look abused', () => {
  const parameters = { leastCount: 100, percent: 80, growthPercent: 50, brakeMinutes: 30 }
  const braked = () =>
    act(
      async tx =>
        (await tx.selectFrom('app').select('codes_braked_until').where('account_id', '=', account).executeTakeFirstOrThrow())
          .codes_braked_until,
    )

  test('all three signs together fire and brake the app; it clears when the brake is over and the signs are gone', async () => {
    await rule({ kind: 'code_abuse', parameters })
    await count(1 - dayMinutes, { kind: 'code', accepted: 100, delivered: 95 })
    // Many and few that arrive, but no more than yesterday.
    await count(1, { kind: 'code', accepted: 140, delivered: 40, failed: 60 })
    await look(2)
    expect(await lines()).toEqual([])
    expect(await braked()).toBeNull()
    await count(2, { kind: 'code', accepted: 11 })
    await look(3)
    const [fired] = await alerts()
    expect(fired).toMatchObject({ action: 'brake', severity: 'urgent' })
    expect(fired!.line).toBe('open 应用“商城”验证码疑似被盗刷，已暂停 151条，成功率40%，比昨日同时段增长51%')
    expect(await braked()).toEqual(minuteAt(33))
    await look(32)
    expect((await lines())[0]).toMatch(/^open/)
    // What came before the brake is not looked at again.
    await look(34)
    await look(44)
    expect((await lines())[0]).toMatch(/^recovered/)
    expect(await braked()).toEqual(minuteAt(33))
  })

  test('many that arrive, few that do not, and a day without a yesterday', async () => {
    await rule({ kind: 'code_abuse', parameters: { ...parameters, brakeMinutes: null } })
    await count(1, { kind: 'code', accepted: 1_000, delivered: 900, failed: 100 })
    await look(2)
    expect(await lines()).toEqual([])
    await count(3, { kind: 'code', failed: 300 })
    await look(4)
    expect(await alerts()).toMatchObject([{ action: 'notify' }])
    expect((await lines())[0]).toContain('昨日同时段没有')
    expect(await braked()).toBeNull()
  })

  test('a brake that is lifted by hand stays off for the hour that was looked at, and comes again after it', async () => {
    await rule({ kind: 'code_abuse', parameters })
    await count(1, { kind: 'code', accepted: 500, failed: 500 })
    await look(2)
    const [fired] = await alerts()
    await act(tx => releaseBrake(tx, account, { alertId: fired!.alert_id, memberId, now: minuteAt(3) }))
    expect(await braked()).toBeNull()
    for (const minute of [4, 30]) await look(minute)
    expect(await lines()).toHaveLength(1)
    await count(62, { kind: 'code', accepted: 500, failed: 500 })
    await look(64)
    expect(await lines()).toHaveLength(2)
    expect(await braked()).toEqual(minuteAt(94))
  })
})

test('a number that gets too many codes within an hour fires and clears', async () => {
  await rule({ kind: 'phone_anomaly', parameters: { count: 5 } })
  const send = (minutes: number, phone: string) =>
    act(tx =>
      tx
        .insertInto('message')
        .values({
          account_id: account,
          message_id: newId(minuteAt(minutes).getTime()),
          kind: 'code',
          app_id: appId,
          signature_id: nothingId,
          phone,
          operator: 'mobile',
          content: '【测试】1',
          segment_count: 1,
          state: 'delivered',
        })
        .execute(),
    )
  for (const minute of [-20, -10, -5, 1]) await send(minute, '13800138000')
  for (const minute of [-5, 0, 1]) await send(minute, '13900139000')
  await count(1, { kind: 'code', accepted: 7 })
  await look(2)
  expect(await lines()).toEqual([])
  await send(2, '13800138000')
  await look(3)
  expect(await lines()).toEqual(['open 号码138****8000在1小时内收到5条验证码 5条'])
  await look(39)
  expect((await lines())[0]).toMatch(/^open/)
  await look(41)
  expect((await lines())[0]).toMatch(/^recovered/)
})

test('an address that asks too often within an hour fires and clears', async () => {
  await rule({ kind: 'address_anomaly', parameters: { count: 1_000 } })
  const log = new RequestLog(database.db)
  const ask = async (times: number, ip: string, code = 'ok') => {
    const note = {
      account,
      appId,
      accessKeyId: null,
      requestId: 'r',
      door: 'open' as const,
      action: 'POST /openapi/v1/messages',
      message: '',
    }
    for (let index = 0; index < times; index += 1) log.note({ ...note, httpStatus: 200, code, ip, elapsedMs: 1, at: minuteAt(1) })
    await log.flush()
  }
  await ask(999, '203.0.113.9')
  await ask(999, '203.0.113.10')
  await look(1)
  expect(await lines()).toEqual([])
  await ask(1, '203.0.113.9', 'isv.OUT_OF_SERVICE')
  await look(2)
  expect(await lines()).toEqual(['open 应用“商城”被IP 203.0.113.9请求1,000次 1,000次'])
  await look(61)
  expect((await lines())[0]).toMatch(/^recovered/)
})

test('a rejected signature fires and clears when it is mended; an approved one is told once and is over', async () => {
  await rule({ kind: 'review_result', parameters: { outcomes: 'all' } })
  const signatureId = newId()
  const row = { account_id: account, signature_id: signatureId, text: '星光商城', kind: 'company', purpose: 'own', extension: '000777' }
  const decide = (state: string, minutes: number, reason: string | null) =>
    act(tx =>
      tx
        .updateTable('signature')
        .set({ state, reason, reviewed_at: minuteAt(minutes) })
        .where('account_id', '=', account)
        .execute(),
    )
  await act(tx =>
    tx
      .insertInto('signature')
      .values({ ...row, state: 'reviewing' })
      .execute(),
  )
  await look(1)
  expect(await lines()).toEqual([])
  await decide('rejected', 2, '与主体不符')
  await look(3)
  await look(4)
  expect(await lines()).toEqual(['open 签名“星光商城”未通过审核 未通过'])
  await decide('reviewing', 2, null)
  await look(5)
  expect((await lines())[0]).toMatch(/^recovered/)
  await decide('approved', 6, null)
  for (const minute of [7, 8, 9]) await look(minute)
  expect((await lines()).slice(1)).toEqual(['recovered 签名“星光商城”已通过审核 已通过'])
  // Who decides has told the members.
  expect(await messages()).toEqual([])
})

test('a webhook that fails for long enough fires and clears with its next success', async () => {
  await rule({ kind: 'webhook_failing', parameters: { minutes: 10 } })
  const webhook = {
    account_id: account,
    webhook_id: newId(),
    app_id: appId,
    url: 'https://hook.example/x',
    format: 'hongyan',
    kinds: ['report'],
  }
  const times = { created_at: minuteAt(0), updated_at: minuteAt(0) }
  await act(tx =>
    tx
      .insertInto('app_webhook')
      .values({ ...webhook, ...times, sealed_secret: Buffer.from('x'), failing_since: minuteAt(0), failure_count: 12 })
      .execute(),
  )
  await look(9)
  expect(await lines()).toEqual([])
  await look(10)
  expect(await lines()).toEqual(['open 应用“商城”的回调已失败10分钟 10分钟'])
  await act(tx => tx.updateTable('app_webhook').set({ failing_since: null, failure_count: 0 }).where('account_id', '=', account).execute())
  await look(11)
  expect((await lines())[0]).toMatch(/^recovered/)
})

test('a package is told at thirty, seven and one day before its end, and no more when it is used up', async () => {
  await rule({ kind: 'package_expiring', parameters: { days: [30, 7, 1] } })
  const grantId = newId()
  const times = { startsAt: minuteAt(-60), expiresAt: minuteAt(31 * dayMinutes) }
  await act(tx => grantSegments(tx, account, { grantId, kind: 'general', name: '通用包', segmentCount: 50, source: 'purchase', ...times }))
  await look(1)
  expect(await lines()).toEqual([])
  for (const days of [1, 2, 24, 25, 30]) await look(days * dayMinutes + 1)
  expect(await lines()).toEqual([
    'recovered 套餐“通用包”30天后到期，还剩50条 30天，50条',
    'recovered 套餐“通用包”7天后到期，还剩50条 7天，50条',
    'open 套餐“通用包”明天到期，还剩50条 1天，50条',
  ])
  await look(31 * dayMinutes + 1)
  expect((await lines())[2]).toMatch(/^recovered/)
})

describe('balance', () => {
  const give = (amountHao: number, minutes: number) =>
    act(tx => recharge(tx, account, { transferId: newId(), amountHao, at: minuteAt(minutes) }))
  const take = (amount: number, minutes: number) => {
    const [from, to] = [
      { purpose: 'available' as const, grantId: null },
      { purpose: 'outside' as const, grantId: null },
    ]
    return act(tx => bookTransfers(tx, account, [{ transferId: newId(), from, to, amount, kind: 'adjust', at: minuteAt(minutes) }]))
  }
  const warn = (minutes: number, isOn = true) =>
    act(tx => saveWarning(tx, account, { isOn, firstHao: 600_000, secondHao: 200_000, segmentCount: 30 }, minuteAt(minutes)))

  test('each level fires once, the graver speaks for the lesser, each is told again after a day, and all clear by a recharge', async () => {
    await give(1_000_000, -40)
    const times = { startsAt: minuteAt(-60), expiresAt: minuteAt(40 * dayMinutes) }
    await act(tx =>
      grantSegments(tx, account, { grantId: newId(), kind: 'general', name: '通用', segmentCount: 50, source: 'gift', ...times }),
    )
    await warn(-30)
    await look(1)
    expect(await lines()).toEqual([])
    await take(500_000, 2)
    await look(3)
    await look(4)
    expect(await lines()).toEqual(['open 余额不足：可用¥50.00 ¥50.00'])
    await take(400_000, 5)
    await look(6)
    expect((await alerts())[1]).toMatchObject({ line: 'open 余额严重不足：可用¥10.00 ¥10.00', severity: 'urgent' })
    await look(6 + dayMinutes)
    expect(await messages()).toEqual(['余额不足：可用¥50.00', '余额严重不足：可用¥10.00', '仍未恢复：余额严重不足：可用¥10.00'])
    await give(900_000, 7 + dayMinutes)
    await look(8 + dayMinutes)
    expect((await lines()).map(line => line.split(' ')[0])).toEqual(['recovered', 'recovered'])
  })

  test('packages below their threshold, and the end of everything', async () => {
    await give(1_000_000, -40)
    await warn(-30)
    await look(1)
    expect(await lines()).toEqual(['open 短信套餐余量不足：还剩0条 0条'])
    await take(1_000_000, 2)
    await look(3)
    expect(await lines()).toContain('open 余额与套餐已用尽，短信停发 ¥0.00，0条')
    expect((await messages()).at(-1)).toBe('余额与套餐已用尽，短信停发')
  })

  test('a threshold that is changed is judged anew, and one that is off says nothing', async () => {
    await give(100_000, -40)
    await warn(-30)
    await look(1)
    const first = (await lines()).length
    await warn(2)
    await look(3)
    const again = await lines()
    expect(again.filter(line => line.startsWith('recovered'))).toHaveLength(first)
    expect(again.filter(line => line.startsWith('open'))).toHaveLength(first)
    await warn(4, false)
    await look(5)
    expect((await lines()).filter(line => line.startsWith('open')).length).toBe(first)
  })
})

test('what lasts is told again until somebody confirms it', async () => {
  await rule({ kind: 'volume', parameters: { window: 'day', segmentCount: 1 } }, { appId, repeatMinutes: 60 })
  await act(tx => tx.insertInto('app_usage').values({ account_id: account, app_id: appId, day: '2026-11-21', segment_count: 5 }).execute())
  for (const minute of [1, 2, 60, 61, 62, 120]) await look(minute)
  expect(await messages()).toEqual(['应用“商城”今天已发送5条', '仍未恢复：应用“商城”今天已发送5条'])
  const [fired] = await alerts()
  const confirmed = await act(tx => confirmAlerts(tx, account, { alertIds: [fired!.alert_id], note: '促销', memberId, now: minuteAt(121) }))
  expect(confirmed).toBe(1)
  for (const minute of [122, 200, 300]) await look(minute)
  expect(await messages()).toHaveLength(2)
  expect((await lines())[0]).toMatch(/^confirmed/)
})

test('twenty programs that look at the same minute fire once', async () => {
  await rule({ kind: 'volume', parameters: { window: 'day', segmentCount: 1 } }, { appId })
  await act(tx => tx.insertInto('app_usage').values({ account_id: account, app_id: appId, day: '2026-11-21', segment_count: 5 }).execute())
  const watched = async () => (await accountsToWatch(database.platformDb, minuteAt(1))).includes(account)
  expect(await watched()).toBe(true)
  const changes = await Promise.all(Array.from({ length: 20 }, () => look(1)))
  expect(await watched()).toBe(false)
  expect(changes.filter(one => one !== null)).toEqual([{ firedCount: 1, endedCount: 0 }])
  expect(await look(1)).toBeNull()
  expect(await messages()).toHaveLength(1)
})

test('an account that is frozen is left alone, and so is one without rules', async () => {
  const watched = async () => (await accountsToWatch(database.platformDb, minuteAt(1))).includes(account)
  expect(await watched()).toBe(false)
  await rule({ kind: 'limit_reached', parameters: {} })
  expect(await watched()).toBe(true)
  await act(tx => tx.updateTable('account').set({ state: 'frozen' }).where('account_id', '=', account).execute())
  expect(await watched()).toBe(false)
})
