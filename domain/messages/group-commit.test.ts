import { expect, test } from 'vitest'
import { GroupCommit } from './group-commit.ts'

function recorded(fails: (items: readonly number[]) => boolean = () => false) {
  const batches: number[][] = []
  const group = new GroupCommit<number, number>({
    commit: async (_, items) => {
      batches.push([...items])
      await Promise.resolve()
      if (fails(items)) throw new Error('cannot')
      return items.map(item => item * 10)
    },
    weightOf: () => 1,
    maxWeight: 3,
  })
  return { batches, group }
}

test('concurrent items share commits, each within the weight limit', async () => {
  const { batches, group } = recorded()
  const results = await Promise.all([1, 2, 3, 4, 5].map(item => group.submit('a', item)))
  expect(results).toEqual([10, 20, 30, 40, 50])
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
})

test('items that arrive while a batch runs are collected for the next', async () => {
  const { promise: free, resolve: resume } = Promise.withResolvers<void>()
  const batches: number[][] = []
  const group = new GroupCommit<number, number>({
    commit: async (_, items) => {
      batches.push([...items])
      await free
      return items
    },
    weightOf: () => 1,
    maxWeight: 10,
  })
  const first = group.submit('a', 1)
  while (batches.length === 0) await new Promise(setImmediate)
  const later = [2, 3].map(item => group.submit('a', item))
  resume()
  expect(await Promise.all([first, ...later])).toEqual([1, 2, 3])
  expect(batches).toEqual([[1], [2, 3]])
})

test("groups don't wait for each other", async () => {
  const { batches, group } = recorded()
  await Promise.all([group.submit('a', 1), group.submit('b', 2)])
  expect(batches).toEqual([[1], [2]])
})

test("one bad item doesn't fail the others", async () => {
  const { group } = recorded(items => items.includes(2))
  const results = await Promise.allSettled([1, 2, 3].map(item => group.submit('a', item)))
  expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

test('with many callers the next batch starts when the current one is handed over, if as many items wait', async () => {
  const { promise: free, resolve: resume } = Promise.withResolvers<void>()
  const batches: number[][] = []
  const group = new GroupCommit<number, number>({
    commit: async (_, items, handOver) => {
      batches.push([...items])
      // Items that arrive while the batch is read.
      if (batches.length === 1) later.push(...numbers(40, 40).map(item => group.submit('a', item)))
      if (batches.length === 2) later.push(group.submit('a', 80))
      handOver()
      await free
      return items
    },
    weightOf: () => 1,
    maxWeight: 50,
  })
  const later: Promise<number>[] = []
  const first = numbers(0, 40).map(item => group.submit('a', item))
  while (batches.length < 2) await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(batches).toEqual([numbers(0, 40), numbers(40, 40)])
  resume()
  expect(await Promise.all([...first, ...later])).toEqual(numbers(0, 81))
  expect(batches.at(-1)).toEqual([80])
})

test('few callers who ask again share the next batch with those who wait', async () => {
  const batches: number[][] = []
  const group = new GroupCommit<number, number>({
    commit: async (_, items) => {
      batches.push([...items])
      if (batches.length === 1) waiting.push(group.submit('a', 3))
      await new Promise(resolve => setTimeout(resolve, 100))
      return items
    },
    weightOf: () => 1,
    maxWeight: 10,
  })
  const waiting: Promise<number>[] = []
  await Promise.all([1, 2].map(item => group.submit('a', item)))
  await Promise.all([...waiting, group.submit('a', 4), group.submit('a', 5)])
  expect(batches).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
})

test('a batch that fails after the hand-over is retried item by item', async () => {
  let tries = 0
  const group = new GroupCommit<number, number>({
    commit: async (_, items, handOver) => {
      tries += 1
      handOver()
      await Promise.resolve()
      if (items.includes(2)) throw new Error('cannot')
      return items
    },
    weightOf: () => 1,
    maxWeight: 2,
  })
  const results = await Promise.allSettled([1, 2, 3, 4].map(item => group.submit('a', item)))
  expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(tries).toBe(4)
})

test('new arrivals are looked at while many results are being delivered', async () => {
  const { promise: free, resolve: resume } = Promise.withResolvers<void>()
  let begun = 0
  const group = new GroupCommit<number, number>({
    commit: async (_, items) => {
      if (begun++ === 1) await free
      return items
    },
    weightOf: () => 1,
    maxWeight: 100,
  })
  const turnOf: number[] = []
  let turn = 0
  let isOver = false
  const first = Array.from({ length: 100 }, (_, item) => group.submit('a', item).then(() => turnOf.push(turn)))
  const later = group.submit('a', 100)
  const count = () => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(first)
  isOver = true
  expect(begun).toBe(2)
  expect(new Set(turnOf).size).toBeGreaterThan(2)
  resume()
  await later
})
