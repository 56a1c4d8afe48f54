import { z } from 'zod'
import { accountUuid } from '#contract/scalars.ts'
import { answerOptOut } from '#domain/unsubscribe/index.ts'
import type { JobTask } from './task.ts'

const payloadSchema = z.object({ accountId: accountUuid, inboundId: z.uuid() })

/** Replies to a phone that opted out. */
export const answerOptOutTask: JobTask = async (payload, { db, now }) => {
  const { accountId, inboundId } = payloadSchema.parse(payload)
  await answerOptOut(db, accountId, inboundId, now())
}
