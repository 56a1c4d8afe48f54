import { describe, expect, test } from 'vitest'
import { setUpAlerting } from '#test/support/alerting.ts'

const { world, rule, evaluateAt, count, alerts, lines } = setUpAlerting()

describe('late OTP messages', () => {
  const parameters = { lateAfterSeconds: '40', percent: 20, leastCount: 50 } as const

  test('carrier stalls: fires, stays while late messages weigh, and clears ten minutes after their share is small', async () => {
    await rule({ kind: 'code_slow', parameters })
    await count(1, { kind: 'transactional', accepted: 500 })
    await count(1, { kind: 'otp', accepted: 100, delivered: 70 })
    // They may still arrive in time.
    await evaluateAt(2)
    expect(await lines()).toEqual([])
    await evaluateAt(4)
    expect(await lines()).toEqual(['open 账户30%的验证码40秒还没有送达 30%'])
    await count(5, { kind: 'otp', delivered: 30, slow: 30 })
    await evaluateAt(6)
    expect((await alerts())[0]).toMatchObject({ line: 'open 账户30%的验证码40秒还没有送达 30%', lastValueText: '30%' })
    await count(7, { kind: 'otp', accepted: 150, delivered: 150 })
    for (const minute of [10, 19]) await evaluateAt(minute)
    expect((await lines())[0]).toMatch(/^open/)
    await evaluateAt(20)
    expect((await alerts())[0]).toMatchObject({ line: expect.stringMatching(/^recovered/), recoveryReason: '现在为12%' })
  })

  test('too few messages: the hour before counts instead; one app only, if the rule says so', async () => {
    const { appId } = world
    await rule({ kind: 'code_slow', parameters }, { appId })
    await count(50, { kind: 'otp', accepted: 100, delivered: 100, slow: 50 })
    await count(51, { kind: 'otp', accepted: 900, ofApp: false })
    await count(61, { kind: 'otp', accepted: 49, delivered: 49 })
    await evaluateAt(64)
    expect(await lines()).toEqual(['open 应用“商城”33.5%的验证码40秒还没有送达 33.5%'])
    await count(65, { kind: 'otp', accepted: 1, delivered: 1 })
    await evaluateAt(68)
    await evaluateAt(78)
    expect((await lines())[0]).toMatch(/^recovered/)
  })
})
