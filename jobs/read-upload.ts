import { z } from 'zod'
import type { Files } from '#domain/platform/index.ts'
import { readRecipients } from '#domain/recipients/index.ts'
import type { AccountId } from '#values/id.ts'
import type { JobTask } from './task.ts'

const payloadSchema = z.object({ accountId: z.uuid(), uploadId: z.uuid() })

/** Reads an uploaded file of numbers after its columns were mapped, or deletes what a canceled upload left. */
export const readUploadTask =
  (files: Files): JobTask =>
  async (payload, { db, now }) => {
    const { accountId, uploadId } = payloadSchema.parse(payload)
    await readRecipients(accountId as AccountId, uploadId, { db, files, now })
  }
