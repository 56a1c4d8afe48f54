import { runLinkBatch } from '#domain/links/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { openUpload } from '#domain/table-files/index.ts'
import { limits } from '#values/limits.ts'
import { resumableTask } from './resumable-task.ts'

/** Creates the links of an uploaded file. */
export const makeLinksTask = (files: Files, shortLinkUrl: string) =>
  resumableTask((account, batchId, options) =>
    runLinkBatch(account, batchId, {
      ...options,
      shortLinkUrl,
      // The header and one row more than the limit, to detect an excess.
      openRows: (owner, uploadId) => openUpload({ db: options.db, files }, owner, uploadId, limits.linkBatchRows + 2),
    }),
  )
