import { counter, gauge, histogram, latencyBuckets } from '#metrics/registry.ts'

const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600, 3_600] as const

export const jobDurations = histogram('hongyan_job_duration_seconds', 'Duration of a background job', jobBuckets, ['job'])
export const jobsTotal = counter('hongyan_jobs_total', 'Background jobs that ended, by outcome', ['job', 'outcome'])
export const workSucceededAt = gauge('hongyan_periodic_work_success_timestamp_seconds', 'When periodic work last succeeded', ['work'])
export const workFailuresTotal = counter('hongyan_periodic_work_failures_total', 'Failures of periodic work', ['work'])
export const webhooksTotal = counter('hongyan_webhook_requests_total', "Requests to customers' webhooks by outcome", ['outcome'])
export const webhookDurations = histogram(
  'hongyan_webhook_request_duration_seconds',
  "Duration of requests to customers' webhooks",
  latencyBuckets,
)
