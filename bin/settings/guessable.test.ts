import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hasGuessablePassword, isGuessableSecret } from './guessable.ts'

test.each([
  'x'.repeat(40),
  'please-change-me-please-change-me',
  'a secret of at least thirty-two characters',
  '0123012301230123012301230123012301',
])('the secret %s is guessable', secret => expect(isGuessableSecret(secret)).toBe(true))

test('generated secrets are not, in any usual notation', () => {
  for (const notation of ['base64', 'base64url', 'hex'] as const) expect(isGuessableSecret(randomBytes(32).toString(notation))).toBe(false)
})

test.each([
  ['postgresql://hongyan_owner:hongyan_owner@db/hongyan', true],
  ['postgresql://hongyan_owner:Postgres@db/hongyan', true],
  ['postgresql://hongyan_owner:123456@db/hongyan', true],
  ['postgresql://hongyan_owner:@db/hongyan', true],
  ['postgresql://hongyan_owner:kT9mVw2xQe@db/hongyan', false],
  ['postgresql://hongyan_owner@db/hongyan', false],
  ['postgresql:///hongyan?host=/run/postgresql', false],
])('%s: the password is guessable: %s', (url, isGuessable) => expect(hasGuessablePassword(url)).toBe(isGuessable))
