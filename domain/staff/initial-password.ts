import { randomInt } from 'node:crypto'
import { itemOrThrow } from '#values/or-throw.ts'

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '23456789'

/**
 * An initial password of 16 characters, about 90 bits: twelve letters and four digits in random order, without easily
 * confused ones.
 */
export function initialPassword(): string {
  const pick = (from: string) => itemOrThrow(from, randomInt(from.length))
  const characters = [...Array.from({ length: 12 }, () => pick(letters)), ...Array.from({ length: 4 }, () => pick(digits))]
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    ;[characters[last], characters[other]] = [itemOrThrow(characters, other), itemOrThrow(characters, last)]
  }
  return characters.join('')
}
