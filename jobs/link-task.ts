import { z } from 'zod'
import { accountUuid } from '#contract/scalars.ts'
import { runLinkTask } from '#domain/links/index.ts'
import type { JobTask } from './task.ts'

const payloadSchema = z.object({ accountId: accountUuid, taskId: z.uuid() })

/** Runs a bulk act on all links of a filter. */
export const linkTask =
  (shortLinkUrl: string): JobTask =>
  async (payload, { db, now }) => {
    const { accountId, taskId } = payloadSchema.parse(payload)
    await runLinkTask(accountId, taskId, { db, now, shortLinkUrl })
  }
