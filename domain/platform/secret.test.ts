import { expect, test } from 'vitest'
import { currentKeyId, decrypt, encrypt, keyFor, keyIdOf, passingKeyFor } from './secret.ts'

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

test('after a rotation the first secret encrypts, all decrypt, and keys of hashes stay those of the root', () => {
  const newer = 'a newer secret of at least thirty-two characters'
  const ring = `${newer}\n${secret}`
  const before = encrypt(secret, 'channel:1', 'before')
  const after = encrypt(ring, 'channel:1', 'after')
  expect(decrypt(ring, 'channel:1', before)).toBe('before')
  expect(decrypt(ring, 'channel:1', after)).toBe('after')
  expect(decrypt(newer, 'channel:1', after)).toBe('after')
  expect(() => decrypt(secret, 'channel:1', after)).toThrow('unknown key')
  expect(keyIdOf(after)).toBe(currentKeyId(ring))
  expect(keyFor(ring, 'a').equals(keyFor(secret, 'a'))).toBe(true)
  expect(passingKeyFor(ring, 'a').equals(keyFor(newer, 'a'))).toBe(true)
})

test('what was encrypted before there were key ids still decrypts, by any of the secrets', () => {
  const old = encrypt(secret, 'channel:1', 'old').subarray(8)
  expect(keyIdOf(old)).toBeNull()
  expect(decrypt(secret, 'channel:1', old)).toBe('old')
  expect(decrypt(`a newer secret of at least thirty-two characters\n${secret}`, 'channel:1', old)).toBe('old')
})
