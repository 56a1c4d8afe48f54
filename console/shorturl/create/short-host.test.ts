import { expect, test } from 'vitest'
import { baseOf } from './short-host.ts'

test('a short address begins as the platform returns it, and with https on a customer’s domain', () => {
  expect(baseOf('', { shortLinkUrl: 'http://127.0.0.1:8081' })).toBe('http://127.0.0.1:8081/')
  expect(baseOf('', { shortLinkUrl: 'https://hy.example' })).toBe('https://hy.example/')
  expect(baseOf('go.customer.cn', { shortLinkUrl: 'http://127.0.0.1:8081' })).toBe('https://go.customer.cn/')
})
