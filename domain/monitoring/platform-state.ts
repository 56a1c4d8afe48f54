import type { Db, Tx } from '#db/connect.ts'
import { partitionsUntil } from '#db/partitions.ts'
import { listChannels } from '#domain/channels/index.ts'
import { countParkedReports, readOutboxState } from '#domain/delivery/index.ts'
import { lastCheckResult } from '#domain/payments/index.ts'
import { listPrograms, listSystemAlerts, readJobQueues } from '#domain/platform/index.ts'
import { readEventQueues } from '#domain/push/index.ts'

/** The platform at one moment, over all accounts. Takes the platform's role. */
export async function readPlatformState(executor: Db | Tx) {
  return {
    channels: await listChannels(executor),
    outbox: await readOutboxState(executor),
    parkedReports: await countParkedReports(executor),
    events: await readEventQueues(executor),
    jobs: await readJobQueues(executor),
    partitions: await partitionsUntil(executor),
    ledgerCheck: await lastCheckResult(executor),
    alerts: await listSystemAlerts(executor),
    programs: await listPrograms(executor),
  }
}

export type PlatformState = Awaited<ReturnType<typeof readPlatformState>>
