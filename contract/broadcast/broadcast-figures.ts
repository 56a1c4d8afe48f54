import { z } from 'zod'
import { moment } from '#contract/scalars.ts'
import { carriers } from '#values/phone.ts'

const count = z.number().int()

/** Counts of a broadcast's messages by outcome so far; `submitted` counts all that left the queue. */
export const counts = z.object({
  made: count,
  refused: count,
  canceled: count,
  submitted: count,
  delivered: count,
  failed: count,
  unknown: count,
})

/** Cause of failed delivery, with advice, and its codes. */
const failureCause = z.object({
  cause: z.string(),
  advice: z.string(),
  messageCount: count,
  codes: z.array(z.object({ code: z.string(), meaning: z.string(), messageCount: count })),
})
/** Outcomes of messages, by a property of their numbers; `awaitedCount`: with the carrier, without a report yet. */
const shares = { messageCount: count, deliveredCount: count, failedCount: count, unknownCount: count, awaitedCount: count }

export const breakdown = z.object({
  /** Most frequent first. */
  causes: z.array(failureCause),
  carriers: z.array(z.object({ carrier: z.enum(carriers), ...shares })),
  /** Largest first; empty: the number's province is unknown. */
  provinces: z.array(z.object({ province: z.string(), ...shares })),
  /** What happened in each span, without gaps; the last one has everything later as well. */
  spanSeconds: count,
  times: z.array(z.object({ at: moment, submittedCount: count, deliveredCount: count, clickedCount: count })),
})

/** Cost so far, in hao of money and in segments: held, posted for delivered messages, voided for all others. */
export const costFields = {
  estimatedHao: count,
  heldHao: count,
  postedHao: count,
  voidedHao: count,
  postedSegments: count,
  voidedSegments: count,
}

/** Sums over a list of broadcasts. */
export const listSums = z.object({
  broadcastCount: count,
  phoneCount: count,
  submittedCount: count,
  deliveredCount: count,
  failedCount: count,
  unknownCount: count,
  postedSegments: count,
  postedHao: count,
})
