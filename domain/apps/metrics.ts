import { counter, gauge, histogram, latencyBuckets } from '#metrics/registry.ts'
import type { RequestRecord } from './request-log.ts'

const requests = counter('hongyan_program_requests_total', "Answered requests of customers' programs, by ingress and result code", [
  'ingress',
  'code',
])
const durations = histogram(
  'hongyan_program_request_duration_seconds',
  "Time to the answer of a customer's program, by ingress",
  latencyBuckets,
  ['ingress'],
)

/** Counts and times a request of a program. */
export function measureRequest({ ingress, code, elapsedMs }: Pick<RequestRecord, 'ingress' | 'code' | 'elapsedMs'>): void {
  requests.inc({ ingress, code })
  durations.observe({ ingress }, elapsedMs / 1000)
}

export const requestsInFlight = gauge('hongyan_admission_in_flight', 'Requests of programs that are worked on')
export const requestsQueued = gauge('hongyan_admission_queued', 'Requests of programs that wait for admission')
export const requestsShed = counter('hongyan_admission_shed_total', 'Requests of programs that waited too long and were refused as busy')
