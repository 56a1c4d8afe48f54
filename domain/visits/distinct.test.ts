import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seeded } from '#test/support/engine.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { DistinctSet, exactBelow, hashNumber } from './distinct.ts'

const hash = fc.integer({ min: 0, max: 2 ** 53 - 1 })
const of = (list: Iterable<number>) => {
  const set = new DistinctSet()
  for (const one of list) set.add(one)
  return set
}
/** A run of `count` different hashes, starting at a number. */
const run = (from: number, count: number) => Array.from({ length: count }, (_, index) => spread(from + index))
const random = seeded(7)
const drawn = Array.from({ length: 320_000 }, () => Math.floor(random() * 2 ** 21) * 2 ** 32 + Math.floor(random() * 2 ** 32))
const spread = (index: number) => itemOrThrow(drawn, index)

test('a small set is counted exactly, however it was added, merged, stored and read again', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.oneof(hash, fc.integer({ min: 0, max: 20 })), { maxLength: 60 }), { maxLength: 6 }), lists => {
      const whole = new DistinctSet()
      for (const [index, list] of lists.entries()) {
        if (index % 2 === 0) whole.merge(of(list))
        else whole.addKept(of(list).keep())
      }
      expect(whole.count).toBe(new Set(lists.flat()).size)
      expect(whole.isExact).toBe(true)
    }),
  )
})

test('a set is exact up to one below the bound and an estimate from the bound on', () => {
  const below = of(run(0, exactBelow - 1))
  expect([below.count, below.isExact]).toEqual([exactBelow - 1, true])
  below.add(spread(5))
  expect(below.isExact).toBe(true)
  below.add(spread(exactBelow))
  expect(below.isExact).toBe(false)
  expect(Math.abs(below.count / exactBelow - 1)).toBeLessThan(0.0081 * 4)
})

test('a large set is stored as registers, a middle one as both, a small one as its list', () => {
  const kinds = [100, 20_000, 150_000].map(count => of(run(0, count)).keep())
  expect(kinds.map(({ list, sketch }) => [list !== null, sketch !== null])).toEqual([
    [true, false],
    [true, true],
    [false, true],
  ])
  expect(kinds.map(kept => kept.list?.length ?? 0)).toEqual([800, 160_000, 0])
})

test.each([
  ['two lists', 0, 60_000, 30_000, 60_000],
  ['a list and registers', 0, 150_000, 140_000, 20_000],
  ['registers', 0, 150_000, 100_000, 200_000],
])('many together are within the error: %s', (_, from, count, otherFrom, otherCount) => {
  const truth = Math.max(from + count, otherFrom + otherCount) - Math.min(from, otherFrom)
  for (const [one, other] of [
    [of(run(from, count)), of(run(otherFrom, otherCount))],
    [of(run(otherFrom, otherCount)), of(run(from, count))],
  ] as const) {
    one.merge(other)
    expect(Math.abs(one.count / truth - 1)).toBeLessThan(truth < exactBelow ? Number.EPSILON : 0.0081 * 4)
    const again = new DistinctSet()
    again.addKept(one.keep())
    expect(again.count).toBe(one.count)
  }
})

test('a hash number is the first 53 bits of the hash', () => {
  expect(hashNumber(Buffer.from('ffffffffffffffffff', 'hex'))).toBe(2 ** 53 - 1)
  expect(hashNumber(Buffer.from('0000000000000800', 'hex'))).toBe(1)
  expect(hashNumber(Buffer.from('8000000000000000', 'hex'))).toBe(2 ** 52)
})
