import { expect, test } from 'vitest'
import { pathTo, redirectTarget } from './paths.ts'

test('a path keeps its query and omits empty values', () => {
  expect(pathTo('/sms/delivery', { broadcastId: 'brd_1', state: '', cursor: undefined })).toBe('/sms/delivery?broadcastId=brd_1')
  expect(pathTo('/sms/delivery')).toBe('/sms/delivery')
})

test.each([
  ['/sms/delivery?state=failed', '/sms/delivery?state=failed'],
  ['/system/home', '/system/home'],
])('sign-in returns to the own page %s', (wanted, target) => {
  expect(redirectTarget(`?redirect=${encodeURIComponent(wanted)}`)).toBe(target)
})

test.each([
  'https://evil.example/sms/delivery',
  '//evil.example/sms/delivery',
  '/\\evil.example/sms/delivery',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/user/login',
  '/nowhere',
  '/..//evil.example',
  'sms/delivery',
  '',
])('sign-in never redirects to %j (open redirect)', wanted => {
  expect(redirectTarget(`?redirect=${encodeURIComponent(wanted)}`)).toBe('/system/home')
})
