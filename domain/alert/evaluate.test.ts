import { expect, test } from 'vitest'
import { minuteAt, setUpAlerting } from '#test/support/alerting.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { accountsToEvaluate } from './evaluate.ts'
import { confirmAlerts, listRules } from './list.ts'

const { world, act, rule, evaluateAt, alerts, lines, messages } = setUpAlerting()

test('active alert: notifies again at intervals until somebody confirms it', async () => {
  const { account, memberId, appId } = world
  await rule({ kind: 'volume', parameters: { window: 'day', segmentCount: 1 } }, { appId, repeatMinutes: 60 })
  await act(tx => tx.insertInto('appUsage').values({ accountId: account, appId, day: '2026-11-21', segmentCount: 5 }).execute())
  for (const minute of [1, 2, 60, 61, 62, 120]) await evaluateAt(minute)
  expect(await messages()).toEqual(['应用“商城”今天已发送5条', '仍未恢复：应用“商城”今天已发送5条'])
  const fired = firstOrThrow(await alerts())
  const confirmed = await act(tx => confirmAlerts(tx, account, { alertIds: [fired.alertId], note: '促销', memberId, now: minuteAt(121) }))
  expect(confirmed).toBe(1)
  for (const minute of [122, 200, 300]) await evaluateAt(minute)
  expect(await messages()).toHaveLength(2)
  expect((await lines())[0]).toMatch(/^confirmed/)
})

test('rule with unreadable parameters: is off and marked for its owner; other rules continue', async () => {
  const { account, appId } = world
  const spoiled = await rule({ kind: 'failure_cause', parameters: { percent: 10, leastCount: 20 } })
  await rule({ kind: 'volume', parameters: { window: 'day', segmentCount: 1 } }, { appId })
  await act(tx =>
    tx.updateTable('alertRule').set({ parameters: '{}' }).where('accountId', '=', account).where('ruleId', '=', spoiled).execute(),
  )
  await act(tx => tx.insertInto('appUsage').values({ accountId: account, appId, day: '2026-11-21', segmentCount: 5 }).execute())
  await evaluateAt(1)
  expect(await messages()).toEqual(['应用“商城”今天已发送5条'])
  const rules = await act(tx => listRules(tx, account))
  expect(rules.map(({ kind, isOn }) => [kind, isOn]).sort()).toEqual([
    ['failure_cause', false],
    ['volume', true],
  ])
})

test('concurrency: twenty processes that evaluate the same minute fire once', async () => {
  const { account, appId } = world
  await rule({ kind: 'volume', parameters: { window: 'day', segmentCount: 1 } }, { appId })
  await act(tx => tx.insertInto('appUsage').values({ accountId: account, appId, day: '2026-11-21', segmentCount: 5 }).execute())
  const watched = async () => (await accountsToEvaluate(world.database.platformDb, minuteAt(1))).includes(account)
  expect(await watched()).toBe(true)
  const changes = await Promise.all(Array.from({ length: 20 }, () => evaluateAt(1)))
  expect(await watched()).toBe(false)
  expect(changes.filter(one => one !== null)).toEqual([{ firedCount: 1, endedCount: 0 }])
  expect(await evaluateAt(1)).toBeNull()
  expect(await messages()).toHaveLength(1)
})

test('frozen accounts and accounts without rules are not evaluated', async () => {
  const { account } = world
  const watched = async () => (await accountsToEvaluate(world.database.platformDb, minuteAt(1))).includes(account)
  expect(await watched()).toBe(false)
  await rule({ kind: 'limit_reached', parameters: {} })
  expect(await watched()).toBe(true)
  await act(tx => tx.updateTable('account').set({ state: 'frozen' }).where('accountId', '=', account).execute())
  expect(await watched()).toBe(false)
})
