import { expect, test } from 'vitest'
import { AdaptiveWindow, TokenBucket } from './pace.ts'

test('a token bucket holds a tenth of a second and fills at its rate', () => {
  const bucket = new TokenBucket(100, 0)
  expect(bucket.available(0)).toBe(10)
  bucket.take(10)
  expect(bucket.available(5)).toBe(0)
  expect(bucket.available(10)).toBe(1)
  expect(bucket.available(60_000)).toBe(10)
  expect(bucket.available(59_000)).toBe(10)
})

test('a token bucket is overdrawn by a long message, and the next message waits for it', () => {
  const bucket = new TokenBucket(10, 0)
  bucket.take(3)
  expect(bucket.available(100)).toBe(0)
  expect(bucket.available(299)).toBe(0)
  expect(bucket.available(300)).toBe(1)
})

test('a token bucket passes its rate and one burst over a minute', () => {
  const bucket = new TokenBucket(250, 0)
  let passed = 0
  for (let nowMs = 0; nowMs <= 60_000; nowMs += 7) {
    const count = bucket.available(nowMs)
    bucket.take(count)
    passed += count
  }
  expect(passed).toBeGreaterThanOrEqual(250 * 60)
  expect(passed).toBeLessThanOrEqual(250 * 60 + 25)
})

test('a window is halved once for a burst of refusals, never closed, and regrows to its setting', () => {
  const window = new AdaptiveWindow(16)
  for (let refusal = 0; refusal < 5; refusal++) window.narrow(1000)
  expect(window.size).toBe(8)
  for (let round = 0; round < 10; round++) window.narrow(2000 + round * 600)
  expect(window.size).toBe(1)
  for (let part = 0; part < 10; part++) window.taken()
  expect(window.size).toBe(2)
  for (let part = 0; part < 1000; part++) window.taken()
  expect(window.size).toBe(16)
})
