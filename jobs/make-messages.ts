import { z } from 'zod'
import { accountUuid } from '#contract/scalars.ts'
import { asAccount } from '#db/connect.ts'
import { enqueueMaking, makeChunk } from '#domain/broadcast/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { limits } from '#values/limits.ts'
import type { JobTask } from './task.ts'

const payloadSchema = z.object({ accountId: accountUuid, broadcastId: z.uuid() })
const pauseMs = 1_000
const fullDiskPauseMs = 10_000

/**
 * Creates a broadcast's messages until all exist, it is stopped, or enough wait for the carrier: then it resumes a
 * second later. While the disk is nearly full it creates none, which leaves room for single messages and reports.
 */
export const makeMessagesTask =
  (files: Files, leastFreeBytes: number = limits.leastFreeBytes): JobTask =>
  async (payload, { db, now }) => {
    const { accountId, broadcastId } = payloadSchema.parse(payload)
    const account = accountId
    const comeBack = (afterMs: number) =>
      asAccount(db, account, tx => enqueueMaking(tx, account, broadcastId, new Date(now().getTime() + afterMs)))
    for (;;) {
      if ((await files.freeBytes()) < leastFreeBytes) return comeBack(fullDiskPauseMs)
      const result = await makeChunk(db, account, broadcastId, { now: now() })
      if (result === 'full') return comeBack(pauseMs)
      if (result !== 'more') return
    }
  }
