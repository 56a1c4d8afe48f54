import { z } from 'zod'
import { landingActs, landingScopes } from '#contract/unsubscribe/landing.ts'
import { grantEverywhere } from '#domain/unsubscribe/index.ts'
import { keysOf } from '#values/keys.ts'
import type { JobTask } from './task.ts'

const input = z.object({
  recordId: z.uuid(),
  phone: z.string(),
  act: z.enum(keysOf(landingActs)),
  scope: z.enum(keysOf(landingScopes)),
  words: z.string(),
  address: z.string(),
  agent: z.string(),
  at: z.coerce.date(),
})

/** Applies an opt-out from the landing page that names no sender to every sender. */
export const landingEverywhere: JobTask = async (payload, { db, logger }) => {
  const accounts = await grantEverywhere(db, input.parse(payload))
  logger.info({ accounts }, 'a wish of the landing page is granted everywhere')
}
