import { expect, test } from 'vitest'
import { linkCodeLength, randomCodes } from './code.ts'

test('codes: right length, no ambiguous letters, no repetitions', () => {
  const codes = randomCodes(20_000, linkCodeLength)
  expect(new Set(codes).size).toBe(20_000)
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Za-km-np-z]{7}$/)
})

test('rejection sampling: bytes beyond the last multiple of the alphabet are discarded, so all letters are equally likely', () => {
  const [code] = randomCodes(1, 4, count => Buffer.from([255, 250, 224, 0, 1, 55, 56, ...Array.from({ length: count }, () => 0)]))
  expect(code).toBe('23z2')
})
