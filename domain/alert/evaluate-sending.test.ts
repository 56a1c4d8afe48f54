import { describe, expect, test } from 'vitest'
import type { AlertSetting } from '#contract/alert/alert-rule.ts'
import { dayMinutes, setUpAlerting } from '#test/support/alerting.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const { world, rule, evaluateAt, count, alerts, lines, messages } = setUpAlerting()

describe('success rate', () => {
  const setting: AlertSetting = { kind: 'success_low', parameters: { percent: 80, leastCount: 100, messageKind: 'all' } }

  test('fires below the threshold with enough messages; clears two points above it for ten minutes', async () => {
    await rule(setting)
    await count(1, { delivered: 70, failed: 29 })
    await evaluateAt(2)
    expect(await lines()).toEqual([])
    await count(2, { failed: 1, reason: 'UNDELIV' })
    await evaluateAt(3)
    expect(await lines()).toEqual(['open 账户近1小时短信到达率70% 70%'])
    // 81 of 100 is above the threshold but within the hysteresis.
    await count(4, { delivered: 58 })
    await evaluateAt(5)
    expect((await alerts())[0]).toMatchObject({ line: 'open 账户近1小时短信到达率70% 70%', lastValueText: '81%' })
    await count(6, { delivered: 100 })
    for (const minute of [7, 8, 16]) await evaluateAt(minute)
    expect(firstOrThrow(await alerts()).line).toMatch(/^open/)
    await evaluateAt(17)
    expect((await alerts())[0]).toMatchObject({ line: 'recovered 账户近1小时短信到达率70% 70%', recoveryReason: '现在为88.3%' })
    expect(await messages()).toEqual(['账户近1小时短信到达率70%', '已恢复：账户近1小时短信到达率70%'])
  })

  test('recovery: a bad minute restarts the wait; an hour without messages ends the alert', async () => {
    await rule(setting)
    await count(1, { failed: 100, delivered: 100 })
    await evaluateAt(2)
    await count(3, { delivered: 1_000 })
    await evaluateAt(4)
    await count(5, { failed: 1_000 })
    await evaluateAt(6)
    expect(firstOrThrow(await alerts()).line).toMatch(/^open/)
    await evaluateAt(66)
    await evaluateAt(75)
    expect(firstOrThrow(await alerts()).line).toMatch(/^open/)
    await evaluateAt(76)
    expect(firstOrThrow(await alerts()).line).toMatch(/^recovered/)
  })

  test('scope: one kind of message and one app, if the rule says so', async () => {
    const { appId } = world
    await rule({ kind: 'success_low', parameters: { percent: 80, leastCount: 10, messageKind: 'otp' } }, { appId })
    await count(1, { kind: 'transactional', failed: 50 })
    await count(1, { kind: 'otp', failed: 50, ofApp: false })
    await evaluateAt(2)
    expect(await lines()).toEqual([])
    await count(2, { kind: 'otp', failed: 50, delivered: 50 })
    await evaluateAt(3)
    expect(await lines()).toEqual(['open 应用“商城”近1小时验证码到达率50% 50%'])
  })
})

test('failure cause: fires at its share, grouped by the common cause of its codes, and clears', async () => {
  await rule({ kind: 'failure_cause', parameters: { percent: 20, leastCount: 100 } })
  await count(1, { delivered: 85 })
  await count(1, { failed: 10, reason: 'VALIDITY' })
  await count(1, { failed: 5, reason: 'UNDELIV' })
  await evaluateAt(2)
  expect(await lines()).toEqual([])
  await count(2, { failed: 15, reason: 'NO_REPORT' })
  await evaluateAt(3)
  const fired = firstOrThrow(await alerts())
  expect(fired.line).toMatch(/^open 账户近1小时21\.7%的短信因“超时”失败 21\.7%$/)
  await count(4, { delivered: 200 })
  await evaluateAt(5)
  await evaluateAt(15)
  expect((await lines()).map(line => line.split(' ')[0])).toEqual(['recovered'])
})

test('silence: fires only within its hours, counts from their start, clears with the next message or at their end', async () => {
  await rule({ kind: 'silence', parameters: { minutes: 30, fromMinute: 9 * 60, untilMinute: 11 * 60 } })
  await count(-10, { accepted: 1 })
  await evaluateAt(19)
  expect(await lines()).toEqual([])
  await evaluateAt(20)
  expect(await lines()).toEqual(['open 账户已30分钟没有发送 30分钟'])
  await count(24, { accepted: 1 })
  await evaluateAt(25)
  expect((await lines())[0]).toMatch(/^recovered/)
  await evaluateAt(55)
  expect((await lines())[1]).toMatch(/^open 账户已31分钟没有发送/)
  await evaluateAt(60)
  expect((await lines())[1]).toMatch(/^recovered/)
  // Next morning: nothing was sent overnight, but the hours have only begun.
  await evaluateAt(dayMinutes - 60 + 29)
  expect(await lines()).toHaveLength(2)
  await evaluateAt(dayMinutes - 60 + 30)
  expect(await lines()).toHaveLength(3)
})
