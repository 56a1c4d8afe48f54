import { beforeAll, expect, test } from 'vitest'
import { asPlatform, type Tx } from '#db/connect.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { ingestReport } from '#domain/visits/report.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { addDomainRules, listDomainRules, previewRules, removeDomainRule } from './admin-domain-rule.ts'
import { blockLink, resumeLinks, stopLinks, unblockLink } from './admin-link.ts'
import { approveLinks, rejectLinks, revokeHost, trustHost } from './admin-link-decision.ts'
import { readLinkForStaff } from './admin-link-detail.ts'
import { findLinks } from './admin-link-list.ts'
import { linkQueue, readWaitingHost, waitingHosts } from './admin-link-queue.ts'
import { handleReports, listReports, reportQueue } from './admin-link-report.ts'
import { watchLinks } from './admin-link-watch.ts'
import { recordDomainCheck } from './domain.ts'

const start = new Date('2026-11-21T02:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const database = prepareTestDatabase()
let shop: TestAccount
let school: TestAccount
let act: { staffId: string; now: Date }
let made = 0

beforeAll(async () => {
  shop = await createAccount(database.db, { name: '138****8000', attestedName: '云溪书店有限公司' })
  school = await createAccount(database.db)
  const { staffId } = await run(tx => createStaff(tx, { login: 'li', name: '李审核', role: 'reviewer', passwordHash: '-', now: start }))
  act = { staffId, now: after(60) }
})

const run = <Result>(work: (tx: Tx) => Promise<Result>) => asPlatform(database.platformDb, work)
interface Given {
  who?: TestAccount
  state?: string
  at?: Date
  rules?: string[]
}
/** A link of an account with a code of its own. */
async function link(target: string, { who = shop, state = 'reviewing', at = start, rules = [] }: Given = {}) {
  made += 1
  const [linkId, code] = [newId(), `test${made}`]
  const row = { accountId: who.account, linkId, code, target, state, createdAt: at, changedAt: at }
  const shared = rules.length === 0 ? '[]' : JSON.stringify([{ targets: rules.map(one => ({ target: one, weight: 1 })) }])
  await run(async tx => {
    await tx
      .insertInto('link')
      .values({ ...row, rules: shared })
      .execute()
    await tx.insertInto('shortCode').values({ code, accountId: who.account, linkId }).execute()
  })
  return { linkId, code, account: who.account }
}
type Link = Awaited<ReturnType<typeof link>>
const stateOf = async ({ account, linkId }: Link) => {
  const rows = await run(tx =>
    tx.selectFrom('link').select(['state', 'reason']).where('accountId', '=', account).where('linkId', '=', linkId).execute(),
  )
  return firstOrThrow(rows)
}
const states = (links: Link[]) => Promise.all(links.map(async one => (await stateOf(one)).state))
const changesOf = async ({ linkId }: Link) =>
  (await run(tx => tx.selectFrom('linkChange').select('changeId').where('linkId', '=', linkId).execute())).length
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

test('host: its links are one row of the queue and one decision; later submissions are not decided unseen', async () => {
  const seen = [await link('https://a.queue.cn/1'), await link('https://a.queue.cn/2', { who: school, at: after(1) })]
  await link('https://b.queue.cn/', { at: after(-5) })
  const hosts = (await run(waitingHosts)).filter(one => one.host.endsWith('queue.cn'))
  expect(hosts).toMatchObject([
    { host: 'b.queue.cn', linkCount: 1, accountCount: 1, accountName: '云溪书店有限公司', oldestAt: after(-5), isFlagged: false },
    { host: 'a.queue.cn', linkCount: 2, accountCount: 2, accountName: null, oldestAt: start },
  ])
  const waitingHost = await run(tx => readWaitingHost(tx, 'a.queue.cn', null))
  expect(waitingHost).toMatchObject({
    seenAt: after(1),
    activeLinkCount: 0,
    links: [{ target: 'https://a.queue.cn/1' }, {}],
    decisions: [],
  })
  const late = await link('https://a.queue.cn/3', { at: after(2) })
  const input = { host: 'a.queue.cn', account: null, seenAt: waitingHost.seenAt!, ...act }
  expect(await run(tx => approveLinks(tx, input))).toEqual({ linkCount: 2 })
  expect(await states([...seen, late])).toEqual(['active', 'active', 'reviewing'])
  expect(await changesOf(firstOrThrow(seen))).toBe(1)
  expect(await codeOf(run(tx => approveLinks(tx, input)))).toBe('link_review_gone')
  await run(tx =>
    rejectLinks(tx, { ...input, account: shop.account, seenAt: after(2), reason: '与备案不符', reasonCode: 'senderRegistration' }),
  )
  expect(await stateOf(late)).toEqual({ state: 'rejected', reason: '与备案不符' })
  const { decisions } = await run(tx => readWaitingHost(tx, 'a.queue.cn', null))
  expect(decisions.map(one => [one.decision, one.linkCount, one.staffName]).sort()).toEqual([
    ['passed', 1, '李审核'],
    ['passed', 1, '李审核'],
    ['rejected', 1, '李审核'],
  ])
})

test('trusted host: for one account only, and for links with all targets covered', async () => {
  const own = await link('https://shop.pass.cn/1')
  const mixed = await link('https://shop.pass.cn/2', { rules: ['https://elsewhere.pass.cn/'] })
  const foreign = await link('https://shop.pass.cn/3', { who: school })
  const carrying = await link('https://shop.pass.cn/go?to=https%3A%2F%2Fevil.top')
  const bare = await link('https://intranet/')
  expect(await run(tx => trustHost(tx, { host: 'shop.pass.cn', account: shop.account, ...act }))).toEqual({ linkCount: 1 })
  expect(await states([own, mixed, foreign])).toEqual(['active', 'reviewing', 'reviewing'])
  const vouched = await run(tx => readLinkForStaff(tx, shop.account, own.linkId, act.now))
  expect(vouched.vouchedDomain).toBe('shop.pass.cn')
  await run(tx => revokeHost(tx, shop.account, 'shop.pass.cn'))
  expect((await run(tx => readLinkForStaff(tx, shop.account, own.linkId, act.now))).vouchedDomain).toBeNull()
  expect(await codeOf(run(tx => revokeHost(tx, shop.account, 'shop.pass.cn')))).toBe('not_found')
  const trusted = await run(tx => addDomainRules(tx, { domains: ['pass.cn'], kind: 'trusted', remark: '', ...act }))
  expect(trusted).toEqual({ ruleCount: 1, linkCount: 2 })
  expect(await states([mixed, foreign, carrying, bare])).toEqual(['active', 'active', 'reviewing', 'reviewing'])
})

test('blocked domain: stops links into it and its subdomains, previews their number, releases only what it stopped', async () => {
  const first = await link('https://evil.top/', { state: 'active' })
  const below = await link('https://www.a.evil.top/x', { who: school, state: 'disabled' })
  const byRule = await link('https://fine.top/', { state: 'active', rules: ['https://m.evil.top/'] })
  const byHand = await link('https://evil.top/hand', { state: 'active' })
  const other = [await link('https://notevil.top/', { state: 'active' }), await link('https://evil.top.cn/', { state: 'active' })]
  await run(tx => blockLink(tx, shop.account, { linkId: byHand.linkId, reason: '仿冒', ...act }))
  expect(await run(tx => previewRules(tx, ['evil.top', 'none.top'], 'blocked'))).toEqual([
    { domain: 'evil.top', kind: null, linkCount: 3, accountCount: 2 },
    { domain: 'none.top', kind: null, linkCount: 0, accountCount: 0 },
  ])
  const rules = { kind: 'blocked', remark: '仿冒网站', ...act } as const
  expect(await run(tx => addDomainRules(tx, { domains: ['evil.top', 'a.evil.top'], ...rules }))).toEqual({ ruleCount: 2, linkCount: 3 })
  expect(await states([first, below, byRule, byHand, ...other])).toEqual(['blocked', 'blocked', 'blocked', 'blocked', 'active', 'active'])
  expect(await changesOf(first)).toBe(1)
  expect((await stateOf(first)).reason).toBe('目标域名 evil.top 已被平台封禁')
  const unblock = (one: Link) => codeOf(run(tx => unblockLink(tx, one.account, { linkId: one.linkId, reason: '误会', ...act })))
  expect(await unblock(byHand)).toBe('link_domain_blocked')
  const { rows } = await run(tx => listDomainRules(tx, { search: 'evil', pageSize: 20 }))
  expect(rows.map(row => [row.domain, row.blockedLinkCount])).toEqual([
    ['a.evil.top', 0],
    ['evil.top', 3],
  ])
  const remove = (domain: string) => run(tx => removeDomainRule(tx, { domain, ...act }))
  expect(await remove('evil.top')).toEqual({ kind: 'blocked', remark: '仿冒网站', linkCount: 2 })
  expect(await states([first, below, byRule, byHand])).toEqual(['active', 'blocked', 'active', 'blocked'])
  expect(await remove('a.evil.top')).toMatchObject({ linkCount: 1 })
  expect(await stateOf(below)).toEqual({ state: 'disabled', reason: null })
  expect(await unblock(byHand)).toBe('done')
  expect(await stateOf(byHand)).toEqual({ state: 'active', reason: null })
  expect(await codeOf(remove('evil.top'))).toBe('not_found')
})

test('blocked domain can’t be trusted; trusted domain can be blocked', async () => {
  const add = (kind: 'blocked' | 'trusted') => run(tx => addDomainRules(tx, { domains: ['both.top'], kind, remark: '', ...act }))
  expect((await add('trusted')).ruleCount).toBe(1)
  expect((await add('blocked')).ruleCount).toBe(1)
  expect((await add('trusted')).ruleCount).toBe(0)
})

test.each(['reviewing', 'active', 'disabled', 'rejected', 'blocked'])(
  'link that is %s: blocking by hand follows the state table',
  async state => {
    const one = await link('https://hand.cn/', { state })
    const outcome = await codeOf(run(tx => blockLink(tx, shop.account, { linkId: one.linkId, reason: '仿冒', ...act })))
    expect(outcome).toBe(state === 'rejected' || state === 'blocked' ? 'state_forbids' : 'done')
    expect(await codeOf(run(tx => blockLink(tx, school.account, { linkId: one.linkId, reason: '仿冒', ...act })))).toBe('not_found')
  },
)

test('all links of an account: stop and resume by one change with one notification', async () => {
  const stop = () => run(tx => stopLinks(tx, school.account, { reason: '大量举报', ...act }))
  await stop()
  expect(await codeOf(stop())).toBe('state_forbids')
  expect(await run(tx => resumeLinks(tx, school.account))).toEqual({ reason: '大量举报' })
  expect(await codeOf(run(tx => resumeLinks(tx, school.account)))).toBe('state_forbids')
  const notifications = await run(tx =>
    tx.selectFrom('linkChange').select('linkId').where('accountId', '=', school.account).where('linkId', 'is', null).execute(),
  )
  expect(notifications).toHaveLength(2)
})

test('search: finds a link by short address, code, target and target domain', async () => {
  const one = await link('https://www.found.cn/page?a=1', { state: 'active' })
  const find = async (search: string) => {
    const { rows } = await run(tx => findLinks(tx, { search, pageSize: 20, base: 'https://hy.example' }))
    return rows.map(row => row.linkId)
  }
  for (const search of [
    one.code,
    `https://hy.example/${one.code}?x=1`,
    `hy.example/${one.code}`,
    'https://www.found.cn/page?a=1',
    'found.cn',
    'www.found.cn',
  ])
    expect(await find(search), search).toEqual([one.linkId])
  for (const search of ['ound.cn', 'https://www.found.cn/page', 'nothing1']) expect(await find(search), search).toEqual([])
  const detail = await run(tx => readLinkForStaff(tx, shop.account, one.linkId, act.now))
  expect(detail).toMatchObject({
    code: one.code,
    hosts: [{ host: 'www.found.cn', hints: [] }],
    stop: null,
    visits: { pv: 0 },
    openReportCount: 0,
  })
  expect(detail.visitDays).toHaveLength(30)
})

test('reports: grouped by link; flagged by three addresses within a day, not by one address three times', async () => {
  const one = await link('https://reported.cn/', { state: 'active' })
  const report = (address: string, minutes: number, words = '') =>
    run(tx => ingestReport(tx, { domain: '', code: one.code, kind: 'phishing', words, contact: '', address, now: after(minutes) }))
  expect(
    await run(tx =>
      ingestReport(tx, { domain: '', code: 'nothere', kind: 'other', words: '', contact: '', address: '1.2.3.4', now: start }),
    ),
  ).toBe(false)
  for (const minutes of [0, 1, 2]) expect(await report('203.0.113.7', minutes, `第${minutes}次`)).toBe(true)
  await report('198.51.100.1', 3)
  const queue = async () =>
    (await run(tx => listReports(tx, { isHandled: false, pageSize: 20 }))).rows.filter(row => row.linkId === one.linkId)
  expect(await queue()).toMatchObject([
    { reportCount: 2, addressCount: 2, isFlagged: false, reports: [{}, { words: '第2次', address: '203.0.113.0' }] },
  ])
  await report('2001:db8:1:2::3', 60 * 23)
  expect(await queue()).toMatchObject([{ reportCount: 3, isFlagged: true, reports: [{ address: '2001:db8:1::' }, {}, {}] }])
  expect(await run(reportQueue)).toMatchObject({ linkCount: 1, flaggedCount: 1, oldestAt: after(2) })
  const handle = () =>
    run(tx => handleReports(tx, shop.account, { linkId: one.linkId, outcome: 'link_blocked', reason: '仿冒网站', ...act }))
  expect(await handle()).toEqual({ domain: '', code: one.code, reportCount: 3, linkCount: 1 })
  expect(await stateOf(one)).toEqual({ state: 'blocked', reason: '仿冒网站' })
  expect(await codeOf(handle())).toBe('not_found')
  expect(await queue()).toEqual([])
  expect((await run(tx => listReports(tx, { isHandled: true, pageSize: 20 }))).rows[0]).toMatchObject({
    linkId: one.linkId,
    reports: [{ outcome: 'link_blocked', remark: '仿冒网站', staffName: '李审核' }, {}, {}],
  })
})

test('reported link: its host comes first in the review queue', async () => {
  const one = await link('https://urgent.cn/', { at: after(500) })
  for (const address of ['203.0.113.7', '198.51.100.1', '192.0.2.1'])
    await run(tx => ingestReport(tx, { domain: '', code: one.code, kind: 'spam', words: '', contact: '', address, now: after(501) }))
  expect((await run(waitingHosts))[0]).toMatchObject({ host: 'urgent.cn', isFlagged: true })
  expect((await run(linkQueue)).hostCount).toBeGreaterThan(1)
})

test('watch: blocks links created while their domain was being blocked, and links to short domains', async () => {
  await run(tx => addDomainRules(tx, { domains: ['late.top'], kind: 'blocked', remark: '', ...act }))
  const missed = await link('https://x.late.top/', { state: 'active' })
  const loop = await link('https://go.school.cn/abcd', { state: 'active' })
  await run(tx => tx.insertInto('linkDomain').values({ domain: 'go.school.cn', accountId: school.account, state: 'verified' }).execute())
  expect(await run(tx => watchLinks(tx, act.now))).toEqual({ blockedCount: 1, loopCount: 1 })
  expect(await run(tx => watchLinks(tx, act.now))).toEqual({ blockedCount: 0, loopCount: 0 })
  expect(await states([missed, loop])).toEqual(['blocked', 'blocked'])
  await run(tx => addDomainRules(tx, { domains: ['school.cn'], kind: 'blocked', remark: '', ...act }))
  const domain = await run(tx =>
    tx.selectFrom('linkDomain').select(['state', 'problem']).where('domain', '=', 'go.school.cn').executeTakeFirst(),
  )
  expect(domain).toEqual({ state: 'disabled', problem: null })
  const check = { domain: 'go.school.cn', problem: null, now: act.now, isDaily: false }
  expect(await codeOf(run(tx => recordDomainCheck(tx, school.account, check)))).toBe('link_domain_barred')
})
