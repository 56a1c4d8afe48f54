import { z } from 'zod'
import { accountUuid } from '#contract/scalars.ts'
import { runLinkBatch } from '#domain/links/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { openUpload } from '#domain/table-files/index.ts'
import { limits } from '#values/limits.ts'
import type { JobTask } from './task.ts'

const payloadSchema = z.object({ accountId: accountUuid, batchId: z.uuid() })

/** Creates the links of an uploaded file. */
export const makeLinksTask =
  (files: Files, shortLinkUrl: string): JobTask =>
  async (payload, { db, now }) => {
    const { accountId, batchId } = payloadSchema.parse(payload)
    await runLinkBatch(accountId, batchId, {
      db,
      now,
      shortLinkUrl,
      // The header and one row more than the limit, to detect an excess.
      openRows: (account, uploadId) => openUpload({ db, files }, account, uploadId, limits.linkBatchRows + 2),
    })
  }
