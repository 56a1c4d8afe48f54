import { Refusal } from '#contract/refusals.ts'
import { closeOrder, ordersToEnd, postponeEnding } from '#domain/payments/index.ts'
import { GatewayFailed } from '#payment/gateway.ts'
import type { Gateways } from '#payment/settings.ts'
import type { PeriodicWork } from './task.ts'

const maxAtOnce = 50
const againMs = 60_000

/** Expires orders that were not paid in time, first at the gateways. */
export const endOrders = (gateways: Gateways): PeriodicWork => ({
  name: 'end-orders',
  everyMs: 10_000,
  run: async ({ db, now, logger }) => {
    for (const { account, orderId } of await ordersToEnd(db, now(), maxAtOnce)) {
      try {
        await closeOrder(db, account, orderId, { gateways, reason: 'expired', now: now() })
      } catch (error) {
        // Paid or canceled since the list was read.
        if (error instanceof Refusal && error.code === 'state_forbids') continue
        if (!(error instanceof GatewayFailed)) throw error
        logger.warn({ err: error, orderId }, 'the gateway did not close the payment of an order; it is asked again')
        await postponeEnding(db, account, orderId, new Date(now().getTime() + againMs))
      }
    }
  },
})
