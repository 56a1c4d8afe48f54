import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemOrThrow } from '#values/or-throw.ts'
import { SeenRecipients } from './seen-recipients.ts'

const phones = fc
  .tuple(fc.integer({ min: 3, max: 9 }), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([second, rest]) => `1${second}${String(rest).padStart(9, '0')}`)
const recipients = fc.tuple(phones, fc.array(fc.constantFrom('', '张', '张三', 'a', '三'), { maxLength: 3 }))

test('of any list of recipients exactly the first of each is new', () => {
  fc.assert(
    fc.property(fc.array(recipients, { maxLength: 30 }), fc.array(fc.nat(), { maxLength: 30 }), fc.nat(), (some, again, seed) => {
      const list = [...some, ...again.flatMap(index => (some.length ? [itemOrThrow(some, index % some.length)] : []))]
      const seen = new SeenRecipients(64, seed)
      const known = new Set<string>()
      for (const recipient of list) {
        expect(seen.add(...recipient)).toBe(!known.has(JSON.stringify(recipient)))
        known.add(JSON.stringify(recipient))
      }
    }),
  )
})

test('the same number with other values is another recipient, however the values are divided', () => {
  const seen = new SeenRecipients(64, 1)
  const add = (...values: string[]) => seen.add('13800138000', values)
  expect([add('ab', 'c'), add('a', 'bc'), add('abc'), add('ab', 'c'), add()]).toEqual([true, true, true, false, true])
})

test('the smallest and the largest number are distinguished', () => {
  const seen = new SeenRecipients(64, 1)
  expect(['13000000000', '19999999999', '13000000000', '19999999999'].map(phone => seen.add(phone))).toEqual([true, true, false, false])
})

test('a recipient beyond the capacity is an error, not an endless search', () => {
  const seen = new SeenRecipients(1, 1)
  expect(seen.add('13800138000')).toBe(true)
  expect(seen.add('13800138000')).toBe(false)
  expect(() => seen.add('13900139000')).toThrow('room')
})
