import { z } from 'zod'
import { accountUuid } from '#contract/scalars.ts'
import type { Files } from '#domain/platform/index.ts'
import { runContactTask } from '#domain/recipients/index.ts'
import type { JobTask } from './task.ts'

const payloadSchema = z.object({ accountId: accountUuid, taskId: z.uuid() })

/** Imports a file of contacts, or runs a bulk act on contacts. */
export const contactTask =
  (files: Files): JobTask =>
  async (payload, { db, now }) => {
    const { accountId, taskId } = payloadSchema.parse(payload)
    await runContactTask(accountId, taskId, { db, files, now })
  }
