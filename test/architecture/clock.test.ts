import path from 'node:path'
import { expect, test } from 'vitest'
import { layerFiles, readLayerFile } from './layers.ts'

/** Layers whose programs are given the time by the database's clock (bin/run/host-monitor.ts). */
const layers = ['contract', 'dispatch', 'domain', 'esme', 'http', 'jobs', 'payment', 'values']

/** Files that read the host's clock, and why they may. */
const readers: Record<string, string> = {
  'domain/platform/storage/s3-store.ts': 'the time of a signature, which the bucket checks',
  'http/open/docs/sample-code.ts': 'code for a machine of the customer',
  'http/open/document.ts': 'a date of an example',
  'http/open/fast-path-exchange.ts': 'the Date header, as Node writes it',
}

const root = path.join(import.meta.dirname, '../..')
const hostClock = /\bDate\.now\(\)|\bnew Date\(\)/

test('the host’s clock is read only where it decides nothing', () => {
  const files = layerFiles(root).filter(file => layers.includes(file.split('/')[0] ?? '') && !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter(file => hostClock.test(readLayerFile(root, file)))).toEqual(Object.keys(readers))
})
