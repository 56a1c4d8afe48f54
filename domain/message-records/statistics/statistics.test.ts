import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { type DeliveryFilter, deliveryFilter } from '#contract/messages/delivery.ts'
import { type MessageQuery, queryOfBucket, queryOfCodes, queryOfMeasure, queryOfPart, queryOfWeek } from '#contract/messages/drill-down.ts'
import type { MessageState } from '#contract/messages/message-state.ts'
import { type StatisticsFilter, statisticsDimensions } from '#contract/messages/statistics.ts'
import { asAccount } from '#db/connect.ts'
import { type AcceptedMessage, acceptMessages } from '#domain/delivery/accept.ts'
import { settleMessages } from '#domain/delivery/settle.ts'
import { delayBoundsMs, delayWithin } from '#domain/delivery/statistics/measure.ts'
import { holdCharge } from '#domain/ledger/charge.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { createAccount } from '#test/support/account.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { seeded } from '#test/support/engine.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { type Carrier, mainlandCarriers } from '#values/phone.ts'
import { countDeliveries } from '../delivery.ts'
import { failureCauses } from './cause.ts'
import { readBreakdown, readReasons, readTotals, readTrend, readWeek } from './read.ts'
import { rebuildStatistics } from './rebuild.ts'
import { rollUpNext } from './roll-up.ts'

const now = new Date('2026-11-20T02:00:00Z')
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const days = 4

const database = prepareTestDatabase()
beforeAll(async () => {
  await createChannel(database.platformDb)
})

const outcomes: readonly [MessageState, string][] = [
  ['delivered', 'DELIVRD'],
  ['delivered', 'DELIVRD'],
  ['delivered', 'DELIVRD'],
  ['undelivered', 'MK:0001'],
  ['undelivered', 'MK:0010'],
  ['expired', 'EXPIRED'],
  ['rejected', 'REJECTD'],
  ['unknown', 'NO_REPORT'],
  ['refused', 'blacklisted'],
  ['canceled', 'canceled'],
]
const kinds = ['otp', 'transactional', 'marketing'] as const
const phoneHeads = ['1380013', '1391001', '1860000', '1340281', '1900000', '1891088']

/** An account with texts and apps, with packages that pay for some of its messages and a balance for the rest. */
class Traffic {
  readonly random: () => number
  readonly signatures = [newId(), newId()]
  readonly templates = [newId(), newId(), null]
  readonly apps = [newId(), null]
  readonly waiting: string[] = []
  account!: AccountId

  constructor(seed: number) {
    this.random = seeded(seed)
  }

  pick<T>(choices: readonly T[]): T {
    return itemOrThrow(choices, Math.floor(this.random() * choices.length))
  }

  async open(): Promise<void> {
    const { account } = await createAccount(database.db)
    this.account = account
    const startsAt = new Date(now.getTime() - 30 * dayMs)
    const grant = { kind: 'general', name: '通用', segmentCount: 40, source: 'gift' } as const
    await this.within(async tx => {
      await grantSegments(tx, account, { ...grant, grantId: newId(), startsAt, expiresAt: new Date(now.getTime() + dayMs) })
      await recharge(tx, account, { transferId: newId(), amountHao: 10_000_000 })
    })
  }

  within<T>(work: Parameters<typeof asAccount<T>>[2]): Promise<T> {
    return asAccount(database.db, this.account, work)
  }

  /** A batch of one kind and length, accepted at random moments of the last days. */
  accept(): Promise<void> {
    const kind = this.pick(kinds)
    const segments = this.pick([1, 1, 2])
    const at = now.getTime() - this.random() * days * dayMs
    const count = 1 + Math.floor(this.random() * 12)
    return this.within(async tx => {
      const holds = await holdCharge(tx, this.account, kind, new Map([[segments, count]]), { now })
      const holdIds = holds.flatMap(({ holdId, quota }) => Array.from({ length: quota[segments] ?? 0 }, () => holdId))
      const messages = Array.from({ length: count }, (_, index): AcceptedMessage => {
        const appId = this.pick(this.apps)
        return {
          messageId: newId(Math.floor(at) + index * 90_000),
          kind,
          signatureId: this.pick(this.signatures),
          templateId: this.pick(this.templates),
          phone: `${this.pick(phoneHeads)}${String(1000 + Math.floor(this.random() * 9000))}`,
          carrier: this.pick(mainlandCarriers),
          content: '【鸿雁】您好',
          segmentCount: segments,
          holdId: itemOrThrow(holdIds, index),
          ...(appId ? { appId } : {}),
        }
      })
      await acceptMessages(tx, this.account, messages, { now })
      const ids = messages.map(message => message.messageId)
      await sql`update message set state = 'submitted', submitted_at = ${new Date(at)}
        where account_id = ${this.account} and message_id = any(${ids}::uuid[])`.execute(tx)
      this.waiting.push(...ids)
    })
  }

  /** Some of the waiting messages end; a few are reported twice. */
  async settle(): Promise<void> {
    const ids = Array.from({ length: Math.min(this.waiting.length, 10) }, () => this.pick(this.waiting))
    const ends = ids.map(messageId => {
      const [state, reason] = this.pick(outcomes)
      return { messageId, state, reason, at: new Date(now.getTime() + this.random() * hourMs) }
    })
    await this.within(tx => settleMessages(tx, this.account, ends))
  }

  filter(): StatisticsFilter {
    const first = Math.floor(this.random() * (days + 1))
    const length = 1 + Math.floor(this.random() * (first + 1))
    const some = <T>(choices: readonly T[]): T | undefined => (this.random() < 0.3 ? this.pick(choices) : undefined)
    return {
      from: chinaDay(chinaDayStart(now, -first)),
      to: chinaDay(chinaDayStart(now, length - 1 - first)),
      kind: some(kinds),
      appId: some(this.apps) ?? undefined,
      signatureId: some(this.signatures),
      templateId: some(this.templates) ?? undefined,
      carrier: some<Carrier>(mainlandCarriers),
      province: some(['北京', '浙江'] as const),
    }
  }
}

const momentsOf = ({ from, to, ...rest }: StatisticsFilter): DeliveryFilter => ({
  ...rest,
  from: new Date(`${from}T00:00:00+08:00`),
  until: new Date(new Date(`${to}T00:00:00+08:00`).getTime() + dayMs),
})

/** What the message list counts for the same filter. */
const listed = (traffic: Traffic, filter: StatisticsFilter) =>
  traffic.within(async tx => {
    const { countedNewest: _, messageCount, ...counts } = await countDeliveries(tx, traffic.account, momentsOf(filter), now)
    return { acceptedCount: messageCount, ...counts }
  })

const allDays: StatisticsFilter = { from: '2026-11-01', to: '2026-11-30' }

async function expectEqual(traffic: Traffic): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    const filter = turn === 0 ? allDays : traffic.filter()
    const wanted = await listed(traffic, filter)
    const totals = await traffic.within(tx => readTotals(tx, traffic.account, filter))
    expect(totals, JSON.stringify(filter)).toMatchObject(wanted)
    for (const by of ['hour', 'day', 'month'] as const) {
      const { series } = await traffic.within(tx => readTrend(tx, traffic.account, filter, { by }))
      expect(firstOrThrow(series).values.reduce((sum, one) => sum + one.acceptedCount, 0)).toBe(wanted.acceptedCount)
      expect(firstOrThrow(series).values.reduce((sum, one) => sum + one.deliveredCount, 0)).toBe(wanted.deliveredCount)
    }
    const reasons = await traffic.within(tx => readReasons(tx, traffic.account, filter))
    expect(reasons.reduce((sum, one) => sum + one.messageCount, 0)).toBe(wanted.failedCount + wanted.unknownCount + wanted.refusedCount)
    const week = await traffic.within(tx => readWeek(tx, traffic.account, filter))
    expect(week.flat().reduce((sum, count) => sum + count, 0)).toBe(wanted.acceptedCount)
  }
  for (const split of ['kind', 'app', 'signature', 'template', 'carrier', 'province'] as const) {
    const rows = await traffic.within(tx => readBreakdown(tx, traffic.account, allDays, split))
    const whole = await listed(traffic, allDays)
    expect(
      rows.reduce((sum, row) => sum + row.acceptedCount, 0),
      split,
    ).toBe(whole.acceptedCount)
    expect(
      rows.reduce((sum, row) => sum + row.failedCount, 0),
      split,
    ).toBe(whole.failedCount)
  }
}

/** Each bar of the statistics counts the messages that its link lists. */
async function expectDrillDown(traffic: Traffic): Promise<void> {
  const expectListed = async (query: MessageQuery, count: number, days = allDays) => {
    const { from = days.from, to = days.to, ...rest } = query
    const filter = { ...deliveryFilter.parse(rest), ...momentsOf({ from, to }) }
    const { messageCount } = await traffic.within(tx => countDeliveries(tx, traffic.account, filter, now))
    expect(messageCount, JSON.stringify(query)).toBe(count)
  }
  const month = await traffic.within(async tx => ({
    week: await readWeek(tx, traffic.account, allDays),
    causes: await failureCauses(tx, traffic.account, allDays),
    totals: await readTotals(tx, traffic.account, allDays),
  }))
  for (const measure of ['deliveredCount', 'failedCount', 'unknownCount', 'refusedCount', 'canceledCount', 'waitingCount'] as const)
    await expectListed(queryOfMeasure(measure), month.totals[measure])
  for (const [weekday, counts] of month.week.entries()) {
    await expectListed(
      queryOfWeek(weekday, null),
      counts.reduce((sum, count) => sum + count, 0),
    )
    for (const [hour, count] of counts.entries()) if (count > 0) await expectListed(queryOfWeek(weekday, hour), count)
  }
  expect(month.causes.length).toBeGreaterThan(0)
  for (const { codes, messageCount } of month.causes) {
    await expectListed(queryOfCodes(codes) ?? {}, messageCount)
    for (const code of codes) await expectListed(queryOfCodes([code]) ?? {}, code.messageCount)
  }
  for (const by of ['hour', 'day', 'month'] as const) {
    const { buckets, series } = await traffic.within(tx => readTrend(tx, traffic.account, allDays, { by }))
    for (const [index, { acceptedCount }] of firstOrThrow(series).values.entries())
      if (acceptedCount > 0) await expectListed(queryOfBucket(by, itemOrThrow(buckets, index), allDays), acceptedCount)
  }
  for (const split of keysOf(statisticsDimensions)) {
    const rows = await traffic.within(tx => readBreakdown(tx, traffic.account, allDays, split))
    for (const { key, acceptedCount, failedCount } of rows) {
      const query = queryOfPart(split, key)
      await expectListed(query, acceptedCount)
      await expectListed({ ...query, ...queryOfMeasure('failedCount') }, failedCount)
      const narrowed = deliveryFilter.pick({ appId: true, templateId: true, province: true }).parse(query)
      expect((await traffic.within(tx => readTotals(tx, traffic.account, { ...allDays, ...narrowed }))).acceptedCount, split).toBe(
        Object.keys(narrowed).length > 0 ? acceptedCount : month.totals.acceptedCount,
      )
    }
  }
}

/** What the ledger posted to the balance, and all charged segments. */
const posted = (traffic: Traffic) =>
  traffic.within(async tx => {
    const { rows } = await sql<{ costHao: number; chargedSegmentCount: number }>`
      select (select coalesce(sum(amount), 0)::bigint from transfer where account_id = ${traffic.account} and kind = 'post' and asset = 'cny') as "costHao",
             (select coalesce(sum(posted_count), 0)::bigint from charge_hold where account_id = ${traffic.account}) as "chargedSegmentCount"`.execute(
      tx,
    )
    return firstOrThrow(rows)
  })

const tables = ['statisticsHour', 'statisticsHourPlace', 'statisticsDay', 'statisticsDayPlace', 'statisticsFailure'] as const
/** Every row of every total, in order. */
async function totalsOf(account: AccountId): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await sql<{ line: string }>`
      select row::text as line from ${sql.table(table)} as row where account_id = ${account} order by 1`.execute(database.platformDb)
    found[table] = rows.map(row => row.line)
  }
  return found
}
const deltaCount = async (account: AccountId) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from statistics_delta where account_id = ${account}`.execute(
    database.platformDb,
  )
  return firstOrThrow(rows).n
}

test.each([1, 2, 3])(
  'whatever is sent and reported (seed %i), any filter counts what the list of messages counts: unfolded, half folded, folded, rebuilt',
  async seed => {
    const traffic = new Traffic(seed)
    await traffic.open()
    for (let round = 0; round < 12; round += 1) await traffic.accept()
    for (let round = 0; round < 8; round += 1) await traffic.settle()
    await expectEqual(traffic)
    await rollUpNext(database.platformDb)
    expect(await deltaCount(traffic.account)).toBe(0)
    // Late reports change hours that were rolled up long ago.
    for (let round = 0; round < 6; round += 1) await traffic.settle()
    await traffic.accept()
    await expectEqual(traffic)
    await rollUpNext(database.platformDb)
    await expectEqual(traffic)
    await expectDrillDown(traffic)
    const totals = await traffic.within(tx => readTotals(tx, traffic.account, allDays))
    expect(totals).toMatchObject(await posted(traffic))
    expect(totals.costHao).toBeGreaterThan(0)
    const folded = await totalsOf(traffic.account)
    await rebuildStatistics(database.platformDb, traffic.account)
    expect(await totalsOf(traffic.account)).toEqual(folded)
    expect(folded.statisticsFailure?.length).toBeGreaterThan(5)
  },
  120_000,
)

test('a roll-up that is killed half-way changes nothing and the next one does it once; so do two at the same time', async () => {
  const traffic = new Traffic(7)
  await traffic.open()
  for (let round = 0; round < 5; round += 1) await traffic.accept()
  const before = [await totalsOf(traffic.account), await deltaCount(traffic.account)]
  // The statement waits for the last of its tables, where its session is terminated.
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query('begin; lock table statistics_failure in access exclusive mode')
  const killed = rollUpNext(database.platformDb)
  const ended = expect(killed).rejects.toThrow(/terminat|ECONNRESET|EPIPE/)
  await owner.query(`do $$ begin
    while not exists (select from pg_locks where not granted and relation = 'statistics_failure'::regclass) loop perform pg_sleep(0.01); end loop;
    perform pg_terminate_backend(pid) from pg_locks where not granted and relation = 'statistics_failure'::regclass;
  end $$`)
  await ended
  await owner.query('rollback')
  await owner.end()
  expect([await totalsOf(traffic.account), await deltaCount(traffic.account)]).toEqual(before)
  await Promise.all([rollUpNext(database.platformDb), rollUpNext(database.platformDb)])
  await rollUpNext(database.platformDb)
  expect(await deltaCount(traffic.account)).toBe(0)
  await expectEqual(traffic)
}, 120_000)

test('a rebuild during roll-ups and reports loses and doubles nothing, and repairs wrong totals', async () => {
  const traffic = new Traffic(11)
  await traffic.open()
  for (let round = 0; round < 8; round += 1) await traffic.accept()
  await rollUpNext(database.platformDb)
  await sql`update statistics_hour set accepted_count = accepted_count + 5 where account_id = ${traffic.account}`.execute(
    database.platformDb,
  )
  const rebuilding = rebuildStatistics(database.platformDb, traffic.account)
  for (let round = 0; round < 8; round += 1) {
    await traffic.settle()
    await rollUpNext(database.platformDb)
  }
  await rebuilding
  await expectEqual(traffic)
  await rollUpNext(database.platformDb)
  await expectEqual(traffic)
}, 120_000)

test('totals of days whose messages are purged survive a rebuild', async () => {
  const traffic = new Traffic(13)
  await traffic.open()
  for (let round = 0; round < 6; round += 1) await traffic.accept()
  await rollUpNext(database.platformDb)
  const { series } = await traffic.within(tx => readTrend(tx, traffic.account, allDays, { by: 'day' }))
  await sql`delete from message where account_id = ${traffic.account} and message_hour(message_id) < ${Math.floor((now.getTime() - 2 * dayMs) / hourMs)}`.execute(
    database.platformDb,
  )
  await rebuildStatistics(database.platformDb, traffic.account)
  const after = await traffic.within(tx => readTrend(tx, traffic.account, allDays, { by: 'day' }))
  expect(after.series).toEqual(series)
})

test("one account's messages never show in another account's statistics", async () => {
  const [mine, theirs] = [new Traffic(17), new Traffic(18)]
  await mine.open()
  await theirs.open()
  await theirs.accept()
  expect((await mine.within(tx => readTotals(tx, theirs.account, allDays))).acceptedCount).toBe(0)
  await rollUpNext(database.platformDb)
  expect((await mine.within(tx => readTotals(tx, mine.account, allDays))).acceptedCount).toBe(0)
})

test("the histogram's steps are those of the table, and a share is found within its step", async () => {
  const { rows } = await sql<{ step: number }>`
    select report_delay_step(${now}, ${now}::timestamptz + ms * interval '1 millisecond') as step
    from unnest(${[-1, ...delayBoundsMs.flatMap(bound => [bound - 1, bound])]}::bigint[]) with ordinality as bound (ms, place) order by place`.execute(
    database.platformDb,
  )
  expect(rows.map(row => row.step)).toEqual([0, ...delayBoundsMs.flatMap((_, step) => [step, step + 1])])
  const counts = delayBoundsMs.map(() => 0).concat(0)
  expect(delayWithin(counts, 0.5)).toBeNull()
  counts[0] = 50
  counts[5] = 50
  expect(delayWithin(counts, 0.5)).toBe(500)
  expect(delayWithin(counts, 0.25)).toBe(250)
  expect(delayWithin(counts, 0.75)).toBe(3500)
  counts[15] = 1000
  expect(delayWithin(counts, 0.95)).toBe(21_600_000)
})
