import { anchorHeads, appendToChain, purgeExpiredLines } from '#domain/identity/index.ts'
import type { PeriodicWork } from './task.ts'

const hourMs = 3_600_000

/** Hash chain of both audit logs: adds new lines within about a second. */
export const chainAuditLog = (key: Buffer): PeriodicWork => ({
  name: 'chain audit log',
  everyMs: 1_000,
  run: async ({ db, now }) => void (await appendToChain(db, key, now())),
})

/** Records the heads of the chains outside of the database, and purges lines past their retention. */
export const saveAudit = (key: Buffer, { dataDir, keptDays }: { dataDir: string; keptDays: number }): PeriodicWork => ({
  name: 'keep audit',
  everyMs: hourMs,
  run: async ({ db, now }) => {
    await anchorHeads(db, dataDir, now())
    await purgeExpiredLines(db, key, keptDays, now())
  },
})
