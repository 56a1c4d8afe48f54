import { expect, test } from 'vitest'
import { ConcurrencyLimiter, FixedWindowLimiter, TokenBucket } from './limiter.ts'

test('a bucket holds its burst and fills at its rate', () => {
  const bucket = new TokenBucket(100, 0, 0.1)
  expect(bucket.available(0)).toBe(10)
  bucket.take(10)
  expect(bucket.available(5)).toBe(0)
  expect(bucket.available(10)).toBe(1)
  expect(bucket.available(60_000)).toBe(10)
  expect(bucket.available(59_000)).toBe(10)
})

test('a long message overdraws a bucket, and the next waits for it', () => {
  const bucket = new TokenBucket(10, 0, 0.1)
  bucket.take(3)
  expect(bucket.available(100)).toBe(0)
  expect(bucket.available(299)).toBe(0)
  expect(bucket.available(300)).toBe(1)
})

test('over a minute a bucket lets pass its rate and one burst', () => {
  const bucket = new TokenBucket(250, 0, 0.1)
  let passed = 0
  for (let nowMs = 0; nowMs <= 60_000; nowMs += 7) {
    const count = bucket.available(nowMs)
    bucket.take(count)
    passed += count
  }
  expect(passed).toBeGreaterThanOrEqual(250 * 60)
  expect(passed).toBeLessThanOrEqual(250 * 60 + 25)
})

test('a bucket takes one token at a time, and a lower rate holds at once', () => {
  const bucket = new TokenBucket(3, 0)
  expect([bucket.tryTake(0), bucket.tryTake(0)]).toEqual([true, true])
  bucket.ratePerSecond = 1
  expect([bucket.tryTake(0), bucket.tryTake(0), bucket.tryTake(999), bucket.tryTake(1000)]).toEqual([true, false, false, true])
})

test('a fixed window counts each key by itself and begins anew when it has ended', () => {
  const limiter = new FixedWindowLimiter({ most: 2, windowMs: 1000 })
  for (const nowMs of [0, 999]) limiter.spend('a', nowMs)
  expect([limiter.isSpent('a', 999), limiter.isSpent('b', 999), limiter.isSpent('a', 1000)]).toEqual([true, false, false])
  limiter.spend('a', 1000)
  expect(limiter.isSpent('a', 1000)).toBe(false)
})

test('what is given back may be spent again, and a reset empties the window', () => {
  const limiter = new FixedWindowLimiter({ most: 1, windowMs: 1000 })
  limiter.spend('a', 0)
  limiter.giveBack('a')
  expect(limiter.isSpent('a', 0)).toBe(false)
  for (let count = 0; count < 5; count++) limiter.spend('a', 0)
  limiter.reset('a')
  expect(limiter.isSpent('a', 0)).toBe(false)
})

test('of too many keys the oldest windows are dropped', () => {
  const limiter = new FixedWindowLimiter({ most: 1, windowMs: 1000 })
  for (let key = 0; key <= 50_000; key++) limiter.spend(String(key), 0)
  expect([limiter.isSpent('0', 0), limiter.isSpent('1', 0)]).toEqual([false, true])
})

const refuse = (): never => {
  throw new Error('full')
}

test('so many run at once, so many wait, the rest are refused; afterwards there is room again', async () => {
  const limiter = new ConcurrencyLimiter(2, { waiting: 3, refuse })
  let running = 0
  let maxRunning = 0
  const gate = Promise.withResolvers<void>()
  const work = async () => {
    running += 1
    maxRunning = Math.max(maxRunning, running)
    await gate.promise
    running -= 1
  }
  const all = Array.from({ length: 8 }, () =>
    limiter.run(work).then(
      () => 'done',
      (error: Error) => error.message,
    ),
  )
  gate.resolve()
  expect(await Promise.all(all)).toEqual([...Array(5).fill('done'), ...Array(3).fill('full')])
  expect(maxRunning).toBe(2)
  expect(await limiter.run(async () => 'free')).toBe('free')
})

test('work that throws releases its place', async () => {
  const limiter = new ConcurrencyLimiter(1, { waiting: 0, refuse })
  await expect(limiter.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await limiter.run(async () => 'free')).toBe('free')
})

test('a place is released once, however often that is called', async () => {
  const limiter = new ConcurrencyLimiter(1)
  const release = await limiter.acquire()
  release()
  release()
  await limiter.acquire()
  let isSecond = false
  void limiter.acquire().then(() => (isSecond = true))
  await Promise.resolve()
  expect(isSecond).toBe(false)
})
