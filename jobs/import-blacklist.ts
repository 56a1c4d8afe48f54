import { z } from 'zod'
import { accountUuid } from '#contract/scalars.ts'
import type { Files } from '#domain/platform/index.ts'
import { importBlacklist } from '#domain/recipients/index.ts'
import type { JobTask } from './task.ts'

const payloadSchema = z.object({ accountId: accountUuid, uploadId: z.uuid() })

/** Adds the numbers of a file to an account's blacklist. */
export const importBlacklistTask =
  (files: Files): JobTask =>
  async (payload, { db, now }) => {
    const { accountId, uploadId } = payloadSchema.parse(payload)
    await importBlacklist(accountId, uploadId, { db, files, now })
  }
