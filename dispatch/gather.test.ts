import { expect, test } from 'vitest'
import { Gathering } from './gather.ts'

/** Counts items of which `perStep` come every 2 ms, at most `most`. */
function arriving(perStep: number, most: number) {
  let count = perStep
  const timer = setInterval(() => {
    count = Math.min(most, count + perStep)
  }, 2)
  return { count: () => count, stop: () => clearInterval(timer) }
}

test('a lone item goes when no other comes, and says so', async () => {
  expect(await new Gathering().wait(() => 1, 100)).toBe(true)
})

test('a full batch goes at once, however soon after the one before', async () => {
  const gathering = new Gathering()
  for (let batch = 0; batch < 3; batch += 1) expect(await gathering.wait(() => 100, 100)).toBe(false)
})

test('bursts join under load, and a peer that sends no more ends the wait', async () => {
  const gathering = new Gathering()
  await gathering.wait(() => 100, 100)
  const burst = arriving(5, 10)
  expect(await gathering.wait(burst.count, 1_000)).toBe(true)
  expect(burst.count()).toBe(10)
  burst.stop()
})
