import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import { accountUuid } from '#contract/scalars.ts'
import { asAccount } from '#db/connect.ts'
import { createMessageChunk, enqueueMessageCreation, recordNoChannel } from '#domain/broadcast/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { isDiskFull } from '#values/error.ts'
import { limits } from '#values/limits.ts'
import type { JobTask } from './task.ts'

const payloadSchema = z.object({ accountId: accountUuid, broadcastId: z.uuid() })
const pauseMs = 1_000
/** Until there may be room on the disk, or a channel. */
const obstaclePauseMs = 10_000

/**
 * Creates a broadcast's messages until all exist, it is stopped, or enough wait for the carrier: then it resumes a
 * second later. While the disk is nearly full it creates none, which leaves room for single messages and reports; nor
 * while the database's own disk is full, which may be another one, or no enabled channel would take them. That isn't a
 * failed job, whose pauses grow to hours.
 */
export const makeMessagesTask =
  (files: Files, minFreeBytes: number = limits.minFreeBytes): JobTask =>
  async (payload, { db, now }) => {
    const { accountId, broadcastId } = payloadSchema.parse(payload)
    const account = accountId
    const comeBack = (afterMs: number) =>
      asAccount(db, account, tx => enqueueMessageCreation(tx, account, broadcastId, new Date(now().getTime() + afterMs)))
    for (;;) {
      if ((await files.freeBytes()) < minFreeBytes) return comeBack(obstaclePauseMs)
      const result = await createMessageChunk(db, account, broadcastId, { now: now() }).catch(error => {
        if (isDiskFull(error)) return 'obstacle' as const
        if (error instanceof Refusal && error.code === 'channel_unavailable') return 'no_channel' as const
        throw error
      })
      if (result === 'no_channel') await recordNoChannel(db, account, broadcastId, now())
      if (result === 'obstacle' || result === 'no_channel') return comeBack(obstaclePauseMs)
      if (result === 'full') return comeBack(pauseMs)
      if (result !== 'more') return
    }
  }
