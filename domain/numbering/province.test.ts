import { expect, test } from 'vitest'
import { provinceOf } from './province.ts'

test('a number belongs to the province of its first seven digits', () => {
  expect(provinceOf('13800138000')).toBe('北京')
  expect(provinceOf('13912345678')).toBe('江苏')
  expect(provinceOf('17712345678')).toBe('江苏')
  expect(provinceOf('13570000000')).toBe('广东')
})

test('an unknown segment has no province', () => {
  expect(provinceOf('19912345678')).toBeNull()
  expect(provinceOf('1')).toBeNull()
})
