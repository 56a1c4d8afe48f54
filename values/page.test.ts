import { expect, test } from 'vitest'
import { pageOf } from './page.ts'

test('the row too many is left out and tells of a next page, which begins after the last row shown', () => {
  const cursorOf = (row: string) => `after ${row}`
  expect(pageOf([], 2, cursorOf)).toEqual({ rows: [], nextCursor: null })
  expect(pageOf(['c', 'b'], 2, cursorOf)).toEqual({ rows: ['c', 'b'], nextCursor: null })
  expect(pageOf(['c', 'b', 'a'], 2, cursorOf)).toEqual({ rows: ['c', 'b'], nextCursor: 'after b' })
})
