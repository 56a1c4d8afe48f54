import path from 'node:path'
import { expect, test } from 'vitest'
import { areaOf, countAssertions, sumAssertions } from './assertions.ts'

/** The casts and non-null assertions that an area has. These numbers only fall: lower one where its area has fewer. */
const ceilings: Record<string, [casts: number, nonNulls: number]> = {
  admin: [15, 14],
  bench: [10, 19],
  bin: [8, 4],
  'carrier-sim': [2, 1],
  'carrier-sim tests': [4, 4],
  console: [27, 18],
  'console tests': [6, 4],
  contract: [18, 1],
  'contract tests': [0, 2],
  db: [19, 12],
  'db tests': [3, 8],
  dispatch: [0, 3],
  'dispatch tests': [0, 7],
  domain: [33, 36],
  'domain tests': [28, 57],
  http: [30, 12],
  'http tests': [79, 58],
  jobs: [4, 4],
  'jobs tests': [4, 3],
  payment: [6, 0],
  'payment tests': [2, 5],
  'payment-sim': [7, 0],
  protocol: [6, 1],
  'protocol tests': [4, 12],
  redirect: [1, 8],
  'redirect tests': [4, 2],
  esme: [2, 5],
  'esme tests': [2, 6],
  test: [40, 43],
  ui: [7, 3],
  'ui tests': [1, 0],
  values: [3, 3],
  'values tests': [0, 5],
}

const root = path.join(import.meta.dirname, '../..')

test('no area asserts more to the compiler than its ceiling allows', () => {
  const sums = sumAssertions(root)
  expect(sums.size).toBeGreaterThan(20)
  const risen = [...sums].flatMap(([area, { casts, nonNulls }]) => {
    const [mostCasts, mostNonNulls] = ceilings[area] ?? [0, 0]
    return [
      ...(casts > mostCasts ? [`${area}: ${casts} casts (as), at most ${mostCasts}: make the type true where the value comes from`] : []),
      ...(nonNulls > mostNonNulls ? [`${area}: ${nonNulls} non-null assertions (!), at most ${mostNonNulls}: check, or throw`] : []),
    ]
  })
  expect(risen).toEqual([])
})

test('casts and non-null assertions are counted, constants are not', () =>
  expect(countAssertions('a.ts', "const a = [b as string, c!, d!.e, ['f'] as const, g as unknown as H]")).toEqual({
    casts: 3,
    nonNulls: 2,
  }))

test('tests have an area of their own', () =>
  expect(['domain/ledger/charge.ts', 'domain/ledger/ledger.test.ts', 'test/support/open.ts', 'vite.config.ts'].map(areaOf)).toEqual([
    'domain',
    'domain tests',
    'test',
    'root',
  ]))
