import { expect, test } from 'vitest'
import type { Route } from '#domain/visits/route.ts'
import { VisitAllowance } from './visit-allowance.ts'

const route = { accountId: 'a', linkId: 'l', visitLimit: 10, visitCount: 4 } as Route
const takeMany = (allowance: VisitAllowance, count: number) => Promise.all(Array.from({ length: count }, () => allowance.take(route)))
const grantedOf = (answers: readonly boolean[]) => answers.filter(Boolean).length

test('concurrent visits share one query, and the first are admitted', async () => {
  const asked: number[] = []
  let visitCount = 4
  const allowance = new VisitAllowance({
    now: () => new Date(),
    claim: async (_, { count }) => {
      asked.push(count)
      const grantedCount = Math.min(count, 10 - visitCount)
      visitCount += grantedCount
      return { grantedCount, visitCount }
    },
  })
  expect(await takeMany(allowance, 8)).toEqual([true, true, true, true, true, true, false, false])
  expect(asked).toEqual([1, 7])
  expect(allowance.isUsedUp(route)).toBe(true)
  expect(await takeMany(allowance, 3)).toEqual([false, false, false])
  expect(asked).toHaveLength(2)
})

test('a database that does not answer counts as unavailable: the last state is counted on, and reported when it answers', async () => {
  let now = new Date()
  let isSilent = true
  const owedCounts: number[] = []
  const allowance = new VisitAllowance({
    now: () => now,
    claim: (_, { count, owedCount }) => {
      if (isSilent) return new Promise(() => undefined)
      owedCounts.push(owedCount)
      return Promise.resolve({ grantedCount: count, visitCount: 4 + owedCount + count })
    },
  })
  expect(grantedOf(await takeMany(allowance, 5))).toBe(5)
  isSilent = false
  expect(await allowance.take(route)).toBe(true)
  expect(owedCounts).toEqual([])
  expect(await allowance.take(route)).toBe(false)
  now = new Date(now.getTime() + 10_000)
  expect(await allowance.take({ ...route, visitLimit: 12 })).toBe(true)
  expect(owedCounts).toEqual([6])
})
