import { z } from 'zod'

const count = z.number().int()

/** What the owner of a channel measures every few seconds. */
export const channelLoad = z.object({
  /** When it was first measured like this. */
  at: z.string(),
  /** Parts that were written since the measurement before. */
  partsPerSecond: z.number(),
  links: z.array(
    z.object({
      /** From one. */
      link: count,
      isBound: z.boolean(),
      /** Parts without an answer, of those that may be without one now. */
      outstanding: count,
      window: count,
      /** Why it is not bound. */
      problem: z.string().nullable(),
    }),
  ),
})
export type ChannelLoad = z.output<typeof channelLoad>
