import { expect, test } from 'vitest'
import { placeFacts, placeName } from './place.ts'

test('addresses have places, as far as the data knows them', () => {
  expect(placeFacts('114.114.114.114')).toMatchObject({ province: '江苏', city: '南京' })
  expect(placeFacts('127.0.0.1')).toEqual({ country: null, province: null, city: null, isp: null })
  expect(placeFacts('8.8.8.8')).toEqual({ country: '美国', province: null, city: null, isp: null })
  expect(placeFacts('203.104.128.1')).toMatchObject({ country: '日本', province: null, city: null })
  expect(placeFacts('61.93.12.3')).toMatchObject({ country: null, province: '香港' })
  expect(placeFacts('::1')).toMatchObject({ province: null })
  expect(placeFacts('not an address')).toEqual({ country: null, province: null, city: null, isp: null })
})

test('a place is not named twice', () => {
  expect(placeName('114.114.114.114')).toBe('江苏南京')
  expect(placeName('202.96.209.5')).toBe('上海')
  expect(placeName('8.8.8.8')).toBe('美国')
  expect(placeName('127.0.0.1')).toBeNull()
})
