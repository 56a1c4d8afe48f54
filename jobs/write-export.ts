import { z } from 'zod'
import { accountUuid } from '#contract/scalars.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { enqueueWriting, recordBreak, removeLeftovers, writeExport } from '#domain/export/index.ts'
import type { Files } from '#domain/platform/index.ts'
import type { JobTask } from './task.ts'

const payloadSchema = z.object({ accountId: accountUuid, exportId: z.uuid() })

/**
 * Writes one slice of an export and requeues behind the others for the next, or deletes what a canceled or deleted one
 * left. Rows are read from `replicaDb`, if there is one.
 */
export const writeExportTask =
  (files: Files, replicaDb: Db | null): JobTask =>
  async (payload, { db, now, logger }) => {
    const { accountId, exportId } = payloadSchema.parse(payload)
    const account = accountId
    const onSkip = (err: Error) => logger.warn({ err }, 'an export reads the primary in place of the replica')
    const replica = replicaDb && { db: replicaDb, onSkip }
    try {
      const outcome = await writeExport(account, exportId, { db, files, now, replica })
      if (outcome === 'more') await asAccount(db, account, tx => enqueueWriting(tx, account, exportId))
      else await removeLeftovers(db, files, account, exportId, now())
    } catch (error) {
      await recordBreak(db, account, exportId, now())
      throw error
    }
  }
