import { expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

test('the limiter runs and queues up to its limits, refuses the rest as busy, and is free afterwards', async () => {
  const inTurn = createConcurrencyLimiter({ atOnce: 2, waiting: 3 })
  let atWork = 0
  let maxAtWork = 0
  const gate = Promise.withResolvers<void>()
  const work = async () => {
    atWork += 1
    maxAtWork = Math.max(maxAtWork, atWork)
    await gate.promise
    atWork -= 1
  }
  const all = Array.from({ length: 8 }, () => inTurn(work).then(() => 'done', codeOf))
  gate.resolve()
  expect(await Promise.all(all)).toEqual([...Array(5).fill('done'), ...Array(3).fill('busy')])
  expect(maxAtWork).toBe(2)
  expect(await inTurn(async () => 'free')).toBe('free')
})

test('work that throws frees its slot', async () => {
  const inTurn = createConcurrencyLimiter({ atOnce: 1, waiting: 0 })
  await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn(async () => 'free')).toBe('free')
})

const codeOf = (error: unknown) => {
  if (error instanceof Refusal) return error.code
  throw error
}
