import { expect, test } from 'vitest'
import { formatLsn, parseLsn, segmentName, segmentStart } from './lsn.ts'

const megabytes16 = 16 * 1024 * 1024

test('positions and names of segments are those of PostgreSQL', () => {
  expect(formatLsn(parseLsn('1A/B000028'))).toBe('1A/B000028')
  expect(parseLsn('1/0')).toBe(0x1_0000_0000n)
  expect(segmentName(1, parseLsn('0/5000028'), megabytes16)).toBe('000000010000000000000005')
  expect(segmentName(2, parseLsn('1A/FF000000'), megabytes16)).toBe('000000020000001A000000FF')
  expect(segmentName(1, parseLsn('1/40000000'), 64 * 1024 * 1024)).toBe('000000010000000100000010')
  expect(segmentStart(parseLsn('0/5FFFFFF'), megabytes16)).toBe(parseLsn('0/5000000'))
  expect(() => parseLsn('0:5')).toThrow()
})
