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

test('a lone item goes at once; what arrives meanwhile shares the next commits, each within the weight', async () => {
  const { batches, group } = recorded()
  const results = await Promise.all([1, 2, 3, 4, 5].map(item => group.submit('a', item)))
  expect(results).toEqual([10, 20, 30, 40, 50])
  expect(batches).toEqual([[1], [2, 3, 4], [5]])
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
