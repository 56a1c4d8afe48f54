import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeId, encodeId, idFloor, idTime, newId } from './id.ts'

test('ids of one process ascend and carry their time', () => {
  const atMs = Date.UTC(2026, 10, 1, 8)
  const ids = Array.from({ length: 3000 }, () => newId(atMs))
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(3000)
  expect(new Set(ids.map(id => id.slice(19))).size).toBe(3000)
  expect(idTime(ids[0]!).getTime()).toBe(atMs)
  expect(idFloor(atMs) <= ids[0]! && ids[2999]! < idFloor(atMs + 1)).toBe(true)
})

test('ids of two moments by turns ascend in each', () => {
  const [present, future] = [Date.UTC(2026, 10, 1), Date.UTC(2099, 0, 1)]
  const pairs = Array.from({ length: 100 }, () => [newId(present), newId(future)] as const)
  for (const place of [0, 1] as const) {
    const ids = pairs.map(pair => pair[place])
    expect([...ids].sort()).toEqual(ids)
  }
})

test('an encoded id has its noun as prefix and decodes to the same UUID', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 47 }), atMs => {
      const id = newId(atMs)
      expect(decodeId('message', encodeId('message', id))).toBe(id)
      expect(decodeId('template', encodeId('message', id))).toBeNull()
    }),
  )
})

test.each([
  '',
  'msg_',
  'msg_zzzzzzzzzzzzzzzzzzzzzzzzzz',
  'msg_0000000000000000000000000u',
  `msg_${'0'.repeat(26)}`,
  `msg_${'0'.repeat(27)}`,
])('%j is no message id', text => expect(decodeId('message', text)).toBeNull())
