import { expect, test } from 'vitest'
import { LaterReads } from './later-reads.ts'

test('each turn of the event loop reads the newest connections and a few of the oldest, in the end all', async () => {
  const reads = new LaterReads()
  const read: number[] = []
  for (let index = 0; index < 100; index += 1) reads.add(() => read.push(index))
  await new Promise(setImmediate)
  expect(read.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, ...Array.from({ length: 28 }, (_, index) => 72 + index)])
  await expect.poll(() => read.length).toBe(100)
  expect(new Set(read).size).toBe(100)
})
