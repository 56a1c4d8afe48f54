import { describe, expect, test } from 'vitest'
import { dayMinutes, minuteAt, setUpAlerting } from '#test/support/alerting.ts'
import { setLimits } from './limit.ts'

const { world, act, rule, evaluateAt, count, alerts, lines } = setUpAlerting()

describe('volume', () => {
  test('ten minutes: fires at the threshold and clears below nine tenths of it for five minutes', async () => {
    await rule({ kind: 'volume', parameters: { window: 'ten_minutes', segmentCount: 1_000 } })
    await count(1, { accepted: 999 })
    await evaluateAt(2)
    expect(await lines()).toEqual([])
    await count(2, { accepted: 1 })
    await evaluateAt(3)
    expect(await lines()).toEqual(['open 账户近10分钟已发送1,000条 1,000条'])
    await count(5, { accepted: 950 })
    // The first thousand has left the window; 950 is not below 900.
    await evaluateAt(13)
    await evaluateAt(14)
    expect((await lines())[0]).toMatch(/^open/)
    await evaluateAt(15)
    await evaluateAt(20)
    expect((await lines())[0]).toMatch(/^recovered/)
  })

  test('day: fires once, is over with the day, and fires again on the next', async () => {
    const { account, appId } = world
    await rule({ kind: 'volume', parameters: { window: 'day', segmentCount: 100 } }, { appId })
    const send = (day: string, segmentCount: number) =>
      act(tx => tx.insertInto('appUsage').values({ accountId: account, appId, day, segmentCount }).execute())
    await send('2026-11-21', 100)
    await evaluateAt(1)
    await evaluateAt(2)
    expect(await lines()).toEqual(['open 应用“商城”今天已发送100条 100条'])
    await evaluateAt(dayMinutes)
    expect((await lines())[0]).toMatch(/^recovered/)
    await send('2026-11-22', 120)
    await evaluateAt(dayMinutes + 1)
    expect((await lines())[1]).toBe('open 应用“商城”今天已发送120条 120条')
  })

  test('month: counts all of its days; for the whole account by its statistics', async () => {
    await rule({ kind: 'volume', parameters: { window: 'month', segmentCount: 300 } })
    await count(-10 * dayMinutes, { accepted: 200 })
    await evaluateAt(1)
    expect(await lines()).toEqual([])
    await count(1, { accepted: 100, ofApp: false })
    await evaluateAt(2)
    expect(await lines()).toEqual(['open 账户本月已发送300条 300条'])
    await evaluateAt(10 * dayMinutes)
    expect((await lines())[0]).toMatch(/^recovered/)
  })
})

test('limit reached: fires, says that sending stops, and clears when the limit is raised', async () => {
  const { account, memberId, appId } = world
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
  await act(tx => tx.insertInto('appUsage').values({ accountId: account, appId, day: '2026-11-21', segmentCount: 99 }).execute())
  await evaluateAt(1)
  expect(await lines()).toEqual([])
  await act(tx => tx.updateTable('appUsage').set({ segmentCount: 100 }).where('accountId', '=', account).execute())
  await evaluateAt(2)
  expect((await alerts())[0]).toMatchObject({ line: 'open 应用“商城”达到日限额，已停发 100条', action: 'stopped', severity: 'urgent' })
  await limit(200)
  await evaluateAt(3)
  expect((await lines())[0]).toMatch(/^recovered/)
})
