import { postponePolling, queryGateway, rechargesToPoll } from '#domain/payments/index.ts'
import { GatewayFailed } from '#payment/gateway.ts'
import type { Gateways } from '#payment/settings.ts'
import type { PeriodicWork } from './task.ts'

const maxAtOnce = 50
const againMs = 60_000

/** Polls the gateways for payments without a webhook, and closes expired ones. */
export const pollPayments = (gateways: Gateways): PeriodicWork => ({
  name: 'ask-payments',
  everyMs: 5_000,
  run: async ({ db, now, logger }) => {
    for (const { account, rechargeId } of await rechargesToPoll(db, now(), maxAtOnce)) {
      try {
        await queryGateway(db, account, rechargeId, gateways, now())
      } catch (error) {
        if (!(error instanceof GatewayFailed)) throw error
        logger.warn({ err: error, rechargeId }, 'the gateway did not say what became of a payment; it is asked again')
        await postponePolling(db, account, rechargeId, new Date(now().getTime() + againMs))
      }
    }
  },
})
