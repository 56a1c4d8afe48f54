import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { couponCalls } from '#contract/orders/coupon.ts'
import { financeCalls } from '#contract/orders/finance.ts'
import { orderCalls } from '#contract/orders/order.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { createCoupon } from '#domain/orders/admin-coupon.ts'
import { setReceivingAccount } from '#domain/payments/bank-account.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

let now = new Date('2026-11-20T02:00:00Z')
const database = prepareTestDatabase()
let app: App
let base: string

beforeAll(async () => {
  app = await createCustomerApp({ db: database.db, secret: 'a secret of at least thirty-two characters', now: () => now })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  const coupon = {
    code: 'REAL2026',
    name: '新客立减',
    kind: 'amount' as const,
    off: 200_000,
    minimumHao: 1_000_000,
    startsAt: new Date('2026-11-01T00:00:00Z'),
    endsAt: new Date('2026-12-01T00:00:00Z'),
    totalLimit: null,
    accountLimit: null,
    packageIds: ['3001'],
  }
  await asPlatform(database.platformDb, tx => createCoupon(tx, coupon, { staffId: newId(), now }))
})
afterAll(() => app.close())

async function createBuyer() {
  const { account, memberId } = await createAccount(database.db)
  await asAccount(database.db, account, tx => recharge(tx, account, { transferId: newId(), amountHao: 10_000_000 }))
  const cookie = await createSessionCookie(database.db, account, memberId)
  const answerOf = async (answer: Response) => {
    const { error } = z
      .looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }).optional() })
      .parse(await answer.json())
    return { status: answer.status, code: error?.code ?? 'done', message: error?.message, wait: answer.headers.get('retry-after') }
  }
  const check = async (couponCode: string, packageId = '3001') =>
    answerOf(
      await fetch(`${base}${couponCalls.check.path}?${new URLSearchParams({ couponCode, packageId, quantity: '1' })}`, {
        headers: { cookie },
      }),
    )
  const post = async (path: string, body: object) => {
    const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': newId() }
    return answerOf(await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) }))
  }
  const buy = (couponCode?: string) =>
    post(financeCalls.purchase.path, { packageId: '3001', quantity: 1, expectedHao: couponCode ? 2_200_000 : 2_400_000, couponCode })
  const order = (couponCode: string) =>
    post(orderCalls.create.path, { packageId: '3001', quantity: 1, expectedHao: 2_200_000, paymentMethod: 'bank', couponCode })
  return { check, buy, order }
}

test('coupon guessing stops an account for an hour, wherever it tries codes; purchases without one go on', async () => {
  const { check, buy } = await createBuyer()
  for (let tried = 0; tried < limits.couponTriesPerHour; tried++) {
    const guess = await (tried % 2 ? buy(`GUESS${tried}`) : check(`GUESS${tried}`))
    expect(guess).toMatchObject({ status: 409, code: 'coupon_unknown', message: '优惠码不存在，请检查后再试' })
  }
  const stopped = { status: 429, code: 'coupon_limited', message: '不存在的优惠码试得太多，请60分钟后再试', wait: '3600' }
  expect(await check('GUESS')).toEqual(stopped)
  expect(await check('REAL2026')).toEqual(stopped)
  expect(await buy('REAL2026')).toEqual(stopped)
  expect(await buy()).toMatchObject({ status: 200 })
  expect(await (await createBuyer()).check('REAL2026')).toMatchObject({ status: 200 })
  now = new Date(now.getTime() + 3_600_000)
  expect(await check('REAL2026')).toMatchObject({ status: 200 })
})

test('an existing coupon code can be checked any number of times, also where it does not apply', async () => {
  const { check, buy } = await createBuyer()
  for (let asked = 0; asked <= limits.couponTriesPerHour; asked++) {
    expect(await check('REAL2026')).toMatchObject({ code: 'done' })
    expect(await check('REAL2026', '1001')).toMatchObject({ code: 'coupon_barred' })
  }
  expect(await buy('REAL2026')).toMatchObject({ status: 200 })
})

test('concurrent guesses of coupons each count, also those in orders', async () => {
  const { check, order } = await createBuyer()
  const to = { holder: '鸿雁科技有限公司', accountNumber: '110060149018000123456', bank: '示例银行北京分行', bankCode: '301100000015' }
  await asPlatform(database.platformDb, tx => setReceivingAccount(tx, { ...to, staffId: null, now }))
  const guesses = await Promise.all(Array.from({ length: limits.couponTriesPerHour }, (_, index) => order(`GUESS${index}`)))
  expect(new Set(guesses.map(guess => guess.code))).toEqual(new Set(['coupon_unknown']))
  expect(await order('REAL2026')).toMatchObject({ code: 'coupon_limited' })
  expect(await check('REAL2026')).toMatchObject({ code: 'coupon_limited' })
})
