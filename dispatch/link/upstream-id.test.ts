import { expect, test } from 'vitest'
import { type UpstreamIdForm, upstreamId } from './upstream-id.ts'

test.each<[UpstreamIdForm, string, string]>([
  ['raw', 'aB-001', 'aB-001'],
  ['raw', ' 17 ', '17'],
  ['decimal', '0000000017', '17'],
  ['hex', '00FF', 'ff'],
  ['hex', '0xff', 'FF'],
  ['hex_then_decimal', '000000FF', '0255'],
  ['decimal_then_hex', '18446744073709551615', 'FFFFFFFFFFFFFFFF'],
])('%s: an answer with %s and a report with %s belong to one message', (form, answered, reported) => {
  expect(upstreamId(form, 'answer', answered)).toBe(upstreamId(form, 'report', reported))
})

test('different ids stay different, and an id that is not a number stays as it is', () => {
  expect(upstreamId('raw', 'answer', '017')).not.toBe(upstreamId('raw', 'report', '17'))
  expect(upstreamId('decimal', 'report', 'a1')).toBe('a1')
  expect(upstreamId('hex', 'report', 'xyz')).toBe('xyz')
  expect(upstreamId('decimal', 'report', '0')).toBe('0')
})
