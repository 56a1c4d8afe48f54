import { z } from 'zod'
import type { Files } from '#domain/platform/index.ts'
import { importBlacklist } from '#domain/recipients/index.ts'
import type { AccountId } from '#values/id.ts'
import type { JobTask } from './task.ts'

const payloadSchema = z.object({ accountId: z.uuid(), uploadId: z.uuid() })

/** Adds the numbers of a file to an account's blacklist. */
export const importBlacklistTask =
  (files: Files): JobTask =>
  async (payload, { db, now }) => {
    const { accountId, uploadId } = payloadSchema.parse(payload)
    await importBlacklist(accountId as AccountId, uploadId, { db, files, now })
  }
