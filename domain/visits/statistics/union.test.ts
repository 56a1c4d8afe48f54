import { beforeAll, expect, test } from 'vitest'
import { asAccount, asPlatform } from '#db/connect.ts'
import { linkTotals, newAndReturning, visitFigures, visitSeries } from '#domain/visit-statistics/statistics/read.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { seeded } from '#test/support/engine.ts'
import { createLinks } from '#test/support/links.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { newPart } from './part.ts'
import { dayOf } from './step.ts'
import { writeParts } from './store.ts'

const now = new Date('2026-11-20T04:00:00Z')
const today = dayOf(now)
const random = seeded(3)
const people = Array.from({ length: 400_000 }, () => Math.floor(random() * 2 ** 21) * 2 ** 32 + Math.floor(random() * 2 ** 32))
/** Four standard errors. */
const error = 0.0081 * 4

const database = prepareTestDatabase()
let account: AccountId
beforeAll(async () => {
  account = (await createAccount(database.db)).account
  await asPlatform(database.platformDb, tx =>
    tx
      .insertInto('visitMark')
      .values({ accountId: account, hour: today * 24, day: today })
      .execute(),
  )
})

/** A link with past days, each visited by a run of persons. */
async function linkOf(days: readonly (readonly [from: number, count: number])[]): Promise<string> {
  const link = firstOrThrow(await createLinks(database.platformDb, account, 1))
  const parts = days.map(([from, count], index) => {
    const part = newPart(link.linkId, today - days.length + index)
    part.pv = count
    for (let person = from; person < from + count; person += 1) {
      part.visitors.add(people[person]!)
      part.addresses.add(itemOrThrow(people, person % 1_000))
    }
    return part
  })
  await asPlatform(database.platformDb, tx => writeParts(tx, 'visitDay', account, parts))
  return link.linkId
}
const lastDays = (count: number) => ({ from: chinaDayStart(now, -count), until: chinaDayStart(now, 1) })
const figures = (linkId: string, days: number) =>
  asAccount(database.db, account, tx => visitFigures(tx, account, { kind: 'link', linkId }, lastDays(days)))

test('fewer than 100,000 distinct visitors over many days are counted exactly', async () => {
  const linkId = await linkOf(Array.from({ length: 4 }, (_, day) => [day * 5_000, 70_000] as const))
  expect(await figures(linkId, 4)).toEqual({ pv: 280_000, uv: 85_000, ip: 1_000, bots: 0, isExact: true })
})

test('many visitors of days that are exact by themselves are an estimate together', async () => {
  const linkId = await linkOf(Array.from({ length: 4 }, (_, day) => [day * 70_000, 70_000] as const))
  const { uv, isExact, ip } = await figures(linkId, 4)
  expect(isExact).toBe(false)
  expect(Math.abs(uv / 280_000 - 1)).toBeLessThan(error)
  expect(ip).toBe(1_000)
  const days = await asAccount(database.db, account, tx =>
    visitSeries(tx, account, { kind: 'link', linkId }, { range: lastDays(4), step: 'day' }),
  )
  expect(days.map(day => [day.uv, day.isExact])).toEqual([...Array(4).fill([70_000, true]), [0, true]])
})

test('new and returning visitors are told apart between a day of more than 100,000 and a small one', async () => {
  const linkId = await linkOf([
    [0, 180_000],
    [170_000, 20_000],
  ])
  const { uv, isExact } = await figures(linkId, 2)
  expect(isExact).toBe(false)
  expect(Math.abs(uv / 190_000 - 1)).toBeLessThan(error)
  expect(await figures(linkId, 1)).toMatchObject({ uv: 20_000, isExact: true })
  const visitors = await asAccount(database.db, account, tx => newAndReturning(tx, account, { kind: 'link', linkId }, lastDays(1)))
  expect(visitors.newVisitors + visitors.returningVisitors).toBe(20_000)
  // The error is relative to all visitors that are compared.
  expect(Math.abs(visitors.newVisitors - 10_000)).toBeLessThan(190_000 * error)
})

test('a link without visits is in the list with zeros', async () => {
  const linkId = newId()
  const totals = await asAccount(database.db, account, tx => linkTotals(tx, account, [linkId], '2026-11-20'))
  expect(totals.get(linkId)).toEqual({ pvToday: 0, uvToday: 0, pvTotal: 0, uvTotal: 0 })
})
