import { z } from 'zod'
import { optOutPageActs, optOutScopes } from '#contract/unsubscribe/opt-out-page.ts'
import { grantEverywhere } from '#domain/unsubscribe/index.ts'
import type { JobTask } from './task.ts'

const input = z.object({
  recordId: z.uuid(),
  phone: z.string(),
  act: z.enum(optOutPageActs),
  scope: z.enum(optOutScopes),
  words: z.string(),
  address: z.string(),
  agent: z.string(),
  at: z.coerce.date(),
})

/** Applies an opt-out from the opt-out page that names no sender to every sender. */
export const optOutEverywhere: JobTask = async (payload, { db, logger }) => {
  const accounts = await grantEverywhere(db, input.parse(payload))
  logger.info({ accounts }, 'a wish of the opt-out page is granted everywhere')
}
