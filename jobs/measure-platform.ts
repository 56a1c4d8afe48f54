import { OpenTransactions, type PlatformState, readPlatformState } from '#domain/monitoring/index.ts'
import { gauge } from '#metrics/registry.ts'
import type { PeriodicWork } from './task.ts'

const priorities = ['otp', 'transactional', 'marketing'] as const
const priorityName = (priority: number) => priorities[priority] ?? String(priority)

const measuredAt = gauge('hongyan_platform_measured_timestamp_seconds', 'When the values below were read from the database')
const channelInfo = gauge('hongyan_channel_info', 'Name of a channel', ['channel', 'name'])
const channelUp = gauge('hongyan_channel_up', '1: the channel has a link that may send; 0: it is enabled and has none', ['channel'])
const outboxMessages = gauge('hongyan_outbox_messages', 'Messages in the outbox', ['channel', 'kind'])
const outboxWait = gauge('hongyan_outbox_wait_seconds', 'For how long the oldest message of the outbox has been due', ['channel', 'kind'])
const parkedReports = gauge('hongyan_parked_reports', 'Delivery reports that wait for their message', ['channel'])
const eventCount = gauge('hongyan_events_waiting', "Events that wait for customers' programs", ['sink'])
const eventWait = gauge('hongyan_events_wait_seconds', 'For how long the oldest event has been due', ['sink'])
const jobCount = gauge('hongyan_job_queue_jobs', 'Background jobs that wait or run', ['job'])
const jobFailing = gauge('hongyan_job_queue_failing_jobs', 'Background jobs that failed and are retried, or were given up', ['job'])
const jobWait = gauge('hongyan_job_queue_wait_seconds', 'For how long the oldest background job has been due', ['job'])
const partitionsUntil = gauge('hongyan_partitions_until_timestamp_seconds', 'Until when the partitions of a table reach', ['table'])
const ledgerCheckedAt = gauge('hongyan_ledger_check_timestamp_seconds', 'When the last check of the ledgers ended')
const ledgerFindings = gauge('hongyan_ledger_findings', 'Differences that the last check of the ledgers found')
const alerts = gauge('hongyan_system_alerts', 'System alerts in force', ['kind'])
const oldestTransaction = gauge('hongyan_database_oldest_transaction_seconds', 'For how long the oldest transaction was seen open')
const programs = gauge('hongyan_programs', 'Running programs, and those that vanished', ['program', 'version', 'state'])

const openTransactions = new OpenTransactions()

/** Sets the values of a metric anew: what is no more keeps no series. */
function replace<Value>(metric: { reset(): void }, values: readonly Value[], set: (value: Value) => void): void {
  metric.reset()
  for (const value of values) set(value)
}

function exportChannels({ channels, outbox, parkedReports: parked }: PlatformState): void {
  const inService = channels.filter(({ isEnabled }) => isEnabled)
  replace(channelInfo, channels, ({ channelId: channel, name }) => channelInfo.set({ channel, name }, 1))
  replace(channelUp, inService, ({ channelId: channel, state, isHeld }) => channelUp.set({ channel }, state === 'up' && isHeld ? 1 : 0))
  const labelsOf = ({ channelId: channel, priority }: PlatformState['outbox'][number]) => ({ channel, kind: priorityName(priority) })
  replace(outboxMessages, outbox, row => outboxMessages.set(labelsOf(row), row.messageCount))
  replace(outboxWait, outbox, row => outboxWait.set(labelsOf(row), row.waitSeconds))
  replace(parkedReports, parked, ({ channelId: channel, count }) => parkedReports.set({ channel }, count))
}

function exportQueues({ events, jobs }: PlatformState): void {
  replace(eventCount, events, ({ sink, count }) => eventCount.set({ sink }, count))
  replace(eventWait, events, ({ sink, waitSeconds }) => eventWait.set({ sink }, waitSeconds))
  replace(jobCount, jobs, ({ job, count }) => jobCount.set({ job }, count))
  replace(jobFailing, jobs, ({ job, failingCount }) => jobFailing.set({ job }, failingCount))
  replace(jobWait, jobs, ({ job, waitSeconds }) => jobWait.set({ job }, waitSeconds))
}

function exportChecks(state: PlatformState): void {
  const seconds = (at: Date) => at.getTime() / 1000
  replace(partitionsUntil, state.partitions, ({ table, until }) => partitionsUntil.set({ table }, seconds(until)))
  if (state.ledgerCheck) ledgerCheckedAt.set(seconds(state.ledgerCheck.finishedAt))
  ledgerFindings.set(state.ledgerCheck?.findingCount ?? 0)
  replace(alerts, [...Map.groupBy(state.alerts, ({ kind }) => kind)], ([kind, ofKind]) => alerts.set({ kind }, ofKind.length))
  replace(programs, state.programs, ({ name: program, version, isMissing }) =>
    programs.inc({ program, version, state: isMissing ? 'missing' : 'running' }),
  )
}

/**
 * Exports what only the database knows. Several of these programs export the same values, so queries take their
 * maximum.
 */
export const measurePlatform: PeriodicWork = {
  name: 'measure platform',
  everyMs: 15_000,
  run: async ({ db, now }) => {
    const state = await readPlatformState(db)
    exportChannels(state)
    exportQueues(state)
    exportChecks(state)
    oldestTransaction.set(await openTransactions.oldestSeconds(db, now()))
    measuredAt.set(now().getTime() / 1000)
  },
}
