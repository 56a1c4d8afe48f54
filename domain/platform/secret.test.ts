import { expect, test } from 'vitest'
import { decrypt, encrypt, keyFor } from './secret.ts'

const secret = 'a secret of at least thirty-two characters'

test('an encrypted text is decrypted by its own secret and context only, and any changed byte is detected', () => {
  const encrypted = encrypt(secret, 'channel:1', '密码 simulate')
  expect(decrypt(secret, 'channel:1', encrypted)).toBe('密码 simulate')
  expect(() => decrypt(secret, 'channel:2', encrypted)).toThrow()
  expect(() => decrypt(`${secret}!`, 'channel:1', encrypted)).toThrow()
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted)
    changed[at]! ^= 1
    expect(() => decrypt(secret, 'channel:1', changed)).toThrow()
  }
})

test('each purpose has a key of its own', () => expect(keyFor(secret, 'a').equals(keyFor(secret, 'b'))).toBe(false))
