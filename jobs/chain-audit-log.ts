import { chainWaiting, keepHeads, retireAll } from '#domain/identity/index.ts'
import type { PeriodicWork } from './task.ts'

const hourMs = 3_600_000

/** Seals new lines of both logs into their chains, within about a second. */
export const chainAuditLog = (key: Buffer): PeriodicWork => ({
  name: 'seal audit',
  everyMs: 1_000,
  run: async ({ db, now }) => void (await chainWaiting(db, key, now())),
})

/** Notes outside of the database how far each chain has come, and takes out the lines that were kept long enough. */
export const saveAudit = (key: Buffer, dataDir: string): PeriodicWork => ({
  name: 'keep audit',
  everyMs: hourMs,
  run: async ({ db, now }) => {
    await keepHeads(db, dataDir, now())
    await retireAll(db, key, now())
  },
})
