import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { LinkChanges } from '#contract/links/link.ts'
import type { LinkState } from '#contract/links/link-state.ts'
import { asAccount } from '#db/connect.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { createLinks } from './create.ts'
import { editLink } from './edit.ts'
import { readLink } from './read.ts'

const now = new Date()
const shortLinkUrl = 'https://hy-s.cn'
const database = prepareTestDatabase()
let me: TestAccount
let linkId: string

beforeAll(async () => {
  me = await createAccount(database.db, { linkUnits: 100 })
  await database.platformDb
    .insertInto('targetDomain')
    .values({ accountId: me.account, domain: 'mine.cn', state: 'verified', token: 'x' })
    .execute()
})

beforeEach(async () => {
  const making = { now, memberId: me.memberId, source: 'console', shortLinkUrl } as const
  const link = firstOrThrow(
    await asAccount(database.db, me.account, tx =>
      createLinks(tx, me.account, [{ target: 'https://mine.cn/a', title: '春季', tags: ['会员'], password: 'abcd' }], making),
    ),
  )
  linkId = link.linkId
})

const edit = (changes: LinkChanges, who = me) =>
  asAccount(database.db, who.account, tx => editLink(tx, who.account, { ...changes, linkId, memberId: who.memberId, now, shortLinkUrl }))
const read = () => asAccount(database.db, me.account, tx => readLink(tx, me.account, linkId))
const setState = (state: LinkState) =>
  database.platformDb
    .updateTable('link')
    .set({ state, reason: '目标网页打不开' })
    .where('accountId', '=', me.account)
    .where('linkId', '=', linkId)
    .execute()
const edits = () =>
  database.platformDb
    .selectFrom('linkEdit')
    .select(['changes', 'memberId'])
    .where('accountId', '=', me.account)
    .where('linkId', '=', linkId)
    .orderBy('editId')
    .execute()
const changeCount = async () =>
  (await database.platformDb.selectFrom('linkChange').select('changeId').where('linkId', '=', linkId).execute()).length

test('edit: changes only the given fields, records old and new values, notifies the redirector', async () => {
  const rules = [{ targets: [{ weight: 1, target: 'https://mine.cn/ios' }], devices: ['ios' as const] }]
  expect(await edit({ title: '夏季', rules, visitLimit: 9 })).toEqual({ linkId, state: 'active' })
  expect(await read()).toMatchObject({
    title: '夏季',
    tags: ['会员'],
    rules,
    visitLimit: 9,
    target: 'https://mine.cn/a',
    hasPassword: true,
  })
  expect(await edits()).toEqual([
    { changes: { title: ['春季', '夏季'], rules: [[], rules], visitLimit: [null, 9] }, memberId: me.memberId },
  ])
  expect(await changeCount()).toBe(1)
})

test('edit without changes: changes nothing', async () => {
  const { title, tags, rules, target } = await read()
  await edit({ title, tags, rules, target: `${target} ` })
  expect(await edits()).toEqual([])
  expect(await changeCount()).toBe(0)
})

test('password: can be replaced and removed, and is never in the history', async () => {
  await edit({ password: 'wxyz' })
  await edit({ password: null })
  expect((await edits()).map(row => row.changes)).toEqual([{ password: [true, true] }, { password: [true, false] }])
  expect((await read()).hasPassword).toBe(false)
})

test.each([
  // A new target on an own domain is approved, elsewhere it waits.
  ['active', 'https://mine.cn/b', 'active'],
  ['active', 'https://mine.cn.evil.com/', 'reviewing'],
  ['rejected', 'https://mine.cn/b', 'active'],
  ['rejected', 'https://example.com/', 'reviewing'],
  ['disabled', 'https://mine.cn/b', 'disabled'],
  ['disabled', 'https://example.com/', 'reviewing'],
] as const)('%s, led to %s: %s', async (from, target, to) => {
  await setState(from)
  expect((await edit({ target })).state).toBe(to)
  expect(await read()).toMatchObject({ target, state: to, reason: null })
})

test('target of a rule or after expiry: reviewed as well; a title is not', async () => {
  expect((await edit({ title: '夏季' })).state).toBe('active')
  expect((await edit({ endedTarget: 'https://example.com/' })).state).toBe('reviewing')
  expect(lastOrThrow(await edits()).changes).toEqual({ endedTarget: [null, 'https://example.com/'], state: ['active', 'reviewing'] })
})

test('rejected link: stays rejected with its reason when its texts change', async () => {
  await setState('rejected')
  expect((await edit({ title: '夏季' })).state).toBe('rejected')
  expect((await read()).reason).toBe('目标网页打不开')
})

test('refused: blocked, foreign and deleted links, and inconsistent times', async () => {
  const other = await createAccount(database.db)
  await expect(edit({ title: '别人' }, other)).rejects.toMatchObject({ code: 'not_found' })
  await expect(edit({ linkGroupId: newId() })).rejects.toMatchObject({ code: 'not_found' })
  await edit({ endsAt: new Date(now.getTime() + 1_000) })
  await expect(edit({ startsAt: new Date(now.getTime() + 2_000) })).rejects.toMatchObject({ code: 'input_invalid' })
  await expect(edit({ activeFromMinute: 60 })).rejects.toMatchObject({ code: 'input_invalid' })
  await setState('blocked')
  await expect(edit({ title: '夏季' })).rejects.toMatchObject({ code: 'state_forbids' })
})
