import { expect, test } from 'vitest'
import { addressProblem } from '#contract/apps/address-rule.ts'
import { type AppSettings, appSettings } from '#contract/apps/app-setting.ts'
import { Refusal } from '#contract/refusals.ts'
import { newAccountId } from '#values/id.ts'
import { type AccessAttempt, AccessGuard } from './access-guard.ts'
import type { AppCaller } from './key.ts'

const now = new Date('2026-11-02T01:00:00Z')
const caller = (facts: Partial<AppCaller> = {}, settings: Partial<AppSettings> = {}): AppCaller => ({
  account: newAccountId(),
  appId: 'app',
  number: '1400200001',
  kind: 'production',
  name: '订单系统',
  accessKeyId: 'HYAK1',
  scopes: new Set(['send', 'query']),
  settings: { ...appSettings.parse({}), ...settings },
  isAppEnabled: true,
  isKeyEnabled: true,
  otpPausedUntil: null,
  defaultSignatureId: null,
  requestsPerSecond: 5,
  ...facts,
})
const attempt = (facts: Partial<AccessAttempt> = {}): AccessAttempt => ({
  ingress: 'rest',
  scope: 'send',
  ip: '203.0.113.9',
  isHttps: false,
  now,
  ...facts,
})
const codeOf = (who: AppCaller, what: AccessAttempt): string => {
  try {
    new AccessGuard().admit(who, what)
    return 'in'
  } catch (error) {
    return error instanceof Refusal ? error.code : 'bug'
  }
}
const list = (mode: 'off' | 'watch' | 'on', ...lines: string[]) => ({ allowlist: { mode, lines } })
const closed = { ingresses: { alibaba: false, tencent: false, smpp: false, cmpp: false } }

test.each([
  ['a key that is off', caller({ isKeyEnabled: false }), attempt(), 'key_disabled'],
  ['an app that is off', caller({ isAppEnabled: false }), attempt(), 'app_disabled'],
  ['an ingress that is closed', caller({}, closed), attempt({ ingress: 'alibaba' }), 'ingress_closed'],
  ['our own ingress is always open', caller({}, closed), attempt(), 'in'],
  ['plain HTTP where HTTPS is asked for', caller({}, { isHttpsOnly: true }), attempt(), 'https_required'],
  ['HTTPS where it is asked for', caller({}, { isHttpsOnly: true }), attempt({ isHttps: true }), 'in'],
  [
    'SMPP has no HTTPS',
    caller({}, { isHttpsOnly: true, ingresses: { ...closed.ingresses, smpp: true, cmpp: false } }),
    attempt({ ingress: 'smpp' }),
    'in',
  ],
  ['a scope that the key has not', caller({ scopes: new Set(['query']) }), attempt(), 'scope_missing'],
  ['what needs no scope', caller({ scopes: new Set() }), attempt({ scope: null }), 'in'],
  ['an address outside the list', caller({}, list('on', '198.51.100.0/24')), attempt(), 'address_not_allowed'],
  ['an address in a block', caller({}, list('on', '198.51.100.1', '203.0.113.0/24')), attempt(), 'in'],
  ['an IPv4 address inside an IPv6 one', caller({}, list('on', '203.0.113.9')), attempt({ ip: '::ffff:203.0.113.9' }), 'in'],
  ['an IPv6 address in a block', caller({}, list('on', '2001:db8:1::/48')), attempt({ ip: '2001:db8:1::5' }), 'in'],
  ['an IPv6 address outside', caller({}, list('on', '2001:db8:1::/48')), attempt({ ip: '2001:db8:2::5' }), 'address_not_allowed'],
  ['a list that only watches', caller({}, list('watch', '198.51.100.1')), attempt(), 'in'],
  ['a list that is off', caller({}, list('off', '198.51.100.1')), attempt(), 'in'],
])('%s', (_, who, what, code) => {
  expect(codeOf(who, what)).toBe(code)
})

test('allowlist in watch mode: reports whom it would refuse', () => {
  const guard = new AccessGuard()
  const who = caller({}, list('watch', '203.0.113.9'))
  expect(guard.admit(who, attempt()).isWatched).toBe(false)
  expect(guard.admit(who, attempt({ ip: '203.0.113.8' })).isWatched).toBe(true)
})

test('rate limit: one per app over all keys and ingresses, Retry-After when exceeded; other apps are not slowed', () => {
  const guard = new AccessGuard()
  const at = (ms: number, ingress: AccessAttempt['ingress'] = 'rest') => attempt({ now: new Date(now.getTime() + ms), ingress })
  const left = Array.from({ length: 5 }, (_, index) => guard.admit(caller({ accessKeyId: `k${index}` }), at(0)).rate.remaining)
  expect(left).toEqual([4, 3, 2, 1, 0])
  const tooFast = (() => {
    try {
      return guard.admit(caller(), at(0, 'tencent'))
    } catch (error) {
      return error
    }
  })()
  expect(tooFast).toMatchObject({ code: 'rate_exceeded', facts: { limit: 5, seconds: 1 } })
  expect(guard.admit(caller({ appId: 'other' }), at(0)).rate.remaining).toBe(4)
  expect(guard.admit(caller(), at(200)).rate).toEqual({ limit: 5, remaining: 0, resetSeconds: 1 })
  expect(guard.admit(caller(), at(60_000)).rate.remaining).toBe(4)
  // A clock set back consumes no tokens.
  expect(guard.admit(caller(), at(0)).rate.remaining).toBe(3)
})

test.each([
  ['203.0.113.9', true],
  ['203.0.113.0/24', true],
  ['2001:db8::/32', true],
  ['::1', true],
  ['203.0.113.256', false],
  ['203.0.113.0/33', false],
  ['203.0.113.*', false],
  ['203.0.113.1;203.0.113.2', false],
  ['example.com', false],
  ['', false],
])('allowlist entry %s is an address: %s', (line, isAddress) => {
  expect(addressProblem(line) === null).toBe(isAddress)
})
