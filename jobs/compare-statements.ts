import { z } from 'zod'
import type { OnlineChannel } from '#contract/payments/recharge.ts'
import { onlineChannels } from '#contract/payments/recharge.ts'
import { compareDay, daysToCompare } from '#domain/payments/index.ts'
import type { Gateways } from '#payment/settings.ts'
import { keysOf } from '#values/keys.ts'
import type { JobContext, JobTask, PeriodicWork } from './task.ts'

const payloadShape = z.object({ channel: z.enum(keysOf(onlineChannels)), day: z.string() })

async function compare(gateways: Gateways, { db, now, logger }: JobContext, channel: OnlineChannel, day: string): Promise<void> {
  const gateway = gateways.get(channel)
  if (!gateway) throw new Error(`the gateway ${channel} is not configured`)
  const state = await compareDay(db, gateway, day, now())
  // Operators set their alarm on this log line (docs/operating/bank.md).
  if (state === 'differs') logger.error({ channel, day }, 'the books differ from the statement of the gateway')
  if (state === 'absent') logger.warn({ channel, day }, 'the gateway did not give its statement; it is asked again')
}

/** Reconciles each past day with the statements of the gateways, as soon as they are available. */
export const compareStatements = (gateways: Gateways): PeriodicWork => ({
  name: 'compare-statements',
  everyMs: 60_000,
  run: async context => {
    const due = await daysToCompare(context.db, [...gateways.keys()], context.now())
    for (const { channel, day } of due) await compare(gateways, context, channel, day)
  },
})

/** One day, at the request of staff. */
export const compareStatementTask =
  (gateways: Gateways): JobTask =>
  async (payload, context) => {
    const { channel, day } = payloadShape.parse(payload)
    await compare(gateways, context, channel, day)
  }
