import { sql } from 'kysely'
import { sweepTraces } from '#domain/delivery/index.ts'
import { limits } from '#values/limits.ts'
import type { PeriodicWork } from './task.ts'

const hourMs = 3_600_000
const batchSize = 5_000
/** After this margin messages are surely final as unknown, and no report is waited for. */
const graceHours = 24

/**
 * Purges in small batches: carriers' ids of messages without a report, reports without a message, the parts that
 * failed, reports of parts of joined messages, and trace contexts.
 */
export const purgeReports: PeriodicWork = {
  name: 'report cleanup',
  everyMs: hourMs,
  run: async ({ db, now }) => {
    const before = new Date(now().getTime() - (limits.reportWaitHours + graceHours) * hourMs)
    const steps = [
      sql`delete from submitted_part where (channel_id, upstream_id) in
        (select channel_id, upstream_id from submitted_part where submitted_at < ${before} limit ${batchSize})`,
      sql`delete from doubled_part where (channel_id, upstream_id, message_id, part) in
        (select channel_id, upstream_id, message_id, part from doubled_part where submitted_at < ${before} limit ${batchSize})`,
      sql`delete from parked_report where (channel_id, upstream_id) in
        (select channel_id, upstream_id from parked_report where received_at < ${before} limit ${batchSize})`,
      sql`delete from failed_part where (channel_id, upstream_id) in
        (select channel_id, upstream_id from failed_part where failed_at < ${before} limit ${batchSize})`,
      sql`delete from part_report -- across accounts: whatever is old
        where (account_id, message_id, part) in (select account_id, message_id, part from part_report where at < ${before} limit ${batchSize})`,
    ]
    await sweepTraces(db, now())
    for (const step of steps) while ((await step.execute(db)).numAffectedRows === BigInt(batchSize));
  },
}
