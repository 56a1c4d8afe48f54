import { expect, test } from 'vitest'
import { inParallel } from './parallel.ts'

test('results keep the order of their items, however long each takes; some are worked on at once', async () => {
  const items = Array.from({ length: 100 }, (_, index) => index)
  let [running, most] = [0, 0]
  const results = await inParallel(items, async item => {
    running += 1
    most = Math.max(most, running)
    for (let turn = 0; turn < (item * 7) % 5; turn += 1) await Promise.resolve()
    running -= 1
    return item * 2
  })
  expect(results).toEqual(items.map(item => item * 2))
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(16)
})

test('an error ends the work', async () => {
  const begun: number[] = []
  const work = inParallel(
    Array.from({ length: 1000 }, (_, index) => index),
    async item => {
      begun.push(item)
      if (item === 3) throw new Error('no room')
    },
  )
  await expect(work).rejects.toThrow('no room')
  expect(begun.length).toBeLessThan(100)
})
