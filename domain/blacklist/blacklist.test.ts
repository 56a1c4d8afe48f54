import { beforeAll, expect, test } from 'vitest'
import type { BlacklistScope, BlacklistState } from '#contract/blacklist/blacklist.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { createSignature } from '#domain/content/signature.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { splitNumbers } from '#values/phone.ts'
import { blockedPhones, optOut } from './blacklist.ts'
import { addToBlacklist, removeFromBlacklist } from './blacklist-entry.ts'
import { countBlacklist, listBlacklist, matchingEntries } from './blacklist-list.ts'

const now = new Date('2026-11-21T02:00:00Z')
const database = prepareTestDatabase()
let owner: TestAccount
let signatureId: string
let otherSignatureId: string
beforeAll(async () => {
  owner = await createAccount(database.db)
  ;[signatureId, otherSignatureId] = await run(async (tx, account) => {
    const make = async (text: string) => {
      const made = await createSignature(tx, account, {
        text,
        kind: 'company',
        purpose: 'own',
        remark: '',
        isSubmitted: false,
        memberId: owner.memberId,
        now,
      })
      return made.signatureId
    }
    return [await make('云溪书店'), await make('山间茶舍')]
  })
})

const run = <T>(work: (tx: Tx, account: AccountId) => Promise<T>, account = owner.account) =>
  asAccount(database.db, account, tx => work(tx, account))
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
let made = 0
const freshPhone = () => {
  made += 1
  return `137${String(made).padStart(8, '0')}`
}
const byHand = { signatureId: null, scope: 'marketing', reason: '客户要求', expiresAt: null, now } as const
const add = (numbers: string[], facts: { signatureId?: string | null; scope?: BlacklistScope; expiresAt?: Date; now?: Date } = {}) =>
  run((tx, account) => addToBlacklist(tx, account, { numbers, memberId: owner.memberId, ...byHand, ...facts }))
const blocked = (phone: string, kind: MessageKind, under = signatureId, account = owner.account, at = now) =>
  run(async (tx, id) => (await blockedPhones(tx, id, { phones: [phone], kind, signatureId: under, now: at })).has(phone), account)
const entriesOf = (phone: string, state: BlacklistState = 'active', at = now) =>
  run((tx, account) => listBlacklist(tx, account, { phone, state, pageSize: 20 }, at))
const remove = (blacklistIds: string[], consent = '') =>
  run((tx, account) => removeFromBlacklist(tx, account, { blacklistIds, reason: '误加', consent, memberId: owner.memberId, now }))

const agreed = '11月20日来电要求恢复，工号 07 接听'
const kinds = ['otp', 'transactional', 'marketing'] as const
const levels: {
  level: string
  put: (phone: string) => Promise<unknown>
  blocks: Record<MessageKind, boolean>
  blocksOther: Record<MessageKind, boolean>
}[] = [
  {
    level: 'the platform',
    put: phone => asPlatform(database.platformDb, tx => tx.insertInto('platformBlacklist').values({ phone, entryId: newId() }).execute()),
    blocks: { otp: true, transactional: true, marketing: true },
    blocksOther: { otp: true, transactional: true, marketing: true },
  },
  {
    level: 'the account, marketing',
    put: phone => add([phone]),
    blocks: { otp: false, transactional: false, marketing: true },
    blocksOther: { otp: false, transactional: false, marketing: true },
  },
  {
    level: 'the account, all',
    put: phone => add([phone], { scope: 'all' }),
    blocks: { otp: false, transactional: true, marketing: true },
    blocksOther: { otp: false, transactional: true, marketing: true },
  },
  {
    level: 'one signature, marketing',
    put: phone => add([phone], { signatureId }),
    blocks: { otp: false, transactional: false, marketing: true },
    blocksOther: { otp: false, transactional: false, marketing: false },
  },
  {
    level: 'one signature, all',
    put: phone => add([phone], { signatureId, scope: 'all' }),
    blocks: { otp: false, transactional: true, marketing: true },
    blocksOther: { otp: false, transactional: false, marketing: false },
  },
  {
    level: 'a reply to one signature',
    put: phone => run((tx, account) => optOut(tx, account, { phone, signatureId, source: 'reply', now })),
    blocks: { otp: false, transactional: false, marketing: true },
    blocksOther: { otp: false, transactional: false, marketing: false },
  },
]
test.each(levels.flatMap(level => kinds.map(kind => ({ ...level, kind }))))(
  '$level: message of the kind $kind',
  async ({ put, kind, blocks, blocksOther }) => {
    const phone = freshPhone()
    expect(await blocked(phone, kind)).toBe(false)
    await put(phone)
    expect(await blocked(phone, kind)).toBe(blocks[kind])
    expect(await blocked(phone, kind, otherSignatureId)).toBe(blocksOther[kind])
  },
)

test("entries of another account don't block", async () => {
  const phone = freshPhone()
  await add([phone], { scope: 'all' })
  const other = await createAccount(database.db)
  expect(await blocked(phone, 'marketing', newId(), other.account)).toBe(false)
})

test('five thousand numbers are checked in one call', async () => {
  const phones = Array.from({ length: 5000 }, (_, index) => `136${String(index).padStart(8, '0')}`)
  await add(phones.slice(0, 1234))
  const found = await run((tx, account) => blockedPhones(tx, account, { phones, kind: 'marketing', signatureId, now }))
  expect(found.size).toBe(1234)
})

test('pasted numbers: read in all formats; existing, repeated and malformed ones are counted separately', async () => {
  const [one, two, three] = [freshPhone(), freshPhone(), freshPhone()]
  await add([one])
  const pasted = `${one}\n+86 ${two.slice(0, 3)} ${two.slice(3, 7)} ${two.slice(7)}，${two}；12345\n\n${three} ${three}\r\n+852 61234567\n0991234567890`
  const result = await add(splitNumbers(pasted))
  expect(result).toMatchObject({
    addedCount: 3,
    knownCount: 1,
    repeatedCount: 2,
    malformedCount: 2,
    problems: [
      { position: 4, text: '12345', reason: '号码格式错误' },
      { position: 8, text: '0991234567890', reason: '号码格式错误' },
    ],
  })
  expect((await entriesOf('+85261234567')).rows).toHaveLength(1)
  expect((await entriesOf(three)).rows[0]).toMatchObject({ source: 'import', reason: '客户要求', addedBy: '张三', level: 'account' })
  expect((await entriesOf(one)).rows[0]).toMatchObject({ source: 'manual' })
})

test('adding again: widens the scope, never narrows it', async () => {
  const phone = freshPhone()
  await add([phone])
  expect(await add([phone], { scope: 'all' })).toMatchObject({ addedCount: 0, knownCount: 1 })
  expect(await blocked(phone, 'transactional')).toBe(true)
  await add([phone], { scope: 'marketing' })
  expect(await blocked(phone, 'transactional')).toBe(true)
  expect((await entriesOf(phone)).rows).toHaveLength(1)
})

test('search by the last four digits: finds entries of the own account only', async () => {
  const own = ['13900016413', '13800026413']
  await add([...own, freshPhone()])
  const other = await createAccount(database.db)
  await run((tx, account) => addToBlacklist(tx, account, { ...byHand, numbers: ['13700036413'], memberId: other.memberId }), other.account)
  expect((await entriesOf('6413')).rows.map(row => row.phone).sort()).toEqual([...own].sort())
})

test('opt-out reply: counts once, and adds to an entry of the account', async () => {
  const phone = freshPhone()
  const refuse = () => run((tx, account) => optOut(tx, account, { phone, signatureId, source: 'reply', now }))
  expect(await refuse()).toBe(true)
  expect(await refuse()).toBe(false)
  await add([phone])
  expect((await entriesOf(phone)).rows.map(row => [row.level, row.source, row.signatureText, row.addedBy])).toEqual([
    ['account', 'manual', null, '张三'],
    ['signature', 'reply', '云溪书店', null],
  ])
})

test('entry of the account: becomes an opt-out when the person replies; a complaint ranks above both', async () => {
  const phone = freshPhone()
  await add([phone], { signatureId, scope: 'all' })
  const refuse = (source: 'reply' | 'complaint') => run((tx, account) => optOut(tx, account, { phone, signatureId, source, now }))
  expect(await refuse('reply')).toBe(false)
  const entry = firstOrThrow((await entriesOf(phone)).rows)
  expect(entry).toMatchObject({ source: 'reply', scope: 'all', reason: '客户要求' })
  expect(await refusalOf(remove([entry.blacklistId]))).toBe('blacklist_consent_needed')
  expect(await refuse('complaint')).toBe(false)
  expect(await refuse('reply')).toBe(false)
  expect(firstOrThrow((await entriesOf(phone)).rows).source).toBe('complaint')
})

test('removed number: can be messaged and added again; its row records who removed it and why', async () => {
  const phone = freshPhone()
  await add([phone])
  const entry = firstOrThrow((await entriesOf(phone)).rows)
  expect(await remove([entry.blacklistId])).toEqual({ removedCount: 1, keptCount: 0 })
  expect(await blocked(phone, 'marketing')).toBe(false)
  expect(await refusalOf(remove([entry.blacklistId]))).toBe('not_found')
  expect(await add([phone])).toMatchObject({ addedCount: 1 })
  const kept = await run((tx, account) =>
    tx.selectFrom('blacklist').selectAll().where('accountId', '=', account).where('blacklistId', '=', entry.blacklistId).executeTakeFirst(),
  )
  expect(kept).toMatchObject({ removalReason: '误加', removedBy: owner.memberId, removedAt: now })
})

test('removal: an opt-out needs new consent, complaints are kept and the others removed', async () => {
  const [replied, complained, added] = [freshPhone(), freshPhone(), freshPhone()]
  await run((tx, account) => optOut(tx, account, { phone: replied, signatureId, source: 'reply', now }))
  await run((tx, account) => optOut(tx, account, { phone: complained, signatureId: null, source: 'complaint', now }))
  await add([added])
  const idOf = async (phone: string) => firstOrThrow((await entriesOf(phone)).rows).blacklistId
  const [first, second, third] = [await idOf(replied), await idOf(complained), await idOf(added)]
  expect(await refusalOf(remove([third, first]))).toBe('blacklist_consent_needed')
  expect(await blocked(added, 'marketing')).toBe(true)
  expect(await refusalOf(remove([second], agreed))).toBe('blacklist_complaint')
  const whole = { blacklistIds: [third, second], reason: '误加', consent: agreed, isWhole: true, memberId: owner.memberId, now }
  expect(await refusalOf(run((tx, account) => removeFromBlacklist(tx, account, whole)))).toBe('blacklist_complaint')
  expect(await remove([third, second, first], agreed)).toEqual({ removedCount: 2, keptCount: 1 })
  expect(await blocked(complained, 'marketing')).toBe(true)
  expect(firstOrThrow((await entriesOf(replied, 'removed')).rows).removal).toEqual({ at: now, by: '张三', reason: '误加', consent: agreed })
  expect(firstOrThrow((await entriesOf(added, 'removed')).rows).removal).toMatchObject({ consent: null })
})

test('entries of a filter: counted by source, and given as long as they are as many as were counted', async () => {
  const sender = await createAccount(database.db)
  const phones = Array.from({ length: 3 }, freshPhone)
  const [replied, complained] = [freshPhone(), freshPhone()]
  const own = <T>(work: (tx: Tx, account: AccountId) => Promise<T>) => run(work, sender.account)
  await own((tx, id) => addToBlacklist(tx, id, { ...byHand, numbers: phones, memberId: sender.memberId }))
  await own((tx, id) => optOut(tx, id, { phone: replied, signatureId: null, source: 'reply', now }))
  await own((tx, id) => optOut(tx, id, { phone: complained, signatureId: null, source: 'complaint', now }))
  expect(await own((tx, id) => countBlacklist(tx, id, {}, now))).toEqual({ count: 5, ownCount: 1, complaintCount: 1 })
  const given = (count: number) => own((tx, id) => matchingEntries(tx, id, { filter: {}, count, now }))
  expect(await given(5)).toHaveLength(5)
  expect(await refusalOf(given(4))).toBe('blacklist_changed')
  expect(await refusalOf(given(6))).toBe('blacklist_changed')
  const added = await own((tx, id) => matchingEntries(tx, id, { filter: { source: 'import' }, count: 3, now }))
  expect(added).toHaveLength(3)
})

test('signatures and entries of other accounts are not found', async () => {
  const other = await createAccount(database.db)
  const phone = freshPhone()
  await add([phone])
  const entry = firstOrThrow((await entriesOf(phone)).rows)
  const asOther = { memberId: other.memberId, now }
  const taking = run(
    (tx, id) => removeFromBlacklist(tx, id, { blacklistIds: [entry.blacklistId], reason: '试试', consent: agreed, ...asOther }),
    other.account,
  )
  expect(await refusalOf(taking)).toBe('not_found')
  const using = run(
    (tx, id) => addToBlacklist(tx, id, { numbers: [phone], signatureId, scope: 'all', reason: '', expiresAt: null, ...asOther }),
    other.account,
  )
  expect(await refusalOf(using)).toBe('not_found')
})

test('list: filters by level and source, pages by cursor', async () => {
  const { account, memberId } = await createAccount(database.db)
  const phones = Array.from({ length: 5 }, freshPhone)
  await run(
    (tx, id) => addToBlacklist(tx, id, { numbers: phones, signatureId: null, scope: 'all', reason: '', expiresAt: null, memberId, now }),
    account,
  )
  await run((tx, id) => optOut(tx, id, { phone: firstOrThrow(phones), signatureId: newId(), source: 'reply', now }), account)
  const list = (input: Partial<Parameters<typeof listBlacklist>[2]>) =>
    run((tx, id) => listBlacklist(tx, id, { state: 'active', pageSize: 4, ...input }, now), account)
  const first = await list({})
  const second = await list({ cursor: first.nextCursor ?? '' })
  expect([...first.rows, ...second.rows].map(row => row.phone)).toEqual([phones[0], ...phones.toReversed()])
  expect(second.nextCursor).toBeNull()
  expect((await list({ source: 'reply' })).rows).toHaveLength(1)
  expect((await list({ level: 'signature' })).rows).toHaveLength(1)
  expect((await list({ level: 'account', phone: phones[3] })).rows.map(row => row.phone)).toEqual([phones[3]])
})
