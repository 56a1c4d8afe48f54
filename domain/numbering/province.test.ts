import { expect, test } from 'vitest'
import { provinceOf, regionOf } from './province.ts'

test('a number belongs to the province of its first seven digits', () => {
  expect(provinceOf('13800138000')).toBe('北京')
  expect(provinceOf('13912345678')).toBe('江苏')
  expect(provinceOf('17712345678')).toBe('江苏')
  expect(provinceOf('13570000000')).toBe('广东')
})

test('a number abroad belongs to the country of its longest code', () => {
  expect(['+85298765432', '+14155552671', '+18765551234', '+77012345678', '+79161234567', '+9991234567'].map(regionOf)).toEqual([
    '香港',
    '美国和加拿大',
    '牙买加',
    '哈萨克斯坦',
    '俄罗斯',
    null,
  ])
  expect(regionOf('13800138000')).toBe('北京')
})

test('an unknown segment has no province', () => {
  expect(provinceOf('19912345678')).toBeNull()
  expect(provinceOf('1')).toBeNull()
})
