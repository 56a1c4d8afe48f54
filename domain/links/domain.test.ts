import { beforeAll, expect, test } from 'vitest'
import type { DomainProblem } from '#contract/links/link-domain.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { createLinks } from './create.ts'
import {
  addLinkDomain,
  cnameOf,
  disableLinkDomain,
  listLinkDomains,
  recordDomainCheck,
  removeLinkDomain,
  requireForeign,
  requirePause,
  saveIcpRecord,
} from './domain.ts'
import { addTargetDomain, listTargetDomains, recordTargetCheck, removeTargetDomain } from './target-domain.ts'

const now = new Date()
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
const shortLinkUrl = 'https://hy.example'
const gone: DomainProblem = { kind: 'nxdomain', found: [] }
const database = prepareTestDatabase()
let me: TestAccount
let other: TestAccount

beforeAll(async () => {
  me = await createAccount(database.db, { linkUnits: 100 })
  other = await createAccount(database.db)
})

const as = <T>(who: TestAccount, work: (tx: Tx) => Promise<T>) => asAccount(database.db, who.account, work)
const note = (domain: string, problem: DomainProblem | null, at: Date, isDaily = true) =>
  as(me, tx => recordDomainCheck(tx, me.account, { domain, problem, now: at, isDaily }))
const readOne = async (domain: string) => (await as(me, tx => listLinkDomains(tx, me.account))).find(one => one.domain === domain)
const make = (target: string, domain = '') =>
  as(me, async tx => {
    const link = firstOrThrow(
      await createLinks(tx, me.account, [{ target, domain }], { now, memberId: me.memberId, source: 'console', shortLinkUrl }),
    )
    return link
  })
const changeCount = async () =>
  (await database.platformDb.selectFrom('linkChange').select('changeId').where('accountId', '=', me.account).execute()).length

test('domain: belongs to one account; unverified for a week, another may take it', async () => {
  await as(me, tx => addLinkDomain(tx, me.account, { domain: 'go.shop.cn', now }))
  expect(await readOne('go.shop.cn')).toMatchObject({ state: 'pending', problem: null, linkCount: 0 })
  const take = (at: Date) => as(other, tx => addLinkDomain(tx, other.account, { domain: 'go.shop.cn', now: at }))
  await expect(take(days(6))).rejects.toMatchObject({ code: 'link_domain_taken' })
  await take(days(8))
  expect(await readOne('go.shop.cn')).toBeUndefined()
  await expect(note('go.shop.cn', null, now)).rejects.toMatchObject({ code: 'not_found' })
  await as(me, tx => addLinkDomain(tx, me.account, { domain: 'verified.cn', now }))
  await note('verified.cn', null, now)
  await expect(as(other, tx => addLinkDomain(tx, other.account, { domain: 'verified.cn', now: days(90) }))).rejects.toMatchObject({
    code: 'link_domain_taken',
  })
})

test('domain that leads elsewhere three days in a row: disabled until it leads here again', async () => {
  const domain = 'three.shop.cn'
  await as(me, tx => addLinkDomain(tx, me.account, { domain, now }))
  expect(await note(domain, gone, now)).toBe('pending')
  expect(await note(domain, null, now)).toBe('verified')
  const changes = await changeCount()
  expect([await note(domain, gone, days(1)), await note(domain, gone, days(2))]).toEqual(['verified', 'verified'])
  // Checks by hand don't count as a day, and a timeout is no result.
  expect(await note(domain, gone, days(2), false)).toBe('verified')
  expect(await note(domain, { kind: 'timeout', found: [] }, days(2))).toBe('verified')
  expect(await changeCount()).toBe(changes)
  expect(await note(domain, gone, days(3))).toBe('disabled')
  expect(await changeCount()).toBe(changes + 1)
  expect(await readOne(domain)).toMatchObject({ state: 'disabled', isDisabledByCheck: true, problem: gone })
  expect(await note(domain, null, days(4), false)).toBe('verified')
  expect(await note(domain, gone, days(5))).toBe('verified')
  expect(await readOne(domain)).toMatchObject({ state: 'verified', isDisabledByCheck: false, problem: gone })
})

test('domain with links: can be disabled but not deleted; without links it can', async () => {
  const domain = 'links.shop.cn'
  await as(me, tx => addLinkDomain(tx, me.account, { domain, now }))
  await note(domain, null, now)
  const { linkId } = await make('https://a.cn/', domain)
  expect(await readOne(domain)).toMatchObject({ linkCount: 1 })
  await expect(as(me, tx => removeLinkDomain(tx, me.account, domain))).rejects.toMatchObject({ code: 'link_domain_in_use' })
  await expect(as(other, tx => removeLinkDomain(tx, other.account, domain))).rejects.toMatchObject({ code: 'not_found' })
  await as(me, tx => disableLinkDomain(tx, me.account, domain))
  expect(await readOne(domain)).toMatchObject({ state: 'disabled', isDisabledByCheck: false })
  await expect(as(me, tx => disableLinkDomain(tx, me.account, domain))).rejects.toMatchObject({ code: 'state_forbids' })
  await database.platformDb
    .updateTable('link')
    .set({ deletedAt: now })
    .where('accountId', '=', me.account)
    .where('linkId', '=', linkId)
    .execute()
  await as(me, tx => removeLinkDomain(tx, me.account, domain))
  expect(await readOne(domain)).toBeUndefined()
})

test('platform names, their parents and subdomains: refused; the CNAME is a public name', () => {
  const refused = (domain: string) => () => requireForeign(domain, [shortLinkUrl, 'https://console.hongyan.cn', undefined])
  for (const domain of ['hy.example', 'a.hy.example', 'hongyan.cn', 'console.hongyan.cn'])
    expect(refused(domain), domain).toThrow('平台的域名')
  for (const domain of ['nothy.example', 'www.hongyan.cn']) expect(refused(domain), domain).not.toThrow()
  expect(['https://hy.example', 'http://127.0.0.1:4004', 'http://localhost:4004', 'http://short.invalid'].map(cnameOf)).toEqual([
    'hy.example',
    null,
    null,
    null,
  ])
})

test('domain blocked by staff: can neither be added nor used again', async () => {
  await as(me, tx => addLinkDomain(tx, me.account, { domain: 'go.barred.cn', now }))
  await database.platformDb.insertInto('domainRule').values({ domain: 'barred.cn', kind: 'blocked' }).execute()
  const barred = { code: 'link_domain_barred' }
  await expect(note('go.barred.cn', null, now)).rejects.toMatchObject(barred)
  expect(await readOne('go.barred.cn')).toMatchObject({ state: 'pending' })
  await expect(as(me, tx => addLinkDomain(tx, me.account, { domain: 'other.barred.cn', now }))).rejects.toMatchObject(barred)
})

test('repeated check: has to wait', () => {
  expect(() => requirePause(now, new Date(now.getTime() + 1_000))).toThrow('请4秒后再试')
  expect(() => requirePause(now, new Date(now.getTime() + 5_000))).not.toThrow()
  expect(() => requirePause(null, now)).not.toThrow()
})

test('verified domain: approves waiting links to it and its subdomains only; unverified again it approves no new ones', async () => {
  const [own, below, beside] = [await make('https://mine.cn/a'), await make('https://shop.mine.cn/b'), await make('https://notmine.cn/c')]
  const { record } = await as(me, tx => addTargetDomain(tx, me.account, { domain: 'mine.cn', now, bytes: count => Buffer.alloc(count, 1) }))
  expect(record).toBe(`hongyan-verify=${'01'.repeat(16)}`)
  expect(await as(me, tx => addTargetDomain(tx, me.account, { domain: 'mine.cn', now }))).toEqual({ domain: 'mine.cn', record })
  const check = (problem: DomainProblem | null, at: Date) =>
    as(me, tx => recordTargetCheck(tx, me.account, { domain: 'mine.cn', problem, now: at, isDaily: true }))
  expect(await check(gone, now)).toEqual({ state: 'pending', passedCount: 0 })
  expect(await check(null, now)).toEqual({ state: 'verified', passedCount: 2 })
  const states = async () =>
    Object.fromEntries(
      (
        await database.platformDb
          .selectFrom('link')
          .select(['linkId', 'state'])
          .where('accountId', '=', me.account)
          .where('linkId', 'in', [own.linkId, below.linkId, beside.linkId])
          .execute()
      ).map(row => [row.linkId, row.state]),
    )
  expect(await states()).toEqual({ [own.linkId]: 'active', [below.linkId]: 'active', [beside.linkId]: 'reviewing' })
  for (const day of [1, 2]) expect((await check(gone, days(day))).state).toBe('verified')
  expect((await make('https://mine.cn/d')).state).toBe('active')
  expect((await check(gone, days(3))).state).toBe('pending')
  expect((await make('https://mine.cn/e')).state).toBe('reviewing')
  await expect(as(other, tx => removeTargetDomain(tx, other.account, 'mine.cn'))).rejects.toMatchObject({ code: 'not_found' })
  await as(me, tx => removeTargetDomain(tx, me.account, 'mine.cn'))
  expect(await as(me, tx => listTargetDomains(tx, me.account))).toEqual([])
  expect((await states())[own.linkId]).toBe('active')
})

test('ICP record: stated for a short or target domain, never for another account’s, and removed', async () => {
  const icp = { siteName: '茶语', icpNumber: '浙ICP备12345678号-1' }
  const save = (who: TestAccount, kind: 'own' | 'target', domain: string, stated: typeof icp | null) =>
    as(who, tx => saveIcpRecord(tx, who.account, { kind, domain, icp: stated }))
  await as(me, tx => addLinkDomain(tx, me.account, { domain: 'go.filed.cn', now }))
  await as(me, tx => addTargetDomain(tx, me.account, { domain: 'filed.cn', now }))
  await save(me, 'own', 'go.filed.cn', icp)
  await save(me, 'target', 'filed.cn', icp)
  expect(await readOne('go.filed.cn')).toMatchObject(icp)
  expect((await as(me, tx => listTargetDomains(tx, me.account))).find(one => one.domain === 'filed.cn')).toMatchObject(icp)
  await expect(save(other, 'own', 'go.filed.cn', icp)).rejects.toMatchObject({ code: 'not_found' })
  await save(me, 'own', 'go.filed.cn', null)
  expect(await readOne('go.filed.cn')).toMatchObject({ siteName: '', icpNumber: '' })
})
