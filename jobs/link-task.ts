import { z } from 'zod'
import { runLinkTask } from '#domain/links/index.ts'
import type { AccountId } from '#values/id.ts'
import type { JobTask } from './task.ts'

const payloadSchema = z.object({ accountId: z.uuid(), taskId: z.uuid() })

/** Runs a bulk act on all links of a filter. */
export const linkTask =
  (shortLinkUrl: string): JobTask =>
  async (payload, { db, now }) => {
    const { accountId, taskId } = payloadSchema.parse(payload)
    await runLinkTask(accountId as AccountId, taskId, { db, now, shortLinkUrl })
  }
