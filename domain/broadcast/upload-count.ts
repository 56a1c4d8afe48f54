import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { countUp } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

const hourMs = 3_600_000

/** Counts an upload that is made of stored numbers among those of the hour. Refuses `too_many_requests`. */
export async function countUploads(tx: Tx, account: AccountId, now: Date): Promise<void> {
  const waitMs = await countUp(tx, `upload:${account}`, { windowMs: hourMs, most: limits.uploadsPerHour }, now)
  if (waitMs > 0) refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) })
}
