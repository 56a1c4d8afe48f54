import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seeded } from '#test/support/engine.ts'
import { HyperLogLog } from './hyperloglog.ts'

const hashes = (seed: number, count: number) => {
  const random = seeded(seed)
  return Array.from({ length: count }, () => Math.floor(random() * 2 ** 21) * 2 ** 32 + Math.floor(random() * 2 ** 32))
}
const of = (list: readonly number[]) => {
  const sketch = new HyperLogLog()
  for (const hash of list) sketch.add(hash)
  return sketch
}

test('the standard error is the documented one at every size', () => {
  for (const count of [100, 10_000, 60_000, 150_000, 400_000]) {
    const errors = Array.from({ length: 12 }, (_, seed) => of(hashes(seed + count, count)).count() / count - 1)
    const deviation = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)
    // The standard error is 0.81 %. The deviation of 12 tries exceeds it by half in only a few of a thousand runs.
    expect(deviation).toBeLessThan(0.0081 * 1.55)
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.0081 * 4)
  }
})

test('an empty sketch counts 0, a value added repeatedly counts once', () => {
  expect(new HyperLogLog().count()).toBe(0)
  expect(of(Array(1_000).fill(2 ** 53 - 1)).count()).toBe(1)
  expect(of([0, 0, 0]).count()).toBe(1)
})

test('merged sketches equal the sketch of all values, in any order and any number of times', () => {
  const list = fc.array(fc.integer({ min: 0, max: 2 ** 53 - 1 }), { maxLength: 200 })
  fc.assert(
    fc.property(list, list, (one, other) => {
      const [a, b] = [of(one), of(other)]
      a.merge(b.registers)
      b.merge(a.registers)
      b.merge(a.registers)
      const all = of([...other, ...one])
      return Buffer.compare(a.registers, all.registers) === 0 && Buffer.compare(b.registers, all.registers) === 0
    }),
    { numRuns: 30 },
  )
})

test('registers of another size are refused', () => {
  expect(() => new HyperLogLog(new Uint8Array(1_024))).toThrow(RangeError)
})
