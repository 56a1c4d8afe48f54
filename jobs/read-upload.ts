import { z } from 'zod'
import { accountUuid } from '#contract/scalars.ts'
import type { Files } from '#domain/platform/index.ts'
import { readRecipients } from '#domain/recipients/index.ts'
import type { JobTask } from './task.ts'

const payloadSchema = z.object({ accountId: accountUuid, uploadId: z.uuid() })

/** Reads an uploaded file of numbers after its columns were mapped, or deletes what a canceled upload left. */
export const readUploadTask =
  (files: Files): JobTask =>
  async (payload, { db, now }) => {
    const { accountId, uploadId } = payloadSchema.parse(payload)
    await readRecipients(accountId, uploadId, { db, files, now })
  }
