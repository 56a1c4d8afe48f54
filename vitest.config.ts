import os from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

// What Node makes of our TypeScript is kept for the next program: some hundred are started in a run, and each is up in
// half of the processor's time.
process.env.NODE_COMPILE_CACHE ??= path.join(os.tmpdir(), 'hongyan-compiled')

const layers = [
  'values',
  'protocol',
  'metrics',
  'contract',
  'domain',
  'http',
  'dispatch',
  'esme',
  'jobs',
  'redirect',
  'backup',
  'carrier-sim',
  'payment',
  'payment-sim',
  'console',
  'admin',
  'ui',
  'db',
  'bin',
  'test/architecture',
]
/** Files that replace modules or look at which are loaded: each gets modules of its own. */
const isolated = ['domain/identity/sign-in.test.ts', 'payment/settings.test.ts']
/** Twice the processors of the smallest machine: tests of the browser wait for half of their time. */
const maxWorkers = Number(process.env.MAX_WORKERS ?? 4)
const shared = {
  globalSetup: './test/support/global-database.ts',
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers,
  expect: { poll: { timeout: 30_000 } },
}

const inBrowser = {
  globalSetup: './test/support/global-platform.ts',
  testTimeout: 180_000,
  hookTimeout: 180_000,
  maxWorkers,
  expect: { poll: { timeout: 60_000 } },
}
/** Every page in every look takes minutes that each run should not. */
const takesScreenshots = process.env.SCREENSHOTS !== undefined || process.env.HONGYAN_PROOF === 'long'

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // Loading the modules takes longer than most tests of a file.
      { test: { ...shared, name: 'unit', include: layers.map(layer => `${layer}/**/*.test.ts`), exclude: isolated, isolate: false } },
      { test: { ...shared, name: 'unit-isolated', include: isolated } },
      {
        test: {
          ...shared,
          name: 'integration',
          globalSetup: [shared.globalSetup, './test/support/global-programs.ts'],
          include: ['test/integration/**/*.test.ts'],
        },
      },
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], ...inBrowser } },
      ...(takesScreenshots ? [{ test: { name: 'screenshots', include: ['test/screenshots/**/*.test.ts'], ...inBrowser } }] : []),
    ],
  },
})
