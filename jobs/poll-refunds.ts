import { refundsToPoll, requestRefund } from '#domain/payments/index.ts'
import type { Gateways } from '#payment/settings.ts'
import type { PeriodicWork } from './task.ts'

const maxAtOnce = 50

/** Requests approved refunds from the gateways, and polls for their outcome. */
export const pollRefunds = (gateways: Gateways): PeriodicWork => ({
  name: 'ask-refunds',
  everyMs: 5_000,
  run: async ({ db, now, logger }) => {
    for (const { account, refundId } of await refundsToPoll(db, now(), maxAtOnce)) {
      const state = await requestRefund(db, account, refundId, gateways, now())
      if (state === 'failed') logger.warn({ refundId }, 'the gateway refuses a refund; staff and customer are asked')
    }
  },
})
