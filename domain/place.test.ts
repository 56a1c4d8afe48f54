import { expect, test } from 'vitest'
import { placeFacts, placeName } from './place.ts'

test('addresses have places, as far as the data tells', () => {
  expect(placeFacts('114.114.114.114')).toMatchObject({ province: '江苏', city: '南京' })
  expect(placeFacts('127.0.0.1')).toEqual({ province: null, city: null, carrier: null })
  expect(placeFacts('::1')).toMatchObject({ province: null })
  expect(placeFacts('not an address')).toEqual({ province: null, city: null, carrier: null })
})

test('a place is named once', () => {
  expect(placeName('114.114.114.114')).toBe('江苏南京')
  expect(placeName('202.96.209.5')).toBe('上海')
  expect(placeName('127.0.0.1')).toBeNull()
})
