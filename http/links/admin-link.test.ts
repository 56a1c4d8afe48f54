import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { adminHomeCalls } from '#contract/home/admin-home.ts'
import { adminDomainCalls } from '#contract/links/admin-domain.ts'
import { adminLinkCalls, linkReviewCalls } from '#contract/links/admin-link.ts'
import { linkReportCalls } from '#contract/links/admin-link-report.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { readLinkAttention } from '#domain/links/attention.ts'
import { ingestReport } from '#domain/visits/report.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { type BackOffice, startBackOffice } from '#test/support/back-office.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createLinks, type TestLink } from '#test/support/links.ts'
import { decodeId, encodeId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

const at = new Date('2027-01-05T02:00:00Z')
const database = prepareTestDatabase()
let office: BackOffice
let owner: TestAccount
let accountId: string
let links: TestLink[]

beforeAll(async () => {
  office = await startBackOffice(database, () => at)
  owner = await createAccount(database.db, { name: '云溪书店有限公司' })
  accountId = encodeId('account', owner.account)
  links = await createLinks(database.platformDb, owner.account, 4)
})
afterAll(() => office.close())

const setAll = (state: string) => database.platformDb.updateTable('link').set({ state }).where('accountId', '=', owner.account).execute()
const lastActs = async (action: string) => (await office.get(adminAuditLogCalls.list, { action, pageSize: '1' })).rows[0]
const stateOf = async ({ linkId }: TestLink) =>
  (await office.get(adminLinkCalls.one, { accountId, linkId: encodeId('link', linkId) })).state

test('a reviewer approves a link; the start page counted it before, and the audit log has it after', async () => {
  await setAll('reviewing')
  expect((await office.get(adminHomeCalls.overview, {}, 'reviewer')).links).toMatchObject({
    linkCount: 4,
    reportedCount: 0,
  })
  expect((await office.get(adminHomeCalls.overview, {}, 'finance')).links).toBeNull()
  const { rows } = await office.get(linkReviewCalls.queue, {}, 'reviewer')
  expect(rows).toMatchObject([{ host: 'example.com', linkCount: 4, accountName: '云溪书店有限公司', hints: [] }])
  const waitingHost = await office.get(linkReviewCalls.host, { host: 'example.com' }, 'reviewer')
  expect(firstOrThrow(waitingHost.links).shortUrl).toMatch(/^http:\/\/short\.invalid\/\w{7}$/)
  const act = { host: 'example.com', seenAt: waitingHost.seenAt! }
  expect(await office.act(linkReviewCalls.pass, act, 'reviewer')).toMatchObject({ code: 'ok', answer: { linkCount: 4 } })
  expect((await office.act(linkReviewCalls.pass, act, 'reviewer')).code).toBe('link_review_gone')
  expect(await lastActs('link-reviews/pass')).toMatchObject({
    object: 'example.com',
    staffName: '审核',
    result: 'link_review_gone',
  })
  expect(await stateOf(firstOrThrow(links))).toBe('active')
})

test('a rejection is shown to the customer, with the link and on the start page', async () => {
  await setAll('reviewing')
  const { seenAt } = await office.get(linkReviewCalls.host, { host: 'example.com' })
  assert.exists(seenAt)
  const act = { host: 'example.com', seenAt, accountId, reason: '与备案不符', reasonCode: 'senderRegistration' }
  expect((await office.act(linkReviewCalls.reject, { ...act, reason: '不' })).fields).toEqual({ reason: '拒绝原因不能少于4个字' })
  expect((await office.act(linkReviewCalls.reject, act)).code).toBe('ok')
  expect(await lastActs('link-reviews/reject')).toMatchObject({
    accountName: '云溪书店有限公司',
    detail: { before: '审核中', after: '已拒绝', reason: '与备案不符', linkCount: 4 },
  })
  const home = await asAccount(database.db, owner.account, tx => readLinkAttention(tx, owner.account))
  expect(home).toEqual({ rejectedCount: 4, blockedCount: 0, stopReason: null })
})

test('the kill switch records before and after, for one link and for all links of an account', async () => {
  await setAll('active')
  const one = { accountId, linkId: encodeId('link', firstOrThrow(links).linkId), reason: '仿冒网站' }
  expect(await office.act(adminLinkCalls.block, one, 'operations')).toMatchObject({ code: 'ok', answer: { state: 'blocked' } })
  expect(await lastActs('links/block')).toMatchObject({
    object: `http://short.invalid/${firstOrThrow(links).code}`,
    detail: { before: '生效中', after: '已封禁', reason: '仿冒网站' },
  })
  const found = await office.get(adminLinkCalls.list, { search: firstOrThrow(links).code })
  expect(found.rows).toMatchObject([{ state: 'blocked', reason: '仿冒网站', blockedDomain: null }])
  expect((await office.act(adminLinkCalls.stop, { accountId, reason: '大量举报' })).code).toBe('ok')
  const stopped = await asAccount(database.db, owner.account, tx => readLinkAttention(tx, owner.account))
  expect(stopped).toEqual({ rejectedCount: 0, blockedCount: 1, stopReason: '大量举报' })
  expect((await office.act(adminLinkCalls.stop, { accountId, reason: '大量举报' })).code).toBe('state_forbids')
  expect((await office.act(adminLinkCalls.resume, { accountId, reason: '已核实' })).code).toBe('ok')
  expect(await office.act(adminLinkCalls.unblock, one)).toMatchObject({ code: 'ok', answer: { state: 'active' } })
})

test('domains are blocked in bulk, after a preview of how many links that affects', async () => {
  await setAll('active')
  const preview = await office.get(adminDomainCalls.preview, { domains: 'example.com,evil.top', kind: 'blocked' })
  expect(preview.rows).toEqual([
    { domain: 'example.com', kind: null, linkCount: 4, accountCount: 1 },
    { domain: 'evil.top', kind: null, linkCount: 0, accountCount: 0 },
  ])
  const add = { domains: ['example.com', 'evil.top'], kind: 'blocked' as const, remark: '仿冒网站' }
  expect(await office.act(adminDomainCalls.add, add)).toMatchObject({ answer: { ruleCount: 2, linkCount: 4 } })
  for (const domain of ['https://evil.top', 'com.cn', '127.0.0.1'])
    expect((await office.act(adminDomainCalls.add, { ...add, domains: [domain] })).code, domain).toBe('input_invalid')
  expect(await lastActs('domains/add')).toMatchObject({ object: 'example.com、evil.top', detail: { after: '封禁', linkCount: 4 } })
  expect((await office.act(adminDomainCalls.remark, { domain: 'evil.top', remark: '警方通报' })).code).toBe('ok')
  expect((await office.get(adminDomainCalls.list, { search: 'evil' })).rows).toMatchObject([{ remark: '警方通报', staffName: '管理员' }])
  expect(await office.act(adminDomainCalls.remove, { domain: 'example.com', reason: '误加' })).toMatchObject({
    answer: { linkCount: 4 },
  })
  expect(await stateOf(itemOrThrow(links, 1))).toBe('active')
})

test('a report is closed by blocking a domain that the link leads to, and by no other', async () => {
  const { code, linkId } = itemOrThrow(links, 2)
  await asPlatform(database.platformDb, tx =>
    ingestReport(tx, { domain: '', code, kind: 'phishing', words: '冒充银行', contact: '', address: '203.0.113.7', now: at }),
  )
  const { rows } = await office.get(linkReportCalls.list, {})
  expect(rows).toMatchObject([{ host: 'example.com', reportCount: 1, reports: [{ kind: 'phishing', address: '203.0.113.0' }] }])
  expect(decodeId('link', firstOrThrow(rows).linkId)).toBe(linkId)
  const act = { accountId, linkId: firstOrThrow(rows).linkId, outcome: 'domain_blocked' as const, reason: '仿冒网站' }
  expect((await office.act(linkReportCalls.handle, { ...act, domain: 'elsewhere.com' })).code).toBe('domain_outside')
  expect(await office.act(linkReportCalls.handle, { ...act, domain: 'example.com' })).toMatchObject({
    answer: { reportCount: 1, linkCount: 4 },
  })
  expect((await office.get(linkReportCalls.list, {})).rows).toEqual([])
  expect((await office.get(linkReportCalls.list, { view: 'handled' })).rows).toMatchObject([{ reports: [{ outcome: 'domain_blocked' }] }])
})

test('finance staff have no access to links', async () => {
  const inputs = { accountId, linkId: encodeId('link', firstOrThrow(links).linkId), reason: '试试看' }
  expect((await office.act(adminLinkCalls.block, inputs, 'finance')).code).toBe('staff_not_allowed')
  expect((await office.act(adminDomainCalls.remove, { domain: 'evil.top', reason: '试试' }, 'finance')).code).toBe('staff_not_allowed')
})
