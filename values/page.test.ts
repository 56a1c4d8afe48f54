import { expect, test } from 'vitest'
import { pageOf } from './page.ts'

test('the surplus row is left out and means a next page, which starts after the last row shown', () => {
  const cursorOf = (row: string) => `after ${row}`
  expect(pageOf([], 2, cursorOf)).toEqual({ rows: [], nextCursor: null })
  expect(pageOf(['c', 'b'], 2, cursorOf)).toEqual({ rows: ['c', 'b'], nextCursor: null })
  expect(pageOf(['c', 'b', 'a'], 2, cursorOf)).toEqual({ rows: ['c', 'b'], nextCursor: 'after b' })
})
