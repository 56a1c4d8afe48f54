import { expect, test } from 'vitest'
import { asAccount, type Tx } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { deleteAutoRenewal, listRebuys, rebuy, renewAll, saveAutoRenewal } from './rebuy.ts'

const database = prepareTestDatabase()

const now = new Date('2026-11-21T03:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
const own = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
// 通用短信 5000条, for 240 yuan.
const price = 2_400_000

async function customer({ balanceHao = 10 * price, left = 0, threshold = 1_000, monthCapHao = 10 * price } = {}) {
  const { account, memberId } = await createAccount(database.db)
  await own(account, async tx => {
    if (balanceHao > 0) await recharge(tx, account, { transferId: newId(), amountHao: balanceHao, at: now })
    const gift = { grantId: newId(), kind: 'general', name: '赠送', source: 'gift', startsAt: now, expiresAt: minutes(60_000) } as const
    if (left > 0) await grantSegments(tx, account, { ...gift, segmentCount: left })
    await saveAutoRenewal(tx, account, { packageId: '3001', expectedHao: price, thresholdCount: threshold, monthCapHao, memberId, now })
  })
  const balance = async () => (await own(account, tx => balancesOf(tx, account))).availableHao
  const rule = async (at = now) => (await own(account, tx => listRebuys(tx, account, at))).rules[0]
  const notificationTitles = async () =>
    (await own(account, tx => tx.selectFrom('notification').select('title').where('accountId', '=', account).execute())).map(
      row => row.title,
    )
  return { account, memberId, balance, rule, notificationTitles }
}

test('automatic renewal buys one package below the threshold, also when run concurrently, and none above it', async () => {
  const { account, balance, rule, notificationTitles } = await customer({ left: 999 })
  const bought = await Promise.all(Array.from({ length: 10 }, () => own(account, tx => rebuy(tx, account, 'general', now))))
  expect(bought.filter(one => one !== null)).toHaveLength(1)
  expect(await balance()).toBe(9 * price)
  expect(await rule()).toMatchObject({ name: '通用短信 5000条', spentHao: price, problem: null })
  expect(await notificationTitles()).toEqual(['已自动续购“通用短信 5000条”'])
  expect(await own(account, tx => verifyLedger(tx, account))).toEqual([])
  const enough = await customer({ left: 1_000 })
  expect(await own(enough.account, tx => rebuy(tx, enough.account, 'general', now))).toBeNull()
})

test('the job renews for accounts with enough balance, and notifies the others of the reason once a day', async () => {
  const rich = await customer()
  const poor = await customer({ balanceHao: price - 100 })
  expect(await renewAll(database.platformDb, now)).toBe(1)
  expect([await rich.balance(), await poor.balance()]).toEqual([9 * price, price - 100])
  expect((await poor.rule())?.problem).toContain('¥0.01')
  for (const at of [minutes(1), minutes(11), minutes(22)]) await renewAll(database.platformDb, at)
  expect(await poor.notificationTitles()).toEqual(['没能自动续购“通用短信 5000条”'])
  await renewAll(database.platformDb, minutes(1_500))
  expect(await poor.notificationTitles()).toHaveLength(2)
  // Money that arrives is used at the next run.
  await own(poor.account, tx => recharge(tx, poor.account, { transferId: newId(), amountHao: 100, at: minutes(1_501) }))
  expect(await renewAll(database.platformDb, minutes(1_511))).toBe(1)
  expect(await poor.rule(minutes(1_511))).toMatchObject({ problem: null, spentHao: price })
})

test('automatic renewal stays below the cap of a calendar month in China; the next month starts at zero', async () => {
  const { account, balance, rule } = await customer({ threshold: 99_999, monthCapHao: 2 * price + 100 })
  const renew = async (at: Date) => (await own(account, tx => rebuy(tx, account, 'general', at).catch(error => error.code))) as unknown
  expect([await renew(now), await renew(minutes(1)), await renew(minutes(2))]).toMatchObject([
    { amountHao: price },
    { amountHao: price },
    'rebuy_capped',
  ])
  expect(await balance()).toBe(8 * price)
  const december = new Date('2026-11-30T16:00:00Z')
  expect([(await rule(new Date(december.getTime() - 1)))?.spentHao, (await rule(december))?.spentHao]).toEqual([2 * price, 0])
  expect(await renew(december)).toMatchObject({ amountHao: price })
})

test("automatic renewal buys nothing at another price or after its rule is deleted; packages off sale can't have a rule", async () => {
  const { account, memberId } = await customer()
  await own(account, tx =>
    tx
      .updateTable('autoRenewalRule')
      .set({ priceHao: price - 100 })
      .where('accountId', '=', account)
      .execute(),
  )
  await expect(own(account, tx => rebuy(tx, account, 'general', now))).rejects.toMatchObject({ code: 'price_changed' })
  const wanted = { packageId: '3001', expectedHao: price, thresholdCount: 1, monthCapHao: price, memberId, now }
  await expect(own(account, tx => saveAutoRenewal(tx, account, { ...wanted, expectedHao: price - 100 }))).rejects.toMatchObject({
    code: 'price_changed',
  })
  await expect(own(account, tx => saveAutoRenewal(tx, account, { ...wanted, packageId: '999999' }))).rejects.toMatchObject({
    code: 'package_unavailable',
  })
  await own(account, tx => deleteAutoRenewal(tx, account, 'general'))
  expect(await own(account, tx => rebuy(tx, account, 'general', now))).toBeNull()
  await expect(own(account, tx => deleteAutoRenewal(tx, account, 'general'))).rejects.toMatchObject({ code: 'not_found' })
})
