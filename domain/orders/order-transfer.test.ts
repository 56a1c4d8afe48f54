import { beforeAll, expect, test } from 'vitest'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { readTransferCode } from '#domain/payments/bank-account.ts'
import { closeOrder, ordersToEnd } from '#domain/payments/order-payment.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAccount } from '#test/support/account.ts'
import { importLines } from '#test/support/bank-statement.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { placeOrder } from './order.ts'
import { readOrder } from './order-list.ts'
import { awaitTransfer } from './order-transfer.ts'

const database = prepareTestDatabase()
let staffId: string
const now = new Date('2026-11-21T03:00:00Z')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)

beforeAll(async () => {
  const hired = { login: 'finance', name: '财务', role: 'finance', passwordHash: 'none', now } as const
  staffId = (await asPlatform(database.platformDb, tx => createStaff(tx, hired))).staffId
})

const own = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)

// 通用短信 5000条, for 240 yuan.
const price = 2_400_000
let serial = 0

async function customer(name: string, balanceHao = 0) {
  const { account, memberId } = await createAccount(database.db, { name })
  if (balanceHao > 0) await own(account, tx => recharge(tx, account, { transferId: newId(), amountHao: balanceHao, at: now }))
  const code = await own(account, tx => readTransferCode(tx, account))
  const place = (paymentMethod: 'bank' | 'balance' = 'bank', at = now) =>
    own(account, tx => placeOrder(tx, account, { packageId: '3001', quantity: 1, expectedHao: price, paymentMethod, memberId, now: at }))
  const transfer = (amountHao: number, at = now) => {
    serial += 1
    const line = {
      bankSerial: `T${serial}`,
      amountHao,
      payerName: name,
      payerAccount: '6222021234567890',
      memo: `货款 ${code}`,
      cameAt: at,
    }
    return asPlatform(database.platformDb, tx => importLines(tx, [line], { staffId, reason: '', now: at }))
  }
  const stateOf = async (orderId: string) => {
    const { state, paymentMethod, grant } = await own(account, tx => readOrder(tx, account, orderId))
    return [state, paymentMethod, grant !== null]
  }
  const balance = async () => (await own(account, tx => balancesOf(tx, account))).availableHao
  const notifications = async () =>
    (await own(account, tx => tx.selectFrom('notification').select('body').where('accountId', '=', account).execute())).map(row => row.body)
  return { account, place, transfer, stateOf, balance, notifications }
}

test('a bank transfer pays the order that waits for it, at its price, and the rest stays in the balance', async () => {
  const { account, place, transfer, stateOf, balance, notifications } = await customer('杭州云栖有限公司')
  const orderId = await place()
  expect(await transfer(price + 100)).toMatchObject({ creditedCount: 1 })
  expect(await stateOf(orderId)).toEqual(['paid', 'bank', true])
  expect(await balance()).toBe(100)
  expect((await notifications())[0]).toMatch(/已计入可用余额。已支付订单D\d+（通用/)
  expect(await own(account, tx => verifyLedger(tx, account))).toEqual([])
})

test('an insufficient transfer leaves the order waiting and says what is missing; the next one pays together with the balance', async () => {
  const { place, transfer, stateOf, balance, notifications } = await customer('宁波远帆有限公司')
  const orderId = await place()
  await transfer(price - 1_000_000)
  expect(await stateOf(orderId)).toEqual(['waiting', 'bank', false])
  expect((await notifications())[0]).toContain('还差¥100.00，到账后自动支付')
  await transfer(1_000_000)
  expect(await stateOf(orderId)).toEqual(['paid', 'bank', true])
  expect(await balance()).toBe(0)
})

test('transfers pay only orders by transfer, oldest first, while the balance covers them whole', async () => {
  const { place, transfer, stateOf, balance } = await customer('温州瓯江有限公司', price - 100)
  const [byBalance, first, second] = [
    await place('balance'),
    await place('bank', new Date(now.getTime() + 1)),
    await place('bank', days(1)),
  ]
  await transfer(200, days(1))
  expect([await stateOf(byBalance), await stateOf(first), await stateOf(second)]).toEqual([
    ['waiting', 'balance', false],
    ['paid', 'bank', true],
    ['waiting', 'bank', false],
  ])
  expect(await balance()).toBe(100)
})

test('an order waits seven days for its transfer; a later transfer goes to the balance', async () => {
  const { account, place, transfer, stateOf, balance } = await customer('绍兴越剑有限公司')
  const orderId = await place('balance')
  await own(account, tx => awaitTransfer(tx, account, orderId, new Date(now.getTime() + 60_000)))
  const isDue = async (at: Date) => (await ordersToEnd(database.platformDb, at, 50)).some(one => one.orderId === orderId)
  expect([await isDue(days(6.9)), await isDue(days(7))]).toEqual([false, true])
  await closeOrder(database.db, account, orderId, { gateways: new Map(), reason: 'expired', now: days(7) })
  await transfer(price, days(8))
  expect(await stateOf(orderId)).toEqual(['expired', 'bank', false])
  expect(await balance()).toBe(price)
})

test('a package that got dearer meanwhile is bought at the price of the order', async () => {
  const { place, transfer, stateOf, balance } = await customer('湖州太湖有限公司')
  const orderId = await place()
  const {
    packageId,
    version: _,
    startsAt: __,
    createdAt: ___,
    tiers: ____,
    ...sold
  } = await database.platformDb.selectFrom('packageVersion').selectAll().where('packageId', '=', 3001).executeTakeFirstOrThrow()
  const dearer = { ...sold, packageId, version: 2, priceHao: price + 500_000, listPriceHao: price + 500_000, startsAt: days(1) }
  await database.platformDb.insertInto('packageVersion').values(dearer).execute()
  await transfer(price, days(2))
  expect(await stateOf(orderId)).toEqual(['paid', 'bank', true])
  expect(await balance()).toBe(0)
})
