import type { MessageArchive } from '#domain/message-archive/index.ts'
import { eraseClosedAccounts, eraseRequested, forgetCopies, readArchived } from '#domain/personal-data/index.ts'
import type { PeriodicWork } from './task.ts'

/**
 * Carries out what phone owners asked for, in the archive too, forgets the numbers of old requests, and erases what
 * closed accounts knew of people.
 */
export const erasePersonalData = (archive: MessageArchive): PeriodicWork => ({
  name: 'erase personal data',
  everyMs: 10 * 60_000,
  run: async ({ db, now }) => {
    await eraseRequested(db, now())
    if (await readArchived(db, archive, now())) await eraseRequested(db, now())
    await eraseClosedAccounts(db, now())
    await forgetCopies(db, now())
  },
})
