import { expect, test } from 'vitest'
import { paceBeside } from './load.ts'

test('a busy redirect thread slows the ingestion of visits, but never stops it', () => {
  expect([0, 10, 15, 20, 25, 30, 100].map(busy => paceBeside(busy, 1_000))).toEqual([20_000, 20_000, 15_025, 10_050, 5_075, 100, 100])
})

test('visits that waited for a minute are ingested however busy redirects are', () => {
  expect([paceBeside(100, 60_000), paceBeside(100, 60_001)]).toEqual([100, 20_000])
})
