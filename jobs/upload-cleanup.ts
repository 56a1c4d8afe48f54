import { removeLoosePrivateFiles } from '#domain/account/private-file.ts'
import type { Files } from '#domain/files.ts'
import { removeOldDrafts } from '#domain/sms/broadcast/draft.ts'
import { removeOldTasks } from '#domain/sms/phonebook/clean.ts'
import { removeLooseProofs } from '#domain/sms/proof.ts'
import { removeOldUploads } from '#domain/sms/upload/clean.ts'
import type { PeriodicWork } from './task.ts'

const hourMs = 3_600_000

/** Numbers that nobody sends to are not kept for ever, nor drafts that nobody touches and proofs of forms that nobody saved. */
export const cleanUploads = (files: Files): PeriodicWork => ({
  name: 'uploads',
  everyMs: hourMs,
  run: async ({ db, now, logger }) => {
    const removedCount = await removeOldUploads(db, files, now())
    if (removedCount > 0) logger.info({ removedCount }, 'uploads that were never sent are removed')
    await removeOldDrafts(db, now())
    const taskCount = await removeOldTasks(db, files, now())
    if (taskCount > 0) logger.info({ taskCount }, 'tasks of the phonebook that ended long ago are removed')
    const looseCount = await removeLooseProofs(db, files, now())
    if (looseCount > 0) logger.info({ looseCount }, 'proofs that were never submitted are removed')
    const privateCount = await removeLoosePrivateFiles(db, files, now())
    if (privateCount > 0) logger.info({ privateCount }, 'private files that were never used are removed')
  },
})
