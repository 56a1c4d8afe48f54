import { once } from 'node:events'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPlatform, type Tx } from '#db/connect.ts'
import { freeze, unfreeze } from '#domain/closing/admin-customer.ts'
import { addDomainRules, removeDomainRule } from '#domain/links/admin-domain-rule.ts'
import { blockLink, resumeLinks, stopLinks, unblockLink } from '#domain/links/admin-link.ts'
import { handleReports } from '#domain/links/admin-link-report.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { ingestReport } from '#domain/visits/report.ts'
import { findCode, newestCodes } from '#domain/visits/route-read.ts'
import { claimVisits } from '#domain/visits/visit-limit.ts'
import { ChangeFeed } from '#redirect/change-feed.ts'
import { LinkIndex } from '#redirect/link-index.ts'
import { createRedirector } from '#redirect/redirector.ts'
import { VisitAllowance } from '#redirect/visit-allowance.ts'
import { visitorAddress } from '#redirect/visitor-address.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createLinks, type TestLink } from '#test/support/links.ts'
import type { AccountId } from '#values/id.ts'
import { FixedWindowLimiter } from '#values/limiter.ts'
import { firstOrThrow, portOrThrow } from '#values/or-throw.ts'

const logger = pino({ level: 'silent' })
const now = () => new Date()
const database = prepareTestDatabase()
let feed: ChangeFeed
let redirector: ReturnType<typeof createRedirector>
let base: string
let account: AccountId
let links: TestLink[]
let act: { staffId: string; now: Date }

/** A running redirector with a full index; the test triggers its polls. */
beforeAll(async () => {
  const db = database.platformDb
  account = (await createAccount(db, { linkUnits: 1_000_000 })).account
  links = await createLinks(db, account, 3)
  const { staffId } = await run(tx => createStaff(tx, { login: 'li', name: '李审核', role: 'reviewer', passwordHash: '-', now: now() }))
  act = { staffId, now: now() }
  const index = new LinkIndex({ maxCodes: 100, missingMs: 60_000 })
  feed = new ChangeFeed({ db, logger, now, onChange: change => index.forget(change), onGap: () => index.clear() })
  await feed.start()
  feed.stop()
  for (const found of await newestCodes(db, new Date(0), 100)) index.add(found)
  redirector = createRedirector({
    index,
    misses: new FixedWindowLimiter({ most: 100, windowMs: 600_000 }),
    allowance: new VisitAllowance({ now, claim: (link, asked) => claimVisits(db, link, asked) }),
    domains: { of: () => '', ownerOf: () => null },
    now,
    logger,
    find: (domain, code) => findCode(db, domain, code),
    note: () => undefined,
    addressOf: visitorAddress(undefined),
    markKey: 'x'.repeat(32),
  })
  redirector.server.listen(0, '127.0.0.1')
  await once(redirector.server, 'listening')
  base = `http://127.0.0.1:${portOrThrow(redirector.server)}`
})
afterAll(async () => {
  redirector.server.closeAllConnections()
  redirector.server.close()
})

const run = <Result>(work: (tx: Tx) => Promise<Result>) => asPlatform(database.platformDb, work)
const statuses = () => Promise.all(links.map(async ({ code }) => (await fetch(`${base}/${code}`, { redirect: 'manual' })).status))
/** The answers before an act, and after one poll of the feed. */
async function around(work: (tx: Tx) => Promise<unknown>) {
  const before = await statuses()
  await run(work)
  await feed.poll()
  return { before, after: await statuses() }
}
const all = (status: number) => links.map(() => status)
const first = () => ({ linkId: firstOrThrow(links).linkId, reason: '仿冒网站', ...act })

test('the kill switch of a link takes effect with one poll of the feed, and so does its release', async () => {
  expect(await around(tx => blockLink(tx, account, first()))).toEqual({ before: all(302), after: [403, 302, 302] })
  expect(await around(tx => unblockLink(tx, account, first()))).toEqual({ before: [403, 302, 302], after: all(302) })
})

test('all links of an account stop by one row, and so do those of a frozen account', async () => {
  expect((await around(tx => stopLinks(tx, account, { reason: '大量举报', ...act }))).after).toEqual(all(403))
  expect((await around(tx => resumeLinks(tx, account))).after).toEqual(all(302))
  expect((await around(tx => freeze(tx, account, now()))).after).toEqual(all(404))
  expect(await run(tx => newestCodes(tx, new Date(0), 100))).toEqual([])
})

test('unfreezing, blocking a domain and unblocking it reach the redirector in the same way', async () => {
  await run(tx => unfreeze(tx, account))
  await feed.poll()
  const fresh = firstOrThrow(await createLinks(database.platformDb, account, 1))
  links = [fresh]
  const rule = { domains: ['example.com'], kind: 'blocked', remark: '', ...act } as const
  expect(await around(tx => addDomainRules(tx, rule))).toEqual({ before: [302], after: [403] })
  expect((await around(tx => removeDomainRule(tx, { domain: 'example.com', ...act }))).after).toEqual([302])
})

test('the decision on a report reaches the redirector too', async () => {
  const { code, linkId } = firstOrThrow(links)
  const report = { domain: '', code, kind: 'phishing', words: '', contact: '', address: '203.0.113.7', now: now() } as const
  expect(await run(tx => ingestReport(tx, report))).toBe(true)
  const handled = { linkId, outcome: 'domain_blocked', domain: 'example.com', reason: '仿冒网站', ...act } as const
  expect((await around(tx => handleReports(tx, account, handled))).after).toEqual([403])
})
