import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { systemAlert, systemAlertTarget } from '#contract/home/system-alert.ts'
import { eventSinks } from '#contract/push/push.ts'
import { idOf, moment } from '#contract/scalars.ts'

const count = z.number().int()
/** For how long the oldest has been due, in seconds; 0: none is. */
const waitSeconds = z.number()

export const systemStatusCalls = {
  read: get('/api/admin/system-status', '系统状态', staff('channel.read'), {
    answer: z.object({
      alerts: z.array(systemAlert),
      programs: z.array(
        z.object({
          runId: z.uuid(),
          name: z.string(),
          host: z.string(),
          version: z.string(),
          monitoringUrl: z.string(),
          startedAt: moment,
          confirmedAt: moment,
          /** It stopped confirming without an end: it was killed, or its host is gone. */
          isMissing: z.boolean(),
        }),
      ),
      channels: z.array(
        z.object({
          channelId: idOf('channel'),
          name: z.string(),
          isEnabled: z.boolean(),
          isUp: z.boolean(),
          stateDetail: z.string().nullable(),
          parkedCount: count,
          /** What waits for the channel, by priority: codes, notices, marketing. */
          outbox: z.array(z.object({ priority: count, messageCount: count, waitSeconds })),
        }),
      ),
      events: z.array(z.object({ sink: z.enum(eventSinks), count, waitSeconds })),
      jobs: z.array(z.object({ job: z.string(), count, failingCount: count, waitSeconds })),
      partitions: z.array(z.object({ table: z.string(), until: moment })),
      ledgerCheck: z.object({ findingCount: count }).nullable(),
    }),
  }),
  /** Somebody takes care of it: it is not repeated to those on duty. */
  acknowledge: post('/api/admin/system-status/acknowledge', '知悉系统告警', staff('channel.read'), {
    input: systemAlertTarget,
    refusals: ['not_found'],
  }),
}
