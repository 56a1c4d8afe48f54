import { expect, test } from 'vitest'
import { rowAfter } from './list-keys.ts'

test('the current row begins at the first, moves by one, and stays at the ends', () => {
  expect([rowAfter(-1, 1, 3), rowAfter(-1, -1, 3)]).toEqual([0, 0])
  expect([rowAfter(0, 1, 3), rowAfter(2, -1, 3)]).toEqual([1, 1])
  expect([rowAfter(2, 1, 3), rowAfter(0, -1, 3)]).toEqual([2, 0])
})
