import { expect, test } from 'vitest'
import { References } from './references.ts'

test('references of long texts to one phone differ however many go to others in between', () => {
  const references = new References(() => 0.5)
  const seen = new Set([references.next('13800138000')])
  for (let other = 0; other < 300; other++) {
    references.next(`138000${other}`)
    if (other % 100 === 99) seen.add(references.next('13800138000'))
  }
  expect(seen.size).toBe(4)
  expect([...seen].every(reference => reference >= 0 && reference <= 255)).toBe(true)
})
