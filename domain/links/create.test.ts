import { assert, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { isLinkPassword } from '#domain/visits/password.ts'
import { unitsOf } from '#domain/visits/units.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { createLinks, type NewLink } from './create.ts'
import { readLink } from './read.ts'

const now = new Date()
const shortLinkUrl = 'https://hy-s.cn'
const database = prepareTestDatabase()
let me: TestAccount

beforeAll(async () => {
  me = await createAccount(database.db, { linkUnits: 20_000 })
  const { platformDb: db } = database
  await db.insertInto('targetDomain').values({ accountId: me.account, domain: 'mine.cn', state: 'verified', token: 'x' }).execute()
  await db
    .insertInto('linkDomain')
    .values([
      { domain: 's.mine.cn', accountId: me.account, state: 'verified' },
      { domain: 'new.mine.cn', accountId: me.account, state: 'pending' },
    ])
    .execute()
})

const create = (inputs: NewLink[], more: Partial<Parameters<typeof createLinks>[3]> = {}, who = me) =>
  asAccount(database.db, who.account, tx =>
    createLinks(tx, who.account, inputs, { now, memberId: who.memberId, source: 'console', shortLinkUrl, ...more }),
  )
const read = (linkId: string, who = me) => asAccount(database.db, who.account, tx => readLink(tx, who.account, linkId))
const linkCount = async (who = me) => {
  const { count } = await database.platformDb
    .selectFrom('link')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accountId', '=', who.account)
    .executeTakeFirstOrThrow()
  return count
}

test('target only: creates a link with a random code, waiting for review', async () => {
  const link = firstOrThrow(await create([{ target: ' HTTPS://Example.COM/a ' }]))
  expect(link).toMatchObject({ domain: '', target: 'https://example.com/a', state: 'reviewing' })
  expect(link.code).toMatch(/^[2-9A-HJ-NP-Za-km-np-z]{7}$/)
  expect(await read(link.linkId)).toMatchObject({ title: '', tags: [], rules: [], endsAt: null, hasPassword: false, passesQuery: false })
})

test('all settings: are read back as set', async () => {
  const linkGroupId = newId()
  await database.platformDb.insertInto('linkGroup').values({ accountId: me.account, groupId: linkGroupId, name: '春季' }).execute()
  const given = {
    target: 'https://mine.cn/a',
    title: '春季上新',
    tags: ['春季', '会员'],
    linkGroupId,
    startsAt: now,
    endsAt: new Date(now.getTime() + 86_400_000),
    endedTarget: 'https://mine.cn/over',
    visitLimit: 1_000,
    activeFromMinute: 600,
    activeUntilMinute: 1_320,
    rules: [{ devices: ['ios' as const], targets: [{ target: 'https://mine.cn/ios', weight: 2 }] }],
    passesQuery: true,
    referrerPolicy: 'no-referrer' as const,
  }
  const link = firstOrThrow(
    await create([{ ...given, tags: ['春季', '会员', '春季'], ownCode: 'spring-26', domain: 's.mine.cn', password: '2026' }]),
  )
  expect(link).toMatchObject({ domain: 's.mine.cn', code: 'spring-26', state: 'active' })
  expect(await read(link.linkId)).toMatchObject({ ...given, hasPassword: true, source: 'console', createdAt: now })
  const { passwordHash } = await database.platformDb
    .selectFrom('link')
    .select('passwordHash')
    .where('accountId', '=', me.account)
    .where('linkId', '=', link.linkId)
    .executeTakeFirstOrThrow()
  assert.exists(passwordHash)
  expect(await isLinkPassword(passwordHash, '2026')).toBe(true)
})

test('thousands of links in one call: each has a code and costs a unit', async () => {
  const before = (await asAccount(database.db, me.account, tx => unitsOf(tx, me.account, now))).used
  const links = await create(Array.from({ length: 6_000 }, (_, index) => ({ target: `https://mine.cn/${index}` })))
  expect(new Set(links.map(link => link.code)).size).toBe(6_000)
  expect(itemOrThrow(links, 5999).target).toBe('https://mine.cn/5999')
  expect(await read(itemOrThrow(links, 5999).linkId)).toMatchObject({ target: 'https://mine.cn/5999', code: itemOrThrow(links, 5999).code })
  expect((await asAccount(database.db, me.account, tx => unitsOf(tx, me.account, now))).used).toBe(before + 6_000)
})

test('taken random codes: drawn again', async () => {
  const taken = firstOrThrow(await create([{ target: 'https://mine.cn/' }]))
  const draws = [[taken.code, 'Fresh22'], ['Fresh33']]
  const links = await create([{ target: 'https://mine.cn/1' }, { target: 'https://mine.cn/2' }], { draw: () => draws.shift()! })
  expect(links.map(link => link.code).sort()).toEqual(['Fresh22', 'Fresh33'])
})

test.each([
  ['code_taken', { ownCode: 'once-only' }],
  ['code_taken', { ownCode: 'Once-Only' }],
  ['code_unfit', { ownCode: 'report' }],
  ['code_unfit', { ownCode: 'a b c' }],
  ['target_refused', { target: 'https://127.0.0.1/' }],
  ['target_refused', { endedTarget: 'https://hy-s.cn/x' }],
  ['link_domain_unusable', { domain: 'new.mine.cn' }],
  ['link_domain_unusable', { domain: 'hy-s.cn' }],
  ['not_found', { linkGroupId: newId() }],
] as const)('%s: %j, and no link of the lot is made', async (code, wrong) => {
  if ('ownCode' in wrong && wrong.ownCode === 'once-only') await create([{ target: 'https://mine.cn/', ownCode: 'once-only' }])
  const before = await linkCount()
  await expect(create([{ target: 'https://mine.cn/1' }, { target: 'https://mine.cn/2', ...wrong }])).rejects.toMatchObject({ code })
  expect(await linkCount()).toBe(before)
})

test('concurrent claims of one code: one succeeds', async () => {
  const wanted = () => create([{ target: 'https://mine.cn/', ownCode: 'both-want' }])
  const results = await Promise.allSettled([wanted(), wanted()])
  expect(results.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('concurrent claims of the same codes in other case and order: one succeeds', async () => {
  const wanted = (...codes: string[]) => create(codes.map(ownCode => ({ target: 'https://mine.cn/', ownCode })))
  const results = await Promise.allSettled([wanted('Case-one', 'case-two'), wanted('CASE-TWO', 'case-one')])
  expect(results.map(one => (one.status === 'fulfilled' ? 'made' : one.reason.code)).sort()).toEqual(['code_taken', 'made'])
})

test('one code on two domains: allowed', async () => {
  const links = await create([
    { target: 'https://mine.cn/', ownCode: 'on-both' },
    { target: 'https://mine.cn/', ownCode: 'on-both', domain: 's.mine.cn' },
  ])
  expect(links.map(link => link.domain)).toEqual(['', 's.mine.cn'])
})

test('no units left: no link is created', async () => {
  const poor = await createAccount(database.db, { linkUnits: 2 })
  const three = Array.from({ length: 3 }, () => ({ target: 'https://example.com/' }))
  await expect(create(three, {}, poor)).rejects.toMatchObject({ code: 'link_units_insufficient' })
  expect(await linkCount(poor)).toBe(0)
  expect(await create(three.slice(1), {}, poor)).toHaveLength(2)
})

test('account with stopped links: creates none and is told why', async () => {
  const stopped = await createAccount(database.db, { linkUnits: 10 })
  await database.platformDb.insertInto('linkStop').values({ accountId: stopped.account, reason: '被多次举报', staffId: newId() }).execute()
  await expect(create([{ target: 'https://mine.cn/' }], {}, stopped)).rejects.toMatchObject({
    code: 'links_stopped',
    facts: { reason: '被多次举报' },
  })
  expect(await linkCount(stopped)).toBe(0)
})
