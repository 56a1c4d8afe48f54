import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { dropOldVisits, ensurePartitions } from '#db/partitions.ts'
import type { PeriodicWork } from './task.ts'

/** Makes the coming months' partitions, and drops those of visits that were kept long enough. Tables are made by their owner, so it opens a connection of its own. */
export const partitionWork = (ownerUrl: string): PeriodicWork => ({
  name: 'partitions',
  everyMs: 12 * 3_600_000,
  run: async ({ now }) => {
    const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    try {
      await ensurePartitions(db, now())
      await dropOldVisits(db, now())
    } finally {
      await db.destroy()
    }
  },
})
