import { z } from 'zod'
import { asAccount } from '#db/connect.ts'
import { makeChunk } from '#domain/sms/broadcast/make-messages.ts'
import { enqueueMaking } from '#domain/sms/broadcast/start.ts'
import type { AccountId } from '#values/id.ts'
import type { JobTask } from './task.ts'

const payloadSchema = z.object({ accountId: z.uuid(), broadcastId: z.uuid() })
const pauseMs = 1_000

/** Makes a broadcast's messages until all are made, it is stopped, or enough of them wait for the carrier: then it comes back a second later. */
export const makeMessagesTask: JobTask = async (payload, { db, now }) => {
  const { accountId, broadcastId } = payloadSchema.parse(payload)
  const account = accountId as AccountId
  let result = await makeChunk(db, account, broadcastId, { now: now() })
  while (result === 'more') result = await makeChunk(db, account, broadcastId, { now: now() })
  if (result === 'full') await asAccount(db, account, tx => enqueueMaking(tx, account, broadcastId, new Date(now().getTime() + pauseMs)))
}
