import pino from 'pino'
import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { placeOrder } from '#domain/orders/order.ts'
import { beginPayment } from '#domain/payments/order-payment.ts'
import { GatewayFailed, type GatewayName, type PaymentGateway } from '#payment/gateway.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { endOrders } from './end-orders.ts'

const database = prepareTestDatabase()

const start = new Date('2026-11-20T02:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

/** A gateway without payments that can be made unavailable. */
function openGateway() {
  let isAway = true
  const away = () => (isAway ? Promise.reject(new GatewayFailed('away')) : Promise.resolve(null))
  const gateway = { name: 'wechat', close: async () => void (await away()), query: away } as unknown as PaymentGateway
  return { gateways: new Map<GatewayName, PaymentGateway>([['wechat', gateway]]), comeBack: () => (isAway = false) }
}

test('an order expires at its time; an unavailable gateway delays only its own orders', async () => {
  const { account, memberId } = await createAccount(database.db)
  const place = (now: Date) =>
    asAccount(database.db, account, tx =>
      placeOrder(tx, account, { packageId: '3001', quantity: 1, paymentMethod: 'wechat', memberId, now }),
    )
  // Rows of the same time have no defined order.
  const [begun, idle] = [await place(new Date(start.getTime() - 1)), await place(start)]
  await asAccount(database.db, account, tx => beginPayment(tx, account, begun, { paymentMethod: 'wechat', memberId, now: start }))
  const { gateways, comeBack } = openGateway()
  const runAt = (now: Date) =>
    endOrders(gateways).run({ db: database.platformDb, now: () => now, logger: pino({ level: 'silent' }) } as never)
  const states = () =>
    asAccount(database.db, account, tx =>
      tx.selectFrom('packageOrder').select(['orderId', 'state', 'checkAt']).where('accountId', '=', account).orderBy('orderId').execute(),
    )
  await runAt(after(limits.orderMinutes - 1))
  expect((await states()).map(row => row.state)).toEqual(['waiting', 'waiting'])
  await runAt(after(limits.orderMinutes))
  expect(await states()).toEqual([
    { orderId: begun, state: 'waiting', checkAt: after(limits.orderMinutes + 1) },
    { orderId: idle, state: 'expired', checkAt: null },
  ])
  comeBack()
  await runAt(after(limits.orderMinutes))
  expect(firstOrThrow(await states()).state).toBe('waiting')
  await runAt(after(limits.orderMinutes + 1))
  expect(firstOrThrow(await states()).state).toBe('expired')
})
