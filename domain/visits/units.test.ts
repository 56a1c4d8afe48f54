import { beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { holdCharge } from '#domain/ledger/charge.ts'
import { grantSegments } from '#domain/ledger/credit.ts'
import { bookTransfers } from '#domain/ledger/transfer.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { createAccount, giveLinkUnits } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { consumeLinkUnits, isRecording, meterVisits, unitsOf } from './units.ts'

const now = new Date('2026-11-21T02:00:00Z')
const database = prepareTestDatabase()
let db: Db
beforeAll(async () => {
  db = database.db
})

const take = (account: AccountId, count: number) =>
  asAccount(db, account, tx => consumeLinkUnits(tx, account, count, { now, referenceId: null }))
const meter = (account: AccountId, count: number) => asAccount(db, account, tx => meterVisits(tx, account, count, now))
const give = (account: AccountId, count: number, dayCount?: number) =>
  asAccount(db, account, tx => giveLinkUnits(tx, account, count, dayCount, now))
const units = (account: AccountId) => asAccount(db, account, tx => unitsOf(tx, account, now))
const problems = (account: AccountId) => asAccount(db, account, tx => verifyLedger(tx, account))

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )

test('link units are consumed from the package that expires first, across several, never from an expired one', async () => {
  const { account } = await createAccount(db)
  await give(account, 100, -0.5)
  for (let index = 0; index < 12; index += 1) await give(account, 2, 20 - index)
  await take(account, 19)
  expect(await units(account)).toMatchObject({ total: 8, used: 3, over: 0, warning: null })
  await expect(take(account, 6)).rejects.toThrow('短链套餐余量不足，还差1次，请购买短链套餐')
  expect(await units(account)).toMatchObject({ used: 3 })
  expect(await problems(account)).toEqual([])
})

test('of a hundred concurrent requests on ten units, exactly ten are served', async () => {
  const { account } = await createAccount(db)
  await give(account, 17)
  await give(account, 13, 5)
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => outcomeOf(take(account, 3))))
  expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(10)
  expect(outcomes.filter(outcome => outcome === 'link_units_insufficient')).toHaveLength(90)
  expect(await units(account)).toMatchObject({ total: 13, used: 13, over: 0, warning: 100 })
  expect(await problems(account)).toEqual([])
})

test('links and visits at once consume all remaining units; the rest counts as over the limit', async () => {
  const { account } = await createAccount(db)
  await give(account, 100)
  const [taken, metered] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => outcomeOf(take(account, 2)))),
    Promise.all(Array.from({ length: 35 }, () => meter(account, 2))),
  ])
  const made = taken.filter(outcome => outcome === 'done').length
  expect(metered).not.toContain(false)
  expect(await units(account)).toMatchObject({ total: 100, used: 100, over: 70 - (100 - made * 2), warning: 100 })
  expect(await problems(account)).toEqual([])
})

test('visits are recorded up to 120 percent, with warnings before, and again once a package is bought', async () => {
  const { account } = await createAccount(db)
  await give(account, 100)
  const seen = []
  for (const count of [79, 1, 25, 10, 5, 1]) seen.push([await meter(account, count), (await units(account)).warning])
  expect(seen).toEqual([
    [true, null],
    [true, 80],
    [true, 100],
    [true, 100],
    [true, 120],
    [false, 120],
  ])
  expect(await units(account)).toMatchObject({ used: 100, over: 20 })
  await give(account, 10)
  expect(await units(account)).toMatchObject({ total: 10, used: 0, over: 0, warning: null })
  expect(await meter(account, 1)).toBe(true)
})

test('without a package no visit is recorded and no link is created', async () => {
  const { account } = await createAccount(db)
  expect(await meter(account, 1)).toBe(false)
  expect(await asAccount(db, account, tx => isRecording(tx, account, now))).toBe(false)
  expect(await outcomeOf(take(account, 1))).toBe('link_units_insufficient')
})

test('link units never pay for messages, nor message packages for links', async () => {
  const { account } = await createAccount(db, { whenEmpty: 'stop' })
  await give(account, 100)
  expect((await asAccount(db, account, tx => balancesOf(tx, account))).grants).toEqual([])
  expect(await outcomeOf(asAccount(db, account, tx => holdCharge(tx, account, 'transactional', new Map([[1, 1]]), { now })))).toBe(
    'balance_insufficient',
  )
  const other = await createAccount(db)
  const grantId = newId()
  const ends = new Date(now.getTime() + 86_400_000)
  await asAccount(db, other.account, tx =>
    grantSegments(tx, other.account, {
      grantId,
      kind: 'general',
      name: '通用',
      segmentCount: 9,
      source: 'gift',
      startsAt: now,
      expiresAt: ends,
    }),
  )
  expect(await outcomeOf(take(other.account, 1))).toBe('link_units_insufficient')
  const linkGrant = await give(other.account, 9)
  const mixed = asAccount(db, other.account, tx =>
    bookTransfers(tx, other.account, [
      {
        transferId: newId(),
        from: { purpose: 'available', grantId },
        to: { purpose: 'available', grantId: linkGrant },
        amount: 1,
        kind: 'adjust',
      },
    ]),
  )
  await expect(mixed).rejects.toThrow('hold different assets')
})

test('the check finds units that were used without being counted on a day', async () => {
  const { account } = await createAccount(db, { linkUnits: 10 })
  await asAccount(db, account, async tx => {
    await consumeLinkUnits(tx, account, 4, { now: new Date(), referenceId: null })
    await tx.updateTable('linkUse').set({ linkCount: 3 }).where('accountId', '=', account).execute()
  })
  expect((await problems(account)).join()).toMatch(/^4 link units of .* are spent, its days have 3$/)
})
