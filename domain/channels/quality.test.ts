import { expect, test } from 'vitest'
import type { Withdrawal } from '#contract/messages/route-preference.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { seeded } from '#test/support/engine.ts'
import { newAccountId, newId } from '#values/id.ts'
import { isRecovered, judge, readTraffic, recordTraffic, reviewChannels, sagOf, setWithdrawalRule, type Traffic } from './quality.ts'
import { chooseChannel } from './route.ts'

const traffic = (reported: number, rate: number, facts: Partial<Traffic> = {}): Traffic => ({
  submittedCount: reported,
  refusedCount: 0,
  deliveredCount: Math.round(reported * rate),
  failedCount: reported - Math.round(reported * rate),
  delayMs: reported * 5_000,
  ...facts,
})
const usual = traffic(100_000, 0.97)
const answered = { submittedCount: 1_000, reportedCount: 990 }

test.each([
  ['as usual', traffic(500, 0.96), null],
  ['a little worse', traffic(5_000, 0.9), null],
  ['far worse', traffic(500, 0.7), '到达率70%，平时97%'],
  ['far worse, in too few reports', traffic(50, 0.5), null],
  ['slow', traffic(500, 0.97, { delayMs: 500 * 200_000 }), '状态报告平均200秒才到，平时5秒'],
  ['slower, within a minute', traffic(500, 0.97, { delayMs: 500 * 50_000 }), null],
])('a channel that does %s', (_, recent, reason) => expect(sagOf(recent, usual, answered)).toBe(reason))

test('a channel whose submits stay without reports sags, but not while they are new or reports are always slow', () => {
  const silent = { submittedCount: 1_000, reportedCount: 3 }
  expect(sagOf(traffic(3, 1), usual, silent)).toBe('提交1000条已超过10分钟，只收到3条状态报告')
  expect(sagOf(traffic(0, 1, { submittedCount: 9_000 }), usual, { submittedCount: 0, reportedCount: 0 })).toBeNull()
  expect(sagOf(traffic(3, 1), traffic(100_000, 0.97, { delayMs: 100_000 * 400_000 }), silent)).toBeNull()
  // Carriers that report little always do.
  expect(sagOf(traffic(10, 1), traffic(2_000, 0.97, { submittedCount: 100_000 }), silent)).toBeNull()
})

test('a channel of which little is known does not sag', () => expect(sagOf(traffic(500, 0.2), traffic(500, 0.97), answered)).toBeNull())

test('a withdrawn channel recovers by its probes, not by their lack', () => {
  expect(isRecovered(traffic(30, 0.97), usual)).toBe(true)
  expect(isRecovered(traffic(30, 0.7), usual)).toBe(false)
  expect(isRecovered(traffic(5, 1), usual)).toBe(false)
  expect(isRecovered(traffic(30, 0.97, { delayMs: 30 * 300_000 }), usual)).toBe(false)
})

test('a rule by hand stands against what is measured', () => {
  const now = new Date()
  const bad = { recent: traffic(500, 0.2), usual, awaited: answered, probe: traffic(0, 1) }
  const withdrawal = { since: new Date(now.getTime() - 3_600_000).toISOString(), reason: '人工' }
  expect(judge({ ...bad, rule: 'never', withdrawal: null }, now)).toBeNull()
  expect(judge({ ...bad, rule: 'auto', withdrawal: null }, now)).toMatchObject({ since: now.toISOString() })
  expect(judge({ recent: usual, usual, awaited: answered, probe: usual, rule: 'always', withdrawal }, now)).toEqual(withdrawal)
  expect(judge({ recent: usual, usual, awaited: answered, probe: usual, rule: 'auto', withdrawal }, now)).toBeNull()
})

const database = prepareTestDatabase()

const addChannel = (name: string) => createChannel(database.platformDb, { name, state: 'up' })
const withdrawalOf = async (channelId: string) =>
  (await database.platformDb.selectFrom('channel').select('withdrawal').where('channelId', '=', channelId).executeTakeFirstOrThrow())
    .withdrawal

test('what programs count is added up, shown by hour, and withdraws a channel until it recovers', async () => {
  const db = database.platformDb
  const [sagging, steady] = [await addChannel('甲'), await addChannel('乙')]
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 27, 2, minutes))
  for (const channelId of [sagging, steady]) await recordTraffic(db, new Map([[channelId, traffic(5_000, 0.97)]]), at(-24 * 60))
  await recordTraffic(db, new Map([[sagging, traffic(300, 0.5)], [newId(), traffic(1, 1)]]), at(1)) // biome-ignore format: one line
  await recordTraffic(db, new Map([[sagging, traffic(300, 0.5)], [steady, traffic(600, 0.97)]]), at(5)) // biome-ignore format: one line
  expect(await readTraffic(db, sagging, at(10))).toMatchObject([
    { submittedCount: 600, deliveredCount: 300, failedCount: 300, meanDelaySeconds: 5 },
  ])
  // The rows are not finished yet.
  expect(await reviewChannels(db, at(4))).toEqual([])
  expect(await reviewChannels(db, at(10))).toMatchObject([{ name: '甲', withdrawal: { reason: '到达率50%，平时97%' } }])
  expect(await reviewChannels(db, at(11))).toEqual([])
  await recordTraffic(db, new Map([[sagging, traffic(30, 1)]]), at(31))
  expect(await reviewChannels(db, at(36))).toMatchObject([{ name: '甲', withdrawal: null }])
  expect(await withdrawalOf(sagging)).toBeNull()

  const rule = { channelId: steady, reason: '运营商割接', now: at(40) }
  expect(await db.transaction().execute(tx => setWithdrawalRule(tx, { ...rule, rule: 'always' }))).toEqual({ name: '乙', before: 'auto' })
  await reviewChannels(db, at(100))
  expect(await withdrawalOf(steady)).toEqual({ since: at(40).toISOString(), reason: '运营商割接' })
  await db.transaction().execute(tx => setWithdrawalRule(tx, { ...rule, rule: 'auto' }))
  expect(await withdrawalOf(steady)).toBeNull()
})

/** Delivered messages of a day of 200 a minute, in which the cheaper of two channels sags from ten to sixteen. */
function dayOf(withdraws: boolean): number {
  const random = seeded(11)
  const account = newAccountId()
  const minutes = new Map<string, Traffic[]>([
    ['a', []],
    ['b', []],
  ])
  let withdrawal: Withdrawal | null = null
  let deliveredCount = 0
  const sum = (channelId: string, from: number, to: number) =>
    (minutes.get(channelId) ?? []).slice(Math.max(0, from), to).reduce(
      (all, one) => ({
        submittedCount: all.submittedCount + one.submittedCount,
        refusedCount: 0,
        deliveredCount: all.deliveredCount + one.deliveredCount,
        failedCount: all.failedCount + one.failedCount,
        delayMs: all.delayMs + one.delayMs,
      }),
      traffic(0, 1),
    )
  for (let minute = 0; minute < 24 * 60; minute++) {
    const sags = minute >= 10 * 60 && minute < 16 * 60
    const ways = ['a', 'b'].map(channelId => ({
      channelId,
      kinds: ['transactional'],
      carriers: ['mobile'],
      isEnabled: true,
      isUp: true,
      isWithdrawn: channelId === 'a' && withdrawal !== null,
      unitCostHao: channelId === 'a' ? 250 : 300,
      destinationCosts: {},
      rate: null,
    }))
    const routing = {
      ways: new Map(ways.map(way => [way.channelId, way])),
      routes: [
        {
          kind: 'transactional',
          carrier: 'mobile',
          province: null,
          account: null,
          channelIds: ['a', 'b'],
          preference: { by: 'price' as const, leastRate: null },
        },
      ],
    }
    for (const channelId of minutes.keys()) minutes.get(channelId)?.push(traffic(0, 1))
    for (let index = 0; index < 200; index++) {
      const phone = String(13_800_000_000 + Math.floor(random() * 1e8))
      const channelId = chooseChannel(routing, { account, kind: 'transactional', carrier: 'mobile', province: null, phone }) ?? ''
      const own = minutes.get(channelId)?.at(-1)
      const isDelivered = random() < (channelId === 'a' && sags ? 0.4 : 0.97)
      if (isDelivered) deliveredCount += 1
      if (!own) continue
      own.submittedCount += 1
      own.delayMs += 5_000
      if (isDelivered) own.deliveredCount += 1
      else own.failedCount += 1
    }
    if (!withdraws) continue
    const since = withdrawal === null ? minute : Math.round(new Date(withdrawal.since).getTime() / 60_000)
    const judged = {
      withdrawal,
      rule: 'auto' as const,
      recent: sum('a', minute - 29, minute + 1),
      usual: sum('a', 0, minute - 29),
      awaited: answered,
      probe: sum('a', Math.max(since + 1, minute - 29), minute + 1),
    }
    withdrawal = judge(judged, new Date(minute * 60_000))
  }
  return deliveredCount
}

test('a day with one channel sagging for six hours: withdrawal keeps nine tenths of what fixed routes lose', () => {
  const whole = 24 * 60 * 200 * 0.97
  const lost = { fixed: whole - dayOf(false), withdrawn: whole - dayOf(true) }
  expect(lost.fixed).toBeGreaterThan(35_000)
  expect(lost.withdrawn).toBeLessThan(lost.fixed / 10)
})
