import { beforeEach, expect, test } from 'vitest'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { blockedPhones, countHits, liftOptOut, optOut } from './blacklist.ts'
import { addToBlacklist } from './blacklist-entry.ts'
import { blacklistExport } from './blacklist-export.ts'
import { blacklistFigures, checkPhone, listBlacklist } from './blacklist-list.ts'

const now = new Date('2026-11-21T02:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
const signatureId = newId()
const database = prepareTestDatabase()
let owner: TestAccount
beforeEach(async () => {
  owner = await createAccount(database.db)
})

const run = <T>(work: (tx: Tx, account: AccountId) => Promise<T>) => asAccount(database.db, owner.account, tx => work(tx, owner.account))
const phone = '13700000001'
const add = (expiresAt: Date | null, at = now, numbers = [phone]) =>
  run((tx, account) =>
    addToBlacklist(tx, account, {
      numbers,
      signatureId: null,
      scope: 'marketing',
      reason: '投放间隔',
      expiresAt,
      memberId: owner.memberId,
      now: at,
    }),
  )
const check = (at: Date) => ({ phones: [phone], kind: 'marketing', signatureId, now: at }) as const
const isBlocked = (at: Date) => run(async (tx, account) => (await blockedPhones(tx, account, check(at))).has(phone))
const entries = (at: Date, state: 'active' | 'lapsed' | 'removed' = 'active') =>
  run(async (tx, account) => (await listBlacklist(tx, account, { state, pageSize: 20 }, at)).rows)

test('expiry: an entry blocks until then, is listed as expired, and starts anew when the number is added again', async () => {
  await add(later(30))
  expect([await isBlocked(now), await isBlocked(later(29)), await isBlocked(later(30))]).toEqual([true, true, false])
  expect(await entries(later(31))).toEqual([])
  expect(await entries(later(31), 'lapsed')).toMatchObject([{ phone, state: 'lapsed' }])
  expect(await add(later(60), later(31))).toMatchObject({ addedCount: 1, knownCount: 0 })
  expect([await isBlocked(later(59)), await isBlocked(later(60))]).toEqual([true, false])
  expect(await entries(later(31), 'lapsed')).toEqual([])
  expect(await entries(later(31))).toMatchObject([{ createdAt: later(31), expiresAt: later(60) }])
})

test.each([
  ['past', now, '到期时间须晚于现在'],
  ['too far', later(3_661), '到期时间最多10年后'],
])('an expiry that is %s by the clock that decides about it is refused', async (_, expiresAt, problem) => {
  await expect(add(expiresAt)).rejects.toMatchObject({ code: 'input_invalid', fields: { expiresAt: problem } })
  expect(await add(expiresAt, new Date(expiresAt.getTime() - 1))).toMatchObject({ addedCount: 1 })
})

test('adding again: extends the expiry, never shortens it', async () => {
  await add(later(30))
  expect(await add(later(10))).toMatchObject({ addedCount: 0, knownCount: 1 })
  expect(await isBlocked(later(29))).toBe(true)
  await add(later(40))
  expect(await isBlocked(later(39))).toBe(true)
  await add(null)
  await add(later(50))
  expect(await isBlocked(later(900))).toBe(true)
})

test('opt-out: never expires, whatever expiry the account set or sets', async () => {
  await add(later(10))
  await run((tx, account) => optOut(tx, account, { phone, signatureId: null, source: 'reply', now }))
  await add(later(20))
  expect(await isBlocked(later(900))).toBe(true)
  await run((tx, account) => liftOptOut(tx, account, { phone, signatureId: null, now }))
  await add(later(10))
  const refuse = () => run((tx, account) => optOut(tx, account, { phone, signatureId: null, source: 'reply', now: later(11) }))
  expect([await refuse(), await refuse()]).toEqual([true, false])
  expect(await isBlocked(later(900))).toBe(true)
})

test("opting in again: lifts the opt-out of the signature and of the whole account, not the sender's own entries", async () => {
  const other = newId()
  await add(null)
  for (const one of [signatureId, other])
    await run((tx, account) => optOut(tx, account, { phone, signatureId: one, source: 'opt_out_page', now }))
  const lift = () => run((tx, account) => liftOptOut(tx, account, { phone, signatureId, now }))
  expect([await lift(), await lift()]).toEqual([true, false])
  expect((await entries(now)).map(row => row.source).sort()).toEqual(['manual', 'opt_out_page'])
})

test('hits: each blocked message is counted on the entries that block it', async () => {
  await add(null)
  const phones = [phone, '13700000002']
  await run((tx, account) => countHits(tx, account, { ...check(now), phones }))
  await run((tx, account) => countHits(tx, account, { ...check(now), phones }))
  await run((tx, account) => countHits(tx, account, { ...check(now), kind: 'transactional', phones }))
  expect(await entries(now)).toMatchObject([{ hitCount: 2 }])
})

test('checking a number: shows its active entries, of the platform only that it blocks', async () => {
  await add(null)
  const lookUp = () => run((tx, account) => checkPhone(tx, account, phone, now))
  expect(await lookUp()).toMatchObject({ isPlatformBlocked: false, rows: [{ phone }] })
  await asPlatform(database.platformDb, tx =>
    tx.insertInto('platformBlacklist').values({ phone, entryId: newId(), reason: '司法协查' }).execute(),
  )
  const found = await lookUp()
  expect(found).toMatchObject({ isPlatformBlocked: true, rows: [{ phone }] })
  expect(JSON.stringify(found)).not.toContain('司法')
  expect(await isBlocked(now)).toBe(true)
})

test('figures: count active entries by source', async () => {
  await add(null, now, ['13700000003', '13700000004'])
  await add(later(1), now, ['13700000005'])
  await run((tx, account) => optOut(tx, account, { phone: '13700000006', signatureId, source: 'reply', now }))
  await run((tx, account) => optOut(tx, account, { phone: '13700000007', signatureId: null, source: 'complaint', now }))
  const figures = (at: Date) => run((tx, account) => blacklistFigures(tx, account, at))
  expect(await figures(now)).toMatchObject({ activeCount: 5, ownCount: 1, complaintCount: 1 })
  expect(await figures(later(2))).toMatchObject({ activeCount: 4 })
})

test('export: has the expiry day of an entry, as the list does', async () => {
  // By the clock of this machine, which gives the entries their ids.
  const addedAt = new Date()
  const year = addedAt.getUTCFullYear() + 1
  const ends = [new Date(`${year}-12-31T16:00:00Z`), new Date(`${year}-12-31T07:00:00Z`), null]
  for (const [index, expiresAt] of ends.entries()) await add(expiresAt, addedAt, [`1370000000${index}`])
  const filter = { state: 'active' as const, until: new Date(addedAt.getTime() + 86_400_000) }
  const { rows } = await run((tx, account) => blacklistExport.rows(tx, account, filter, { after: null, limit: 10 }))
  const cell = (row: unknown[], key: string) => row[blacklistExport.columns.findIndex(column => column.key === key)]
  const expiryByPhone = Object.fromEntries(rows.map(row => [cell(row, 'phone'), cell(row, 'expiresAt')]))
  expect(expiryByPhone).toEqual({ '13700000000': `${year}-12-31`, '13700000001': `${year}-12-31 15:00:00`, '13700000002': '长期' })
})
