import { describe, expect, test } from 'vitest'
import { saveWarning } from '#domain/billing/balance-warning.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { bookTransfers } from '#domain/ledger/transfer.ts'
import { dayMinutes, minuteAt, setUpAlerting } from '#test/support/alerting.ts'
import { newId } from '#values/id.ts'

const { world, act, rule, evaluateAt, alerts, lines, messages } = setUpAlerting()

test('package expiry: notifies thirty, seven and one day before, and not for a used-up package', async () => {
  const { account } = world
  await rule({ kind: 'package_expiring', parameters: { days: [30, 7, 1] } })
  const grantId = newId()
  const times = { startsAt: minuteAt(-60), expiresAt: minuteAt(31 * dayMinutes) }
  await act(tx => grantSegments(tx, account, { grantId, kind: 'general', name: '通用包', segmentCount: 50, source: 'purchase', ...times }))
  await evaluateAt(1)
  expect(await lines()).toEqual([])
  for (const days of [1, 2, 24, 25, 30]) await evaluateAt(days * dayMinutes + 1)
  expect(await lines()).toEqual([
    'recovered 套餐“通用包”30天后到期，还剩50条 30天，50条',
    'recovered 套餐“通用包”7天后到期，还剩50条 7天，50条',
    'open 套餐“通用包”明天到期，还剩50条 1天，50条',
  ])
  await evaluateAt(31 * dayMinutes + 1)
  expect((await lines())[2]).toMatch(/^recovered/)
})

describe('balance', () => {
  const give = (amountHao: number, minutes: number) =>
    act(tx => recharge(tx, world.account, { transferId: newId(), amountHao, at: minuteAt(minutes) }))
  const take = (amount: number, minutes: number) => {
    const [from, to] = [
      { purpose: 'available' as const, grantId: null },
      { purpose: 'outside' as const, grantId: null },
    ]
    return act(tx => bookTransfers(tx, world.account, [{ transferId: newId(), from, to, amount, kind: 'adjust', at: minuteAt(minutes) }]))
  }
  const warn = (minutes: number, isOn = true) =>
    act(tx => saveWarning(tx, world.account, { isOn, firstHao: 600_000, secondHao: 200_000, segmentCount: 30 }, minuteAt(minutes)))

  test('levels: each fires once, the more severe suppresses the lesser, both repeat after a day, and a recharge clears all', async () => {
    const { account } = world
    await give(1_000_000, -40)
    const times = { startsAt: minuteAt(-60), expiresAt: minuteAt(40 * dayMinutes) }
    await act(tx =>
      grantSegments(tx, account, { grantId: newId(), kind: 'general', name: '通用', segmentCount: 50, source: 'gift', ...times }),
    )
    await warn(-30)
    await evaluateAt(1)
    expect(await lines()).toEqual([])
    await take(500_000, 2)
    await evaluateAt(3)
    await evaluateAt(4)
    expect(await lines()).toEqual(['open 余额不足：可用¥50.00 ¥50.00'])
    await take(400_000, 5)
    await evaluateAt(6)
    expect((await alerts())[1]).toMatchObject({ line: 'open 余额严重不足：可用¥10.00 ¥10.00', severity: 'urgent' })
    await evaluateAt(6 + dayMinutes)
    expect(await messages()).toEqual(['余额不足：可用¥50.00', '余额严重不足：可用¥10.00', '仍未恢复：余额严重不足：可用¥10.00'])
    await give(900_000, 7 + dayMinutes)
    await evaluateAt(8 + dayMinutes)
    expect((await lines()).map(line => line.split(' ')[0])).toEqual(['recovered', 'recovered'])
  })

  test('packages: fire below their threshold, and when everything is used up', async () => {
    await give(1_000_000, -40)
    await warn(-30)
    await evaluateAt(1)
    expect(await lines()).toEqual(['open 短信套餐余量不足：还剩0条 0条'])
    await take(1_000_000, 2)
    await evaluateAt(3)
    expect(await lines()).toContain('open 余额与套餐已用尽，短信停发 ¥0.00，0条')
    expect((await messages()).at(-1)).toBe('余额与套餐已用尽，短信停发')
  })

  test('thresholds: a changed one is evaluated anew, a disabled one is silent', async () => {
    await give(100_000, -40)
    await warn(-30)
    await evaluateAt(1)
    const first = (await lines()).length
    await warn(2)
    await evaluateAt(3)
    const again = await lines()
    expect(again.filter(line => line.startsWith('recovered'))).toHaveLength(first)
    expect(again.filter(line => line.startsWith('open'))).toHaveLength(first)
    await warn(4, false)
    await evaluateAt(5)
    expect((await lines()).filter(line => line.startsWith('open')).length).toBe(first)
  })
})
