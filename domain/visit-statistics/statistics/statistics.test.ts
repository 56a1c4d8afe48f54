import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { dimensionColumns, type VisitDimension } from '#domain/visits/statistics/dimension.ts'
import { promoteVisits, rollUpFresh } from '#domain/visits/statistics/roll-up.ts'
import type { VisitRange, VisitScope } from '#domain/visits/statistics/scope.ts'
import { writeVisits } from '#domain/visits/visit.ts'
import type { VisitLogEntry } from '#domain/visits/visit-note.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { seeded } from '#test/support/engine.ts'
import { createLinks } from '#test/support/links.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idFloor, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow, takeOrThrow } from '#values/or-throw.ts'
import { type VisitCondition, visitCondition } from '../visit-where.ts'
import { linkTotals, newAndReturning, visitFigures, visitHeat, visitRanks, visitSeries } from './read.ts'
import { rebuildVisits } from './rebuild.ts'

const secret = 'x'.repeat(32)
const now = new Date('2026-11-20T02:20:00Z')
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const database = prepareTestDatabase()

const addresses = ['114.114.114.114', '113.87.160.5', '113.87.160.6', '2408:8207:1850::1', '223.5.5.5', '10.0.0.1']
const agents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.48',
  'Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36',
  'Mozilla/5.0 (compatible; Baiduspider/2.0)',
  '',
]

/** An account with links in a group and of a broadcast, visited at random moments of the last days. */
class Traffic {
  readonly random: () => number
  /** Number of days with visits. */
  readonly days: number
  account!: AccountId
  links: string[] = []
  readonly groupId = newId()
  readonly broadcastId = newId()

  constructor(seed: number, days = 4) {
    this.random = seeded(seed)
    this.days = days
  }

  pick<T>(choices: readonly T[]): T {
    return itemOrThrow(choices, Math.floor(this.random() * choices.length))
  }

  async open(): Promise<void> {
    this.account = (await createAccount(database.db, { linkUnits: 10_000 })).account
    this.links = (await createLinks(database.platformDb, this.account, 5)).map(link => link.linkId)
    const { platformDb } = database
    await platformDb.insertInto('linkGroup').values({ accountId: this.account, groupId: this.groupId, name: '一组' }).execute()
    const change = (linkIds: string[], values: { groupId: string } | { broadcastId: string }) =>
      platformDb.updateTable('link').set(values).where('accountId', '=', this.account).where('linkId', 'in', linkIds).execute()
    await change(this.links.slice(0, 3), { groupId: this.groupId })
    await change(this.links.slice(2, 4), { broadcastId: this.broadcastId })
  }

  note(): VisitLogEntry {
    return {
      atMs: Math.floor(now.getTime() - this.random() * this.days * dayMs),
      accountId: this.account,
      linkId: this.pick(this.links),
      messageId: null,
      address: this.pick(addresses),
      method: this.pick(['get', 'get', 'get', 'unseen']),
      arm: this.pick([null, 0, 1]),
      agent: this.pick(agents),
      referrer: this.pick(['', 'https://weixin.qq.com/a?b=c', 'https://example.com/']),
      language: this.pick(['zh-CN,zh;q=0.9', 'en', '', '?']),
      visitor: this.pick(['', '', 'ann', 'bob', 'eve']),
      missed: null,
    }
  }

  visit(count: number, more: Partial<VisitLogEntry> = {}): Promise<void> {
    const notes = Array.from({ length: count }, () => ({ ...this.note(), ...more }))
    return database.platformDb.transaction().execute(tx => writeVisits(tx, secret, notes, { now: new Date() }))
  }

  /** What the jobs do at times, as of a given moment. */
  async rollUp(at: Date): Promise<void> {
    await rollUpFresh(database.platformDb, this.account)
    await promoteVisits(database.platformDb, this.account, at)
  }

  scope(): VisitScope {
    return this.pick([
      { kind: 'link', linkId: this.pick(this.links) },
      { kind: 'group', groupId: this.groupId },
      { kind: 'broadcast', broadcastId: this.broadcastId },
      { kind: 'account' },
    ])
  }

  /** On whole minutes, on whole hours or on whole days. */
  range(): VisitRange {
    const step = this.pick([60_000, hourMs, dayMs])
    const offset = step === dayMs ? 8 * hourMs : 0
    const at = () => new Date(Math.floor((now.getTime() - this.random() * this.days * dayMs + offset) / step) * step - offset)
    const [from, until] = takeOrThrow(
      [at(), at()].sort((a, b) => a.getTime() - b.getTime()),
      2,
    )
    return { from, until: new Date(until.getTime() + step) }
  }
}

/** Every statistic of a scope and a period, computed from the visits themselves. */
class Raw {
  readonly account: AccountId
  readonly where: ReturnType<typeof sql>

  constructor(account: AccountId, scope: VisitScope, { from, until }: VisitRange) {
    this.account = account
    const links = (condition: ReturnType<typeof sql>) =>
      sql`link_id in (select link_id from link where account_id = ${account} and ${condition})`
    const within = {
      link: () => sql`link_id = ${(scope as { linkId: string }).linkId}`,
      group: () => links(sql`group_id = ${(scope as { groupId: string }).groupId}`),
      broadcast: () => links(sql`broadcast_id = ${(scope as { broadcastId: string }).broadcastId}`),
      account: () => sql`true`,
    }[scope.kind]()
    this.where = sql`account_id = ${account} and visit_id >= ${idFloor(from)} and visit_id < ${idFloor(until)} and ${within}`
  }

  async figures() {
    const { rows } = await sql<{ pv: number; uv: number; ip: number; bots: number }>`
      select count(*) filter (where person) as pv, count(distinct visitor_hash) filter (where person) as uv,
        count(distinct address) filter (where person) as ip, count(*) filter (where not person) as bots
      from (select *, visitor_kind = 'person' as person from visit where ${this.where}) as visit`.execute(database.platformDb)
    return firstOrThrow(rows)
  }

  async ranks(dimension: VisitDimension): Promise<{ key: string; pv: number }[]> {
    const { rows } = await sql<{ key: string; pv: number }>`
      select coalesce(${sql.ref(dimensionColumns[dimension])}::text, '') as key, count(*) as pv from visit
      where ${this.where} and visitor_kind = 'person' group by 1 order by 2 desc, 1`.execute(database.platformDb)
    return rows
  }

  /** Visits of the list by a filter that a bar leads to. */
  async listed(condition: VisitCondition): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from visit where ${this.where} and ${visitCondition({ ...condition, kind: 'person' })}`.execute(
      database.platformDb,
    )
    return firstOrThrow(rows).count
  }

  async visitors(): Promise<Set<string>> {
    const { rows } = await sql<{ hash: string }>`
      select distinct encode(visitor_hash, 'hex') as hash from visit where ${this.where} and visitor_kind = 'person'`.execute(
      database.platformDb,
    )
    return new Set(rows.map(row => row.hash))
  }
}

/** Every statistic on the pages equals what the visits themselves say. */
async function expectTrue(traffic: Traffic): Promise<void> {
  const [scope, range] = [traffic.scope(), traffic.range()]
  await expectSums(traffic.account, scope, range)
  await expectSteps(traffic.account, scope, range)
}

async function expectSums(account: AccountId, scope: VisitScope, range: VisitRange): Promise<void> {
  const raw = new Raw(account, scope, range)
  const whole = await raw.figures()
  await asAccount(database.db, account, async tx => {
    const figures = await visitFigures(tx, account, scope, range)
    expect(figures).toEqual({ ...whole, isExact: true })
    for (const dimension of ['province', 'city', 'inApp', 'referrer', 'arm', 'language'] as const) {
      const expected = await raw.ranks(dimension)
      const { ranks, rest } = await visitRanks(tx, account, scope, range, dimension, 2)
      expect(ranks.map(({ key, pv }) => ({ key, pv }))).toEqual(expected.slice(0, 2))
      for (const { key, pv } of ranks) expect(await raw.listed({ [dimension]: key || 'none' }), `${dimension} ${key}`).toBe(pv)
      expect(rest).toBe(expected.slice(2).reduce((sum, row) => sum + row.pv, 0))
    }
    const week = await visitHeat(tx, account, scope, range)
    expect(week.flat().reduce((sum, pv) => sum + pv, 0)).toBe(whole.pv)
    for (const [day, counts] of week.entries()) {
      expect(await raw.listed({ weekday: day + 1 })).toBe(counts.reduce((sum, pv) => sum + pv, 0))
      const busiest = counts.indexOf(Math.max(...counts))
      expect(await raw.listed({ weekday: day + 1, hour: busiest })).toBe(itemOrThrow(counts, busiest))
    }
    const before = await new Raw(account, scope, { from: new Date(range.from.getTime() - 30 * dayMs), until: range.from }).visitors()
    const visitors = [...(await raw.visitors())]
    const newVisitors = visitors.filter(one => !before.has(one)).length
    expect(await newAndReturning(tx, account, scope, range)).toEqual({
      newVisitors,
      returningVisitors: visitors.length - newVisitors,
      isExact: true,
    })
  })
}

async function expectSteps(account: AccountId, scope: VisitScope, range: VisitRange): Promise<void> {
  await asAccount(database.db, account, async tx => {
    for (const step of ['hour', 'day'] as const)
      for (const point of await visitSeries(tx, account, scope, { range, step })) {
        const until = new Date(point.at.getTime() + (step === 'hour' ? hourMs : dayMs))
        const part = { from: new Date(Math.max(+point.at, +range.from)), until: new Date(Math.min(+until, +range.until)) }
        const { at: _, ...rest } = point
        expect(rest).toEqual({ ...(await new Raw(account, scope, part).figures()), isExact: true })
      }
  })
}

async function expectTotals(traffic: Traffic): Promise<void> {
  const { account, links } = traffic
  const today = { from: chinaDayStart(now), until: chinaDayStart(now, 1) }
  const totals = await asAccount(database.db, account, tx => linkTotals(tx, account, [...links, newId()], chinaDay(now)))
  for (const linkId of links) {
    const ever = await new Raw(account, { kind: 'link', linkId }, { from: new Date(0), until: today.until }).figures()
    const ofToday = await new Raw(account, { kind: 'link', linkId }, today).figures()
    expect(totals.get(linkId)).toEqual({ pvToday: ofToday.pv, uvToday: ofToday.uv, pvTotal: ever.pv, uvTotal: ever.uv })
  }
  expect([...totals.values()].at(-1)).toEqual({ pvToday: 0, uvToday: 0, pvTotal: 0, uvTotal: 0 })
}

test.each([1, 2, 3, 4])(
  'figures are what the visits say, however far they were added up (%i)',
  async seed => {
    const traffic = new Traffic(seed)
    await traffic.open()
    let clock = now.getTime() - traffic.days * dayMs
    for (let round = 0; round < 8; round += 1) {
      // Visits come in any order: many are late, by hours and days.
      await traffic.visit(1 + Math.floor(traffic.random() * 60))
      if (traffic.random() < 0.7) {
        clock += traffic.random() * (now.getTime() - clock)
        await traffic.rollUp(new Date(clock))
      }
      await expectTrue(traffic)
    }
    await traffic.rollUp(now)
    for (let i = 0; i < 6; i += 1) await expectTrue(traffic)
    await expectTotals(traffic)
    await traffic.visit(30)
    await expectTotals(traffic)
  },
  120_000,
)

test('statistics stay true over weeks, some of which are rolled up', async () => {
  const traffic = new Traffic(7, 40)
  await traffic.open()
  for (const daysAgo of [33, 21, 9, 0]) {
    await traffic.visit(80)
    await traffic.rollUp(new Date(now.getTime() - daysAgo * dayMs))
    for (let i = 0; i < 3; i += 1) await expectSums(traffic.account, traffic.scope(), traffic.range())
  }
  const weeks = database.platformDb.selectFrom('visitWeek').select('step').distinct().where('accountId', '=', traffic.account)
  expect(await weeks.execute()).toHaveLength(6)
  await expectTotals(traffic)
}, 120_000)

const tables = ['visitMinute', 'visitHour', 'visitDay', 'visitWeek', 'visitTotal'] as const

/** The stored figures of an account, row by row. */
async function kept(account: AccountId) {
  const rows = tables.map(async table => {
    const found = await database.platformDb
      .selectFrom(table)
      .selectAll()
      .where('accountId', '=', account)
      .orderBy('subjectId')
      .orderBy('step')
      .execute()
    return found.map(row => [table, JSON.stringify(row)])
  })
  return (await Promise.all(rows)).flat()
}

test('recounting gives the same rows as incremental roll-ups', async () => {
  const traffic = new Traffic(9, 12)
  await traffic.open()
  for (const hoursAgo of [270, 70, 30, 3, 0]) {
    await traffic.visit(40)
    await traffic.rollUp(new Date(now.getTime() - hoursAgo * hourMs))
  }
  // Minutes beyond two days are not counted again.
  await sql`delete from visit_minute where account_id = ${traffic.account} and step < ${now.getTime() / 60_000 - 2880}`.execute(
    database.platformDb,
  )
  const before = await kept(traffic.account)
  expect(before.length).toBeGreaterThan(100)
  await sql`update visit_hour set pv = pv + 7 where account_id = ${traffic.account}`.execute(database.platformDb)
  await sql`delete from visit_total where account_id = ${traffic.account}`.execute(database.platformDb)
  await traffic.visit(5, { atMs: now.getTime() })
  await rebuildVisits(database.platformDb, traffic.account, { now })
  const after = await kept(traffic.account)
  expect(before).toEqual(after.filter(([, row]) => JSON.parse(row!).step !== Math.floor(now.getTime() / 60_000)))
  await expectTrue(traffic)
  await expectTotals(traffic)
}, 120_000)
