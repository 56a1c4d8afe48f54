import { z } from 'zod'
import type { Db } from '#db/connect.ts'
import { type AccountId, accountIdOrThrow } from '#values/id.ts'
import type { JobTask } from './task.ts'

const payloadSchema = z.object({ accountId: z.uuid(), taskId: z.uuid() })

/** Runs resumable tasks of a kind (domain/tasks/). */
export const resumableTask =
  (run: (account: AccountId, taskId: string, options: { db: Db; now: () => Date }) => Promise<void>): JobTask =>
  (payload, { db, now }) => {
    const { accountId, taskId } = payloadSchema.parse(payload)
    return run(accountIdOrThrow(accountId), taskId, { db, now })
  }
