import { describe, expect, test } from 'vitest'
import { RequestLog } from '#domain/apps/request-log.ts'
import { nothingId } from '#domain/delivery/statistics/measure.ts'
import { dayMinutes, minuteAt, setUpAlerting } from '#test/support/alerting.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { resumeOtp } from './list.ts'

const { world, act, rule, evaluateAt, count, alerts, lines } = setUpAlerting()

describe('OTP abuse', () => {
  const parameters = { leastCount: 100, percent: 80, growthPercent: 50, otpPauseMinutes: 30 }
  const otpPausedUntil = () =>
    act(
      async tx =>
        (await tx.selectFrom('app').select('otpPausedUntil').where('accountId', '=', world.account).executeTakeFirstOrThrow())
          .otpPausedUntil,
    )

  test("three signs together: fire and pause the app's codes; clears when the pause and the signs are over", async () => {
    await rule({ kind: 'code_abuse', parameters })
    await count(1 - dayMinutes, { kind: 'otp', accepted: 100, delivered: 95 })
    // High volume and a low delivery rate, but no more than yesterday.
    await count(1, { kind: 'otp', accepted: 140, delivered: 40, failed: 60 })
    await evaluateAt(2)
    expect(await lines()).toEqual([])
    expect(await otpPausedUntil()).toBeNull()
    await count(2, { kind: 'otp', accepted: 11 })
    await evaluateAt(3)
    const fired = firstOrThrow(await alerts())
    expect(fired).toMatchObject({ action: 'pause_otp', severity: 'urgent' })
    expect(fired.line).toBe('open 应用“商城”验证码疑似被盗刷，已暂停 151条，到达率40%，比昨日同时段增长51%')
    expect(await otpPausedUntil()).toEqual(minuteAt(33))
    await evaluateAt(32)
    expect((await lines())[0]).toMatch(/^open/)
    // Traffic before the pause isn't evaluated again.
    await evaluateAt(34)
    await evaluateAt(44)
    expect((await lines())[0]).toMatch(/^recovered/)
    expect(await otpPausedUntil()).toEqual(minuteAt(33))
  })

  test('high volume, low delivery rate, and no traffic the day before', async () => {
    await rule({ kind: 'code_abuse', parameters: { ...parameters, otpPauseMinutes: null } })
    await count(1, { kind: 'otp', accepted: 1_000, delivered: 900, failed: 100 })
    await evaluateAt(2)
    expect(await lines()).toEqual([])
    await count(3, { kind: 'otp', failed: 300 })
    await evaluateAt(4)
    expect(await alerts()).toMatchObject([{ action: 'notify' }])
    expect((await lines())[0]).toContain('昨日同时段没有')
    expect(await otpPausedUntil()).toBeNull()
  })

  test('pause lifted by hand: stays off for the evaluated hour, and can return after it', async () => {
    const { account, memberId } = world
    await rule({ kind: 'code_abuse', parameters })
    await count(1, { kind: 'otp', accepted: 500, failed: 500 })
    await evaluateAt(2)
    const fired = firstOrThrow(await alerts())
    await act(tx => resumeOtp(tx, account, { alertId: fired.alertId, memberId, now: minuteAt(3) }))
    expect(await otpPausedUntil()).toBeNull()
    for (const minute of [4, 30]) await evaluateAt(minute)
    expect(await lines()).toHaveLength(1)
    await count(62, { kind: 'otp', accepted: 500, failed: 500 })
    await evaluateAt(64)
    expect(await lines()).toHaveLength(2)
    expect(await otpPausedUntil()).toEqual(minuteAt(94))
  })
})

test('one number with too many codes within an hour: fires and clears', async () => {
  const { account, appId } = world
  await rule({ kind: 'phone_anomaly', parameters: { count: 5 } })
  const send = (minutes: number, phone: string) =>
    act(tx =>
      tx
        .insertInto('message')
        .values({
          accountId: account,
          messageId: newId(minuteAt(minutes).getTime()),
          kind: 'otp',
          appId,
          signatureId: nothingId,
          phone,
          carrier: 'mobile',
          content: '【测试】1',
          segmentCount: 1,
          state: 'delivered',
        })
        .execute(),
    )
  for (const minute of [-20, -10, -5, 1]) await send(minute, '13800138000')
  for (const minute of [-5, 0, 1]) await send(minute, '13900139000')
  await count(1, { kind: 'otp', accepted: 7 })
  await evaluateAt(2)
  expect(await lines()).toEqual([])
  await send(2, '13800138000')
  await evaluateAt(3)
  expect(await lines()).toEqual(['open 号码138****8000在1小时内收到5条验证码 5条'])
  await evaluateAt(39)
  expect((await lines())[0]).toMatch(/^open/)
  await evaluateAt(41)
  expect((await lines())[0]).toMatch(/^recovered/)
})

test('one address with too many requests within an hour: fires and clears', async () => {
  const { account, appId } = world
  await rule({ kind: 'address_anomaly', parameters: { count: 1_000 } })
  const log = new RequestLog(world.database.db)
  const ask = async (times: number, ip: string, code = 'ok') => {
    const note = {
      account,
      appId,
      accessKeyId: null,
      requestId: 'r',
      ingress: 'rest' as const,
      action: 'POST /openapi/v1/messages',
      message: '',
    }
    for (let index = 0; index < times; index += 1) log.note({ ...note, httpStatus: 200, code, ip, elapsedMs: 1, at: minuteAt(1) })
    await log.flush()
  }
  await ask(999, '203.0.113.9')
  await ask(999, '203.0.113.10')
  await evaluateAt(1)
  expect(await lines()).toEqual([])
  await ask(1, '203.0.113.9', 'isv.OUT_OF_SERVICE')
  await evaluateAt(2)
  expect(await lines()).toEqual(['open 应用“商城”被IP 203.0.113.9请求1,000次 1,000次'])
  await evaluateAt(61)
  expect((await lines())[0]).toMatch(/^recovered/)
})
