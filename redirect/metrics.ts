import { counter, gauge } from '#metrics/registry.ts'
import type { LinkIndex } from './link-index.ts'
import type { RequestCounts } from './redirector.ts'

const delay = gauge('hongyan_visit_ingestion_delay_seconds', 'Age of the oldest visit in the batch that was ingested last')
const isIngesting = gauge('hongyan_visit_ingestion_up', '1 while visits reach the database, 0 while they wait on the disk')
const ingested = counter('hongyan_visits_ingested_total', 'Visits written to the database')

/** What the thread that ingests visits says after each round. */
export interface IngestionProgress {
  visitCount: number
  waitedMs: number
  isAway: boolean
}

export function measureIngestion({ visitCount, waitedMs, isAway }: IngestionProgress): void {
  ingested.inc(visitCount)
  delay.set(waitedMs / 1000)
  isIngesting.set(isAway ? 0 : 1)
}

/** Exports the redirector's own counts, which cost it less than a metric each. */
export function measureRedirects(counts: RequestCounts, index: Pick<LinkIndex, 'codeCount'>): void {
  counter('hongyan_redirect_requests_total', 'Requests to the short domains', [], function () {
    this.reset()
    this.inc(counts.requestCount)
  })
  counter('hongyan_redirects_total', 'Visitors that were redirected', [], function () {
    this.reset()
    this.inc(counts.redirectCount)
  })
  gauge('hongyan_redirect_codes', 'Codes in memory', [], function () {
    this.set(index.codeCount)
  })
}
