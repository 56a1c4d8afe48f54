import { z } from 'zod'
import { answerOptOut } from '#domain/unsubscribe/index.ts'
import type { AccountId } from '#values/id.ts'
import type { JobTask } from './task.ts'

const payloadSchema = z.object({ accountId: z.uuid(), inboundId: z.uuid() })

/** Replies to a phone that opted out. */
export const answerOptOutTask: JobTask = async (payload, { db, now }) => {
  const { accountId, inboundId } = payloadSchema.parse(payload)
  await answerOptOut(db, accountId as AccountId, inboundId, now())
}
