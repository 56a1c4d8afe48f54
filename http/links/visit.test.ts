import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallAnswerWire } from '#contract/call.ts'
import type { visitCalls } from '#contract/links/visit.ts'
import { asAccount } from '#db/connect.ts'
import { visitExport } from '#domain/message-records/visit-export.ts'
import { listVisits } from '#domain/visit-statistics/visit-list.ts'
import { unitsOf } from '#domain/visits/units.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { queryOf } from '#test/support/answer.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createLinks, type TestLink } from '#test/support/links.ts'
import { messageAdder } from '#test/support/message.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { addresses, agents, recordVisits, type VisitFacts } from '#test/support/visits.ts'
import { encodeId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow, takeOrThrow } from '#values/or-throw.ts'

/** A Saturday, 14:20 in China. */
const now = new Date('2026-11-21T06:20:30Z')
const minutesAgo = (minutes: number) => now.getTime() - minutes * 60_000

const database = prepareTestDatabase()
let app: App
let base: string

beforeAll(async () => {
  app = await createCustomerApp({ db: database.db, secret: 'x'.repeat(32), now: () => now, shortLinkUrl: 'https://hy.example' })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

interface Place extends TestAccount {
  links: TestLink[]
  visit: (link: number, visits: VisitFacts[]) => Promise<void>
  ask: <Answer>(path: string, query?: object) => Promise<Answer>
}

/** An account with two links, and a member of it who makes the requests. */
async function prepare(): Promise<Place> {
  const own = await createAccount(database.db, { linkUnits: 10_000 })
  const links = await createLinks(database.platformDb, own.account, 2)
  const cookie = await createSessionCookie(database.db, own.account, own.memberId)
  return {
    ...own,
    links,
    visit: (link, visits) => recordVisits(database.platformDb, own.account, links[link]!.linkId, visits),
    ask: async (path, query = {}) => {
      const answer = await fetch(`${base}/api/visits${path}?${queryOf(query)}`, {
        headers: { cookie },
      })
      expect({ path, status: answer.status }).toEqual({ path, status: 200 })
      return answer.json() as never
    },
  }
}

const today = { from: '2026-11-21', to: '2026-11-21' }
const link = ({ links }: Place, index = 0) => ({ linkId: encodeId('link', itemOrThrow(links, index).linkId) })
type Figures = CallAnswerWire<typeof visitCalls.figures>
type Listed = CallAnswerWire<typeof visitCalls.list>
type Ranks = CallAnswerWire<typeof visitCalls.ranks>
/** The ranking of a dimension. */
const ranked = async (one: Place, split: string, query: object) =>
  firstOrThrow((await one.ask<Ranks>('/ranks', { ...query, splits: split })).ranks)
type Trend = CallAnswerWire<typeof visitCalls.trend>

test('people and bots are counted apart, today until now beside yesterday until the same time', async () => {
  const one = await prepare()
  await one.visit(0, [
    { atMs: minutesAgo(5) },
    { atMs: minutesAgo(4) },
    { atMs: minutesAgo(3), address: addresses.nanjing },
    { atMs: minutesAgo(2), agent: agents.crawler },
    { atMs: minutesAgo(1440 + 30) },
    // Yesterday, but later in the day than it is now.
    { atMs: minutesAgo(1440 - 30), address: addresses.hangzhou },
  ])
  const { totals, before, newVisitors, returningVisitors } = await one.ask<Figures>('/figures', { ...link(one), ...today })
  expect(totals).toEqual({ pv: 3, uv: 2, ip: 2, bots: 1, isExact: true })
  expect(before).toMatchObject({ pv: 1, uv: 1 })
  // Without a cookie a visitor is not recognized on another day.
  expect({ newVisitors, returningVisitors }).toEqual({ newVisitors: 2, returningVisitors: 0 })
})

test('a trend by hour ends with the current hour, beside the whole day before', async () => {
  const one = await prepare()
  await one.visit(0, [{ atMs: minutesAgo(5) }, { atMs: minutesAgo(1440 - 300) }])
  const trend = await one.ask<Trend>('/trend', { ...link(one), ...today, by: 'hour' })
  expect(trend.buckets).toHaveLength(24)
  expect(trend.values).toHaveLength(15)
  expect(trend.values.at(-1)).toMatchObject({ pv: 1, uv: 1, bots: 0 })
  expect(trend.before.map(step => step.pv)).toEqual(trend.before.map((_, hour) => (hour === 19 ? 1 : 0)))
  const minutes = await one.ask<Trend>('/trend', { ...link(one), ...today, by: 'minute' })
  expect(minutes.buckets.at(-1)).toBe('2026-11-21 14:20')
  expect(minutes.values.map(step => step.pv).indexOf(1)).toBe(54)
})

test('rankings have labels: links by their names, A/B arms by their targets', async () => {
  const one = await prepare()
  await asAccount(database.db, one.account, tx =>
    tx
      .updateTable('link')
      .set({ title: '会员日', rules: JSON.stringify([{ targets: [{ target: 'https://a.example/', weight: 1 }] }]) })
      .where('accountId', '=', one.account)
      .where('linkId', '=', firstOrThrow(one.links).linkId)
      .execute(),
  )
  const at = { atMs: minutesAgo(5) }
  await one.visit(0, [
    { ...at, arm: 0 },
    { ...at, agent: agents.wechat, referrer: 'https://mp.weixin.qq.com/s/secret?token=1' },
  ])
  await one.visit(1, [{ ...at, address: addresses.nanjing }])
  const names = async (split: string, of = {}) => (await ranked(one, split, { ...of, ...today })).rows.map(({ name, pv }) => [name, pv])
  expect(await names('link')).toEqual([
    ['会员日', 2],
    [itemOrThrow(one.links, 1).code, 1],
  ])
  expect(await names('province')).toEqual([
    ['广东', 2],
    ['江苏', 1],
  ])
  expect(await names('device')).toEqual([
    ['iPhone 和 iPad', 2],
    ['安卓手机', 1],
  ])
  expect(await names('inApp', link(one))).toEqual([
    ['浏览器', 1],
    ['微信', 1],
  ])
  expect(await names('referrer', link(one))).toContainEqual(['mp.weixin.qq.com', 1])
  expect(await names('language', link(one, 1))).toEqual([['中文（中国）', 1]])
  expect(await names('arm', link(one))).toEqual([
    ['默认目标', 1],
    ['https://a.example/', 1],
  ])
  const { week } = await one.ask<Trend>('/trend', { ...today, by: 'day' })
  expect(itemOrThrow(week, 5)[14]).toBe(3)
  const both = await one.ask<Ranks>('/ranks', { ...today, splits: 'province,device' })
  expect(both.ranks.map(({ split, rows }) => [split, rows.length])).toEqual([
    ['province', 2],
    ['device', 2],
  ])
})

test('visits are listed without their whole address, with the masked number of the recipient whose code it was', async () => {
  const one = await prepare()
  const messageId = await messageAdder(database, { now, signatureId: newId() })(one, { phone: '13812345678' })
  await one.visit(0, [
    { atMs: minutesAgo(3), messageId },
    { atMs: minutesAgo(2), address: '2408:8207:1850:1234::5', agent: agents.desktop },
  ])
  const { rows, nextCursor } = await one.ask<Listed>('', { ...link(one), ...today })
  expect(nextCursor).toBeNull()
  expect(rows.map(row => row.address)).toEqual(['2408:8207:1850::*', '113.87.160.*'])
  expect(rows[0]).toMatchObject({ device: 'desktop', browser: 'Chrome', recipient: null })
  expect(rows[1]).toMatchObject({
    province: '广东',
    city: '深圳',
    link: { code: firstOrThrow(one.links).code },
    recipient: { messageId: encodeId('message', messageId), phone: '138****5678' },
  })
})

test('the list of visits is paged by cursor and filtered by kind, province and device', async () => {
  const one = await prepare()
  await one.visit(
    0,
    Array.from({ length: 25 }, (_, index) => ({
      atMs: minutesAgo(index + 1),
      address: index % 5 === 0 ? addresses.nanjing : addresses.shenzhen,
      agent: index === 10 ? agents.crawler : agents.iphone,
    })),
  )
  const first = await one.ask<Listed>('', { ...link(one), ...today, pageSize: '20' })
  const second = await one.ask<Listed>('', { ...link(one), ...today, pageSize: '20', cursor: first.nextCursor ?? '' })
  const all = [...first.rows, ...second.rows]
  expect(all.map(row => row.at)).toEqual(all.map((_, index) => new Date(minutesAgo(index + 1)).toISOString()))
  expect(second.nextCursor).toBeNull()
  const count = async (filter: object) => (await one.ask<Listed>('', { ...link(one), ...today, pageSize: '100', ...filter })).rows.length
  expect(await count({ province: '江苏' })).toBe(5)
  expect(await count({ kind: 'program' })).toBe(1)
  expect(await count({ kind: 'person', province: '江苏' })).toBe(4)
  expect(await count({ device: 'android' })).toBe(0)
  expect(await count({ from: '2026-11-20', to: '2026-11-20' })).toBe(0)
})

test('visits from abroad show their country, and are found together', async () => {
  const one = await prepare()
  const from = (address: string) => ({ atMs: minutesAgo(5), address })
  await one.visit(0, [from('8.8.8.8'), from('203.104.128.1'), from('203.104.128.1'), from(addresses.nanjing), from('192.168.1.1')])
  const { rows: provinces } = await ranked(one, 'province', { ...link(one), ...today })
  expect(provinces.map(({ name, pv }) => [name, pv])).toEqual([
    ['日本', 2],
    ['未知', 1],
    ['江苏', 1],
    ['美国', 1],
  ])
  const { rows } = await one.ask<Listed>('', { ...link(one), ...today, pageSize: '20', province: '境外' })
  expect(rows.map(row => row.province).sort()).toEqual(['日本', '日本', '美国'])
})

test('a search for a rare kind stops after a limit, and the page says how far it went', async () => {
  const one = await prepare()
  await one.visit(
    0,
    Array.from({ length: 30 }, (_, index) => ({ atMs: minutesAgo(index + 1), agent: index === 25 ? agents.crawler : agents.iphone })),
  )
  const filter = { ...today, linkId: firstOrThrow(one.links).linkId, kind: 'crawler' } as const
  const page = (cursor?: string) =>
    asAccount(database.db, one.account, tx => listVisits(tx, one.account, filter, { cursor, pageSize: 20, examinedRows: 20 }))
  const first = await page()
  expect(first).toMatchObject({ rows: [], searchedUntil: new Date(minutesAgo(20)) })
  const second = await page(first.nextCursor ?? '')
  expect(second.rows.map(row => row.at)).toEqual([new Date(minutesAgo(26))])
  expect(second.nextCursor).toBeNull()
})

test('a page of visits names its subject, and says whether there was ever a visit', async () => {
  const one = await prepare()
  type Subject = CallAnswerWire<typeof visitCalls.subject>
  expect(await one.ask<Subject>('/subject', link(one))).toMatchObject({
    name: firstOrThrow(one.links).code,
    hasVisits: false,
    link: { shortUrl: `https://hy.example/${firstOrThrow(one.links).code}`, state: 'active', arms: [] },
  })
  await one.visit(1, [{ atMs: minutesAgo(1) }])
  expect(await one.ask<Subject>('/subject', link(one))).toMatchObject({ hasVisits: false })
  expect(await one.ask<Subject>('/subject')).toMatchObject({ linkCount: 2, hasVisits: true, link: null })
  type Choices = CallAnswerWire<typeof visitCalls.choices>
  const found = await one.ask<Choices>('/choices', { search: `https://hy.example/${itemOrThrow(one.links, 1).code}` })
  expect(found.links.map(row => row.id)).toEqual([encodeId('link', itemOrThrow(one.links, 1).linkId)])
  expect((await one.ask<Choices>('/choices', { search: '100%' })).links).toEqual([])
})

test('a group has the visits of its links, a broadcast those of its messages, and a link names the broadcast that sent it', async () => {
  const one = await prepare()
  const { account } = one
  const [linkGroupId, broadcastId] = [newId(), newId()]
  const [grouped, carried] = takeOrThrow(one.links, 2)
  const facts = { accountId: account, broadcastId, name: '新茶到店', kind: 'transactional', signatureId: newId(), templateId: newId() }
  await asAccount(database.db, account, async tx => {
    await tx.insertInto('linkGroup').values({ accountId: account, groupId: linkGroupId, name: '门店' }).execute()
    const inGroup = tx.updateTable('link').set({ groupId: linkGroupId }).where('accountId', '=', account)
    await inGroup.where('linkId', '=', grouped.linkId).execute()
    const texts = { signatureText: '山间茶舍', templateText: '', variables: '[]', uploadId: newId() }
    const link = { linkId: carried.linkId, linkPlace: 0, linkPrefix: 'https://hy.example/' }
    const state = { state: 'scheduled', recipientCount: 1, segmentCount: 1, scheduledAt: now }
    await tx
      .insertInto('broadcast')
      .values({ ...facts, ...texts, ...link, ...state })
      .execute()
  })
  const messageId = await messageAdder(database, { now, signatureId: newId() })(one, { broadcastId })
  await one.visit(0, [{ atMs: minutesAgo(3) }])
  await one.visit(1, [{ atMs: minutesAgo(2), messageId }, { atMs: minutesAgo(1) }])
  type Subject = CallAnswerWire<typeof visitCalls.subject>
  const [group, broadcast] = [{ linkGroupId: encodeId('linkGroup', linkGroupId) }, { broadcastId: encodeId('broadcast', broadcastId) }]
  const counts = async (of: object) => [
    (await one.ask<Listed>('', { ...of, ...today })).rows.length,
    (await one.ask<Figures>('/figures', { ...of, ...today })).totals.pv,
  ]
  expect(await one.ask<Subject>('/subject', group)).toMatchObject({ name: '门店', linkCount: 1, hasVisits: true })
  expect(await counts(group)).toEqual([1, 1])
  expect(await one.ask<Subject>('/subject', broadcast)).toMatchObject({ name: '新茶到店', hasVisits: true, ...broadcast })
  expect(await counts(broadcast)).toEqual([1, 1])
  expect(await one.ask<Subject>('/subject', link(one, 1))).toMatchObject(broadcast)
  expect(await counts(link(one, 1))).toEqual([2, 2])
  const choices = await one.ask<CallAnswerWire<typeof visitCalls.choices>>('/choices', { search: '' })
  expect([firstOrThrow(choices.groups).name, firstOrThrow(choices.broadcasts).name, choices.links.length]).toEqual(['门店', '新茶到店', 2])
})

test('a period of more than thirteen months, or of more than a month by hour, is refused', async () => {
  const one = await prepare()
  const cookie = await createSessionCookie(database.db, one.account, one.memberId)
  const refusal = async (path: string) => {
    const answer = await fetch(base + path, { headers: { cookie } })
    return { status: answer.status, text: await answer.text() }
  }
  expect(await refusal('/api/visits/figures?from=2024-01-01&to=2026-11-21')).toMatchObject({
    status: 422,
    text: expect.stringContaining('一次最多统计397天'),
  })
  expect(await refusal('/api/visits/trend?from=2026-09-01&to=2026-11-21&by=hour')).toMatchObject({
    status: 422,
    text: expect.stringContaining('按时统计一次最多31天'),
  })
  expect((await refusal('/api/visits?from=2026-11-21&to=2026-11-20')).text).toContain('结束日期不能早于开始日期')
})

test('an export has the content of the list at its time, with whole numbers for members with the permission', async () => {
  const one = await prepare()
  const messageId = await messageAdder(database, { now, signatureId: newId() })(one, { phone: '13812345678' })
  await one.visit(0, [{ atMs: minutesAgo(9), messageId }, { atMs: minutesAgo(8) }])
  const filter = visitExport.fix({ ...today, linkId: firstOrThrow(one.links).linkId } as never, now)
  await one.visit(0, [{ atMs: now.getTime() + 1_000 }])
  const { rows, facts, count } = await asAccount(database.db, one.account, async tx => ({
    ...(await visitExport.rows(tx, one.account, filter, { after: null, limit: 10 })),
    facts: await visitExport.describe(tx, one.account, filter),
    count: await visitExport.count(tx, one.account, filter, 10),
  }))
  const of = (key: string) => rows.map(row => row[visitExport.columns.findIndex(column => column.key === key)])
  expect(count).toBe(2)
  expect(of('at')).toEqual([new Date(minutesAgo(8)), new Date(minutesAgo(9))])
  expect(of('phone')).toEqual([null, '13812345678'])
  expect(of('address')).toEqual(['113.87.160.*', '113.87.160.*'])
  expect(facts).toEqual([
    ['访问时间', '2026-11-21 至 2026-11-21 14:20'],
    ['短链', firstOrThrow(one.links).code],
  ])
})

const unitsUsed = (account: Place['account']) => asAccount(database.db, account, async tx => (await unitsOf(tx, account, now)).used)

test('visits that a page answered show their reason, are outside of all statistics and free of charge', async () => {
  const one = await prepare()
  const at = (facts: VisitFacts) => ({ atMs: minutesAgo(5), ...facts })
  const unitsBefore = await unitsUsed(one.account)
  await one.visit(
    0,
    [
      { missed: 'leave' as const },
      { missed: 'leave' as const },
      { missed: 'ended' as const },
      { missed: 'leave' as const, agent: agents.crawler },
    ].map(at),
  )
  await one.visit(1, [at({ missed: 'ended' })])
  const { rows } = await ranked(one, 'missed', { ...link(one), ...today })
  expect(rows).toEqual([
    { key: 'leave', name: '提示在浏览器打开', pv: 2, uv: null },
    { key: 'ended', name: '已过期或次数用完', pv: 1, uv: null },
  ])
  expect((await ranked(one, 'missed', today)).rows.map(row => [row.key, row.pv])).toEqual([
    ['ended', 2],
    ['leave', 2],
  ])
  const { missed: days } = await one.ask<Trend>('/trend', { from: '2026-11-19', to: '2026-11-21', by: 'day' })
  expect(days).toEqual({ by: 'day', buckets: ['2026-11-19', '2026-11-20', '2026-11-21'], values: [0, 0, 4], isRunning: true })
  const { missed: hours } = await one.ask<Trend>('/trend', { ...link(one), ...today, by: 'minute' })
  expect(hours.buckets[14]).toBe('2026-11-21 14:00')
  expect(hours.values).toEqual([...Array(14).fill(0), 3])
  const { totals } = await one.ask<Figures>('/figures', { ...today })
  expect(totals).toMatchObject({ pv: 0, uv: 0, ip: 0, bots: 0 })
  expect(await unitsUsed(one.account)).toBe(unitsBefore)
  expect(await one.ask<{ hasVisits: boolean }>('/subject', link(one, 1))).toMatchObject({ hasVisits: true })
})

test('a missed visit of a message belongs to its broadcast, also when its link is a shared one', async () => {
  const one = await prepare()
  const broadcastId = newId()
  const messageId = await messageAdder(database, { now, signatureId: newId() })(one, { broadcastId })
  await one.visit(0, [{ atMs: minutesAgo(5), missed: 'leave', messageId }])
  const rank = await ranked(one, 'missed', { ...today, broadcastId: encodeId('broadcast', broadcastId) })
  expect(rank.rows).toMatchObject([{ key: 'leave', pv: 1 }])
})

test('recipients behind one address count as separate visitors', async () => {
  const one = await prepare()
  const recipients = [newId(), newId(), newId()]
  await one.visit(
    0,
    [...recipients, firstOrThrow(recipients)].map(messageId => ({
      atMs: minutesAgo(5),
      messageId,
      address: addresses.nanjing,
      visitor: 'same',
    })),
  )
  expect((await one.ask<Figures>('/figures', { ...link(one), ...today })).totals).toMatchObject({ pv: 4, uv: 3, ip: 1 })
})
