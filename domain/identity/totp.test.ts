import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { newTotpSecret, totpStep, totpUri } from './totp.ts'

/** RFC 6238, appendix B: the secret of the SHA-1 rows; the six digits used here are the last of their eight. */
const secret = Secret.fromUTF8('12345678901234567890').base32

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('code at %d s is %s', (seconds, code) => {
  expect(totpStep(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
})

test('validity: one step before and after its own', () => {
  const at = (steps: number) => totpStep(secret, '005924', new Date((1_234_567_890 + steps * 30) * 1000))
  const step = Math.floor(1_234_567_890 / 30)
  expect([at(-2), at(-1), at(0), at(1), at(2)]).toEqual([null, step, step, step, null])
})

test.each(['', '00592', '0059244', '00592a', '００５９２４'])('%j is not a code', code => {
  expect(totpStep(secret, code, new Date(1_234_567_890_000))).toBeNull()
})

test('new secret: has 160 bits, its URI names the account', () => {
  const made = newTotpSecret()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(made)
  const uri = new URL(totpUri(made, { issuer: '鸿雁', label: 'demo' }))
  expect(uri.protocol).toBe('otpauth:')
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: made, issuer: '鸿雁', digits: '6', period: '30', algorithm: 'SHA1' })
})
