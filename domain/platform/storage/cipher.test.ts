import { randomBytes } from 'node:crypto'
import { Readable, type Transform } from 'node:stream'
import { expect, test } from 'vitest'
import { chunksOf } from '#values/bytes.ts'
import { decryptStream, encryptStream } from './cipher.ts'

const secret = 'a secret of at least thirty-two characters'
const through = async (bytes: Buffer, stream: Transform): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of chunksOf(Readable.from(bytes.length === 0 ? [] : [bytes]).pipe(stream))) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const chunk = 64 * 1024

test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 17])('a stream of %i bytes is what it was', async size => {
  const plain = randomBytes(size)
  const encrypted = await through(plain, encryptStream(secret, 'a/b'))
  expect(await through(encrypted, decryptStream(secret, 'a/b'))).toEqual(plain)
})

test('a changed, moved, swapped or cut stream does not decrypt, nor one of another name or secret', async () => {
  const encrypted = await through(randomBytes(3 * chunk + 5), encryptStream(secret, 'a'))
  const opened = (bytes: Buffer, name = 'a', by = secret) => through(bytes, decryptStream(by, name))
  const whole = chunk + 16
  const start = encrypted.length - 3 * whole - 5 - 16
  const swapped = Buffer.concat([
    encrypted.subarray(0, start),
    encrypted.subarray(start + whole, start + 2 * whole),
    encrypted.subarray(start, start + whole),
    encrypted.subarray(start + 2 * whole),
  ])
  const changed = Buffer.from(encrypted)
  changed.writeUInt8(changed.readUInt8(start + 9) ^ 1, start + 9)
  for (const wrong of [swapped, changed, encrypted.subarray(0, start + 2 * whole), encrypted.subarray(0, 10), Buffer.alloc(0)])
    await expect(opened(wrong)).rejects.toThrow(/不完整或已被改动|已损坏/)
  await expect(opened(encrypted, 'b')).rejects.toThrow('不完整或已被改动')
  await expect(opened(encrypted, 'a', `${secret}!`)).rejects.toThrow('请使用当时的密钥')
})

test('after a rotation a former secret still opens, and the current one encrypts', async () => {
  const before = await through(Buffer.from('before'), encryptStream(secret, 'a'))
  const ring = `a newer secret of at least thirty-two characters\n${secret}`
  expect((await through(before, decryptStream(ring, 'a'))).toString()).toBe('before')
  const after = await through(Buffer.from('after'), encryptStream(ring, 'a'))
  await expect(through(after, decryptStream(secret, 'a'))).rejects.toThrow('请使用当时的密钥')
})
