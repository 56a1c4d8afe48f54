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
    mostWeight: 3,
  })
  return { batches, group }
}

test('what comes together shares commits, each within the weight', async () => {
  const { batches, group } = recorded()
  const results = await Promise.all([1, 2, 3, 4, 5].map(item => group.submit('a', item)))
  expect(results).toEqual([10, 20, 30, 40, 50])
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
})

test('what arrives while a batch is at work gathers for the next', async () => {
  const { promise: free, resolve: goOn } = Promise.withResolvers<void>()
  const batches: number[][] = []
  const group = new GroupCommit<number, number>({
    commit: async (_, items) => {
      batches.push([...items])
      await free
      return items
    },
    weightOf: () => 1,
    mostWeight: 10,
  })
  const first = group.submit('a', 1)
  while (batches.length === 0) await new Promise(setImmediate)
  const later = [2, 3].map(item => group.submit('a', item))
  goOn()
  expect(await Promise.all([first, ...later])).toEqual([1, 2, 3])
  expect(batches).toEqual([[1], [2, 3]])
})

test('groups do not wait for each other', async () => {
  const { batches, group } = recorded()
  await Promise.all([group.submit('a', 1), group.submit('b', 2)])
  expect(batches).toEqual([[1], [2]])
})

test('one bad item harms no other', async () => {
  const { group } = recorded(items => items.includes(2))
  const results = await Promise.allSettled([1, 2, 3].map(item => group.submit('a', item)))
  expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('the next batch begins when this one is handed over, if as many wait', async () => {
  const { promise: free, resolve: goOn } = Promise.withResolvers<void>()
  const batches: number[][] = []
  const group = new GroupCommit<number, number>({
    commit: async (_, items, handOver) => {
      batches.push([...items])
      // Those that come while the batch is read.
      if (batches.length === 1) later.push(group.submit('a', 3), group.submit('a', 4))
      if (batches.length === 2) later.push(group.submit('a', 5))
      handOver()
      await free
      return items
    },
    weightOf: () => 1,
    mostWeight: 10,
  })
  const later: Promise<number>[] = []
  const first = [1, 2].map(item => group.submit('a', item))
  while (batches.length < 2) await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ])
  goOn()
  expect(await Promise.all([...first, ...later])).toEqual([1, 2, 3, 4, 5])
  expect(batches.at(-1)).toEqual([5])
})

test('a batch that fails after it was handed over is tried again item by item', async () => {
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
    mostWeight: 2,
  })
  const results = await Promise.allSettled([1, 2, 3, 4].map(item => group.submit('a', item)))
  expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(tries).toBe(4)
})

test('many are told behind what the next batch, if it has begun, still has to do', async () => {
  const done: string[] = []
  const gates = [0, 1].map(() => Promise.withResolvers<void>())
  let begun = 0
  const group = new GroupCommit<number, number>({
    commit: async (_, items, handOver) => {
      const index = begun++
      if (index > 0) {
        await gates[0]!.promise
        for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
      }
      handOver()
      done.push(`batch ${index} handed over`)
      await gates[index]!.promise
      return items
    },
    weightOf: () => 1,
    mostWeight: 20,
  })
  const first = Array.from({ length: 20 }, (_, item) => group.submit('a', item))
  const later = Array.from({ length: 20 }, (_, item) => group.submit('a', item))
  const told = first[0]!.then(() => done.push('told'))
  while (begun < 2) await new Promise(setImmediate)
  gates[0]!.resolve()
  await told
  expect(done).toEqual(['batch 0 handed over', 'batch 1 handed over', 'told'])
  gates[1]!.resolve()
  await Promise.all([...first, ...later])
})

test('nobody waits long for a batch that the database does not let through', async () => {
  const stuck = Promise.withResolvers<void>()
  let begun = 0
  const group = new GroupCommit<number, number>({
    commit: async (_, items, handOver) => {
      if (begun++ > 0) await stuck.promise
      handOver()
      return items
    },
    weightOf: () => 1,
    mostWeight: 20,
  })
  const first = Array.from({ length: 20 }, (_, item) => group.submit('a', item))
  const later = Array.from({ length: 20 }, (_, item) => group.submit('a', item))
  expect(await Promise.all(first)).toHaveLength(20)
  stuck.resolve()
  expect(await Promise.all(later)).toHaveLength(20)
})
