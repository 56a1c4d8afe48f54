import { expect, test } from 'vitest'
import { decrypt, encrypt, keyFor } from './secret.ts'

const secret = 'a secret of at least thirty-two characters'

test('an encrypted text is decrypted by its own secret and context only, and any changed byte is detected', () => {
  const sealed = encrypt(secret, 'channel:1', '密码 simulate')
  expect(decrypt(secret, 'channel:1', sealed)).toBe('密码 simulate')
  expect(() => decrypt(secret, 'channel:2', sealed)).toThrow()
  expect(() => decrypt(`${secret}!`, 'channel:1', sealed)).toThrow()
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => decrypt(secret, 'channel:1', changed)).toThrow()
  }
})

test('each purpose has a key of its own', () => expect(keyFor(secret, 'a').equals(keyFor(secret, 'b'))).toBe(false))
