import { removeOldDrafts } from '#domain/broadcast/index.ts'
import { purgeUnattachedProofs } from '#domain/content/index.ts'
import { removeLoosePrivateFiles } from '#domain/documents/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { removeOldTasks, removeOldUploads } from '#domain/recipients/index.ts'
import type { PeriodicWork } from './task.ts'

const hourMs = 3_600_000

/** Purges uploaded numbers that nobody sends to, untouched drafts, and proofs of forms that were never saved. */
export const purgeUploads = (files: Files): PeriodicWork => ({
  name: 'uploads',
  everyMs: hourMs,
  run: async ({ db, now, logger }) => {
    const removedCount = await removeOldUploads(db, files, now())
    if (removedCount > 0) logger.info({ removedCount }, 'uploads that were never sent are removed')
    await removeOldDrafts(db, now())
    const taskCount = await removeOldTasks(db, files, now())
    if (taskCount > 0) logger.info({ taskCount }, 'tasks of the phonebook that ended long ago are removed')
    const looseCount = await purgeUnattachedProofs(db, files, now())
    if (looseCount > 0) logger.info({ looseCount }, 'proofs that were never submitted are removed')
    const privateCount = await removeLoosePrivateFiles(db, files, now())
    if (privateCount > 0) logger.info({ privateCount }, 'private files that were never used are removed')
  },
})
