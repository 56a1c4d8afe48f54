import { z } from 'zod'
import type { OnlinePaymentMethod } from '#contract/payments/recharge.ts'
import { onlinePaymentMethodNames } from '#contract/payments/recharge.ts'
import { compareDay, daysToCompare } from '#domain/payments/index.ts'
import type { Gateways } from '#payment/settings.ts'
import { keysOf } from '#values/keys.ts'
import type { JobContext, JobTask, PeriodicWork } from './task.ts'

const payloadShape = z.object({ paymentMethod: z.enum(keysOf(onlinePaymentMethodNames)), day: z.string() })

async function compare(
  gateways: Gateways,
  { db, now, logger }: JobContext,
  paymentMethod: OnlinePaymentMethod,
  day: string,
): Promise<void> {
  const gateway = gateways.get(paymentMethod)
  if (!gateway) throw new Error(`the gateway ${paymentMethod} is not configured`)
  const state = await compareDay(db, gateway, day, now())
  // Carriers set their alarm on this log line (docs/operating/bank.md).
  if (state === 'differs') logger.error({ paymentMethod, day }, 'the books differ from the statement of the gateway')
  if (state === 'absent') logger.warn({ paymentMethod, day }, 'the gateway did not give its statement; it is asked again')
}

/** Reconciles each past day with the statements of the gateways, as soon as they are available. */
export const compareStatements = (gateways: Gateways): PeriodicWork => ({
  name: 'compare-statements',
  everyMs: 60_000,
  run: async context => {
    const due = await daysToCompare(context.db, [...gateways.keys()], context.now())
    for (const { paymentMethod, day } of due) await compare(gateways, context, paymentMethod, day)
  },
})

/** One day, at the request of staff. */
export const compareStatementTask =
  (gateways: Gateways): JobTask =>
  async (payload, context) => {
    const { paymentMethod, day } = payloadShape.parse(payload)
    await compare(gateways, context, paymentMethod, day)
  }
