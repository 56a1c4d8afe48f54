import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { LinkFilter } from '#contract/links/link-list.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { recordVisits, type VisitFacts } from '#test/support/visits.ts'
import { encodeId, newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import { linkExport } from './link-export.ts'
import { countLinks, linkFigures, linkFilters, listLinks } from './list.ts'

const now = new Date()
const dayMs = 86_400_000
const shortLinkUrl = 'https://hy.example'
const seen = { now, shortLinkUrl }
const database = prepareTestDatabase()
let me: TestAccount
let other: TestAccount
const linkGroupId = newId()
const ids: Record<string, string> = {}

beforeAll(async () => {
  me = await createAccount(database.db)
  other = await createAccount(database.db)
  await as(me, async tx => {
    await tx.insertInto('linkGroup').values({ accountId: me.account, groupId: linkGroupId, name: '春季' }).execute()
    await tx.insertInto('linkDomain').values({ domain: 'go.shop.cn', accountId: me.account, state: 'verified' }).execute()
  })
  await make('old', { title: '双十一会场', tags: ['大促', '会员'], groupId: linkGroupId, memberId: me.memberId }, 40)
  await make('own', { domain: 'go.shop.cn', code: 'spring', target: 'https://shop.cn/%E6%98%A5%E8%8C%B6', state: 'disabled' }, 3)
  await make('ended', { endsAt: new Date(now.getTime() - 1_000), tags: ['会员'] }, 2)
  await make('waits', { state: 'reviewing', source: 'broadcast', broadcastId: newId() }, 1.2)
  await make('rejected', { state: 'rejected', reason: '目标网页打不开' }, 1)
  await make('gone', { deletedAt: now, title: '双十一旧页' }, 1)
  await database.platformDb.insertInto('shortCode').values({ accountId: me.account, linkId: ids.old!, code: 'recip123' }).execute()
  await make('theirs', { title: '双十一他人' }, 1, other)
})

const as = <T>(who: TestAccount, work: (tx: Tx) => Promise<T>) => asAccount(database.db, who.account, work)

async function make(name: string, facts: Record<string, unknown>, daysAgo: number, who = me) {
  const at = new Date(now.getTime() - daysAgo * dayMs)
  const linkId = newId(at.getTime())
  ids[name] = linkId
  const code = String(facts.code ?? `c${name}99`)
  const link = {
    accountId: who.account,
    linkId,
    target: `https://example.com/${name}`,
    state: 'active',
    createdAt: at,
    ...facts,
    code,
  }
  await as(who, async tx => {
    await tx.insertInto('link').values(link).execute()
    await tx
      .insertInto('shortCode')
      .values({ accountId: who.account, linkId, code, domain: String(facts.domain ?? '') })
      .execute()
  })
}

const nameOf = (linkId: string) => firstOrThrow(Object.entries(ids).filter(([, id]) => id === linkId))[0]
const find = async (filter: LinkFilter) => {
  const { rows } = await as(me, tx => listLinks(tx, me.account, filter, { ...seen, pageSize: 20 }))
  expect(await as(me, tx => countLinks(tx, me.account, filter, seen))).toBe(rows.length)
  return rows.map(row => nameOf(row.linkId))
}

test('newest first, paged, without deleted ones and those of other accounts', async () => {
  expect(await find({})).toEqual(['rejected', 'waits', 'ended', 'own', 'old'])
  const page = (cursor?: string) => as(me, tx => listLinks(tx, me.account, {}, { ...seen, pageSize: 2, cursor }))
  const first = await page()
  const second = await page(first.nextCursor ?? '')
  const last = await page(second.nextCursor ?? '')
  expect([...first.rows, ...second.rows, ...last.rows].map(row => nameOf(row.linkId))).toEqual(['rejected', 'waits', 'ended', 'own', 'old'])
  expect(last.nextCursor).toBeNull()
})

test('row: contents of each column', async () => {
  const { rows } = await as(me, tx => listLinks(tx, me.account, { search: 'spring' }, { ...seen, pageSize: 20 }))
  expect(rows[0]).toMatchObject({ shortUrl: 'https://go.shop.cn/spring', state: 'disabled', group: null, memberName: null, pvTotal: 0 })
  const [old] = (await as(me, tx => listLinks(tx, me.account, { linkGroupId }, { ...seen, pageSize: 20 }))).rows
  expect(old).toMatchObject({
    shortUrl: 'https://hy.example/cold99',
    title: '双十一会场',
    tags: ['大促', '会员'],
    group: { linkGroupId, name: '春季' },
    memberName: '张三',
    state: 'active',
  })
})

test.each<[string, () => LinkFilter, string[]]>([
  ['state that is none of a row', () => ({ state: 'expired' }), ['ended']],
  ['active, which the ended one is not', () => ({ state: 'active' }), ['old']],
  ['state', () => ({ state: 'reviewing' }), ['waits']],
  ['group', () => ({ linkGroupId }), ['old']],
  ['no group', () => ({ linkGroupId: 'none' }), ['rejected', 'waits', 'ended', 'own']],
  ['tag', () => ({ tag: '会员' }), ['ended', 'old']],
  ['part of a tag', () => ({ tag: '会' }), []],
  ['own domain', () => ({ domain: 'go.shop.cn' }), ['own']],
  ['the platform’s domain', () => ({ domain: 'platform' }), ['rejected', 'waits', 'ended', 'old']],
  ['creator', () => ({ memberId: me.memberId }), ['old']],
  ['another account’s creator', () => ({ memberId: other.memberId }), []],
  ['source', () => ({ source: 'broadcast' }), ['waits']],
  ['days', () => ({ from: new Date(now.getTime() - 2.5 * dayMs), until: new Date(now.getTime() - 1.5 * dayMs) }), ['ended']],
  ['title', () => ({ search: '双十一' }), ['old']],
  ['tag as text', () => ({ search: '大促' }), ['old']],
  ['target as it is typed', () => ({ search: 'EXAMPLE.com/end' }), ['ended']],
  ['target in Chinese', () => ({ search: '春茶' }), ['own']],
  ['code', () => ({ search: 'cended99' }), ['ended']],
  ['short address', () => ({ search: 'https://hy.example/cended99' }), ['ended']],
  ['short address without its scheme', () => ({ search: 'go.shop.cn/spring' }), ['own']],
  ['a code on another domain', () => ({ search: 'hy.example/spring' }), []],
  ['a recipient’s code', () => ({ search: 'recip123' }), ['old']],
  ['id', () => ({ search: encodeId('link', ids.waits!) }), ['waits']],
  ['another account’s id', () => ({ search: encodeId('link', ids.theirs!) }), []],
  ['another account’s code', () => ({ search: 'ctheirs99' }), []],
  ['signs of patterns', () => ({ search: '%' }), ['own']],
  ['both', () => ({ search: 'example', tag: '会员' }), ['ended', 'old']],
])('search by %s', async (_, filter, names) => expect(await find(filter())).toEqual(names))

test('figures and filter options: of the account only', async () => {
  expect(await as(me, tx => linkFigures(tx, me.account, now))).toEqual({
    linkCount: 5,
    activeCount: 1,
    reviewingCount: 1,
    pvToday: 0,
    uvToday: 0,
  })
  expect(await as(me, tx => linkFilters(tx, me.account))).toEqual({
    tags: ['会员', '大促'],
    domains: ['go.shop.cn'],
    members: [{ memberId: me.memberId, name: '张三' }],
  })
})

test('export: complete addresses, state labels, and every link once', async () => {
  const filter = linkExport.fix(linkExport.filter.decode({ shortLinkUrl } as never), now)
  const rows: unknown[][] = []
  let after: string | null = null
  do {
    const page: { rows: unknown[][]; last: string | null } = await as(me, tx =>
      linkExport.rows(tx, me.account, filter, { after, limit: 2 }),
    )
    rows.push(...page.rows)
    after = page.last
  } while (after)
  expect(rows.map(row => [row[0], row[5], row[6]])).toEqual([
    ['https://hy.example/crejected99', '已拒绝', '目标网页打不开'],
    ['https://hy.example/cwaits99', '审核中', null],
    ['https://hy.example/cended99', '已过期', null],
    ['https://go.shop.cn/spring', '已停用', null],
    ['https://hy.example/cold99', '生效中', null],
  ])
  expect(await as(me, tx => linkExport.count(tx, me.account, filter, 3))).toBe(3)
})

test('search: scans a hundred thousand links per page and reports its position; matches by code come first', async () => {
  const { account } = await createAccount(database.db)
  await sql`
    insert into link (account_id, link_id, code, target, title, state)
    select account_id, (lpad(to_hex(1700000000000 + n), 12, '0') || '70008000' || lpad(n::text, 12, '0'))::uuid, 'f' || n, 'https://example.com/', 
      case when n in (5, 100900) then '找得到' else '' end, 'active'
    from account cross join generate_series(1, 101000) as n where account_id = ${account}`.execute(database.platformDb)
  await sql`insert into short_code (account_id, link_id, code) select account_id, link_id, code from link where account_id = ${account} and code = 'f700'`.execute(
    database.platformDb,
  )
  const search = (text: string, cursor?: string) =>
    asAccount(database.db, account, tx => listLinks(tx, account, { search: text }, { ...seen, pageSize: 20, cursor }))
  const first = await search('找得到')
  expect(first.rows.map(row => row.code)).toEqual(['f100900'])
  expect(first.searchedUntil?.getTime()).toBe(1_700_000_001_001)
  const second = await search('找得到', first.nextCursor ?? '')
  expect(second.rows.map(row => row.code)).toEqual(['f5'])
  expect([second.nextCursor, second.searchedUntil]).toEqual([null, null])
  const named = await search('f700')
  expect(named.rows.map(row => row.code)).toEqual(['f700', 'f70099', 'f70098', ...named.rows.slice(3).map(row => row.code)])
  const rest = await search('f700', named.nextCursor ?? '')
  expect(rest.rows.map(row => row.code)).not.toContain('f700')
})

test('by visits: the most visited first, then the newest, in the filter alone and paged', async () => {
  const visited = (name: string, visits: VisitFacts[]) =>
    recordVisits(database.platformDb, me.account, getOrThrow(new Map(Object.entries(ids)), name), visits)
  await visited('own', [{}, {}, {}])
  await visited('old', [{}, {}])
  await visited('ended', [{ atMs: now.getTime() - 30 * dayMs }])
  const pages = async (order: 'pvToday' | 'pvTotal', filter: LinkFilter = {}) => {
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await as(me, tx => listLinks(tx, me.account, filter, { ...seen, order, pageSize: 2, cursor }))
      names.push(...page.rows.map(row => nameOf(row.linkId)))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return names
  }
  expect(await pages('pvToday')).toEqual(['own', 'old', 'rejected', 'waits', 'ended'])
  expect(await pages('pvTotal')).toEqual(['own', 'old', 'ended', 'rejected', 'waits'])
  expect(await pages('pvTotal', { tag: '会员' })).toEqual(['old', 'ended'])
})

test('link with a future start: has a state of its own', async () => {
  await make('ahead', { startsAt: new Date(now.getTime() + 1_000) }, 0.5)
  const states = async (filter: LinkFilter) =>
    (await as(me, tx => listLinks(tx, me.account, filter, { ...seen, pageSize: 20 }))).rows.map(row => [nameOf(row.linkId), row.state])
  expect(await states({ state: 'scheduled' })).toEqual([['ahead', 'scheduled']])
  expect(await states({ state: 'active' })).toEqual([['old', 'active']])
  expect(await as(me, tx => linkFigures(tx, me.account, now))).toMatchObject({ linkCount: 6, activeCount: 1 })
})
