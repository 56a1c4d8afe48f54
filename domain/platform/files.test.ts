import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccountId, newId } from '#values/id.ts'
import { Files } from './files.ts'

let files: Files
const secret = 'a secret of at least thirty-two characters'
const account = newAccountId()

beforeAll(async () => {
  files = new Files(await mkdtemp(join(tmpdir(), 'hongyan-files-')), secret)
})
afterAll(() => rm(files.directory, { recursive: true }))

test('a stored file is read back unchanged, with its size and hash', async () => {
  const fileId = newId()
  const bytes = Buffer.from('手机号\n13800138000\n')
  const stored = await files.put(account, fileId, Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]), 1000)
  expect(stored).toEqual({ byteCount: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  expect(await buffer(files.open(account, fileId))).toEqual(bytes)
  expect(await buffer(files.open(account, fileId, 3))).toEqual(bytes.subarray(0, 3))
  await files.remove(account, fileId)
  await files.remove(account, fileId)
  await expect(buffer(files.open(account, fileId))).rejects.toThrow('ENOENT')
})

test('one byte too many is refused and leaves nothing behind', async () => {
  const other = newAccountId()
  await files.put(other, newId(), Readable.from([Buffer.alloc(10)]), 10)
  await expect(files.put(other, newId(), Readable.from([Buffer.alloc(11)]), 10)).rejects.toMatchObject({ code: 'file_too_large' })
  expect(await readdir(join(files.directory, other))).toHaveLength(1)
})

test('an aborted upload leaves nothing behind', async () => {
  const other = newAccountId()
  const broken = Readable.from(
    (function* () {
      yield Buffer.alloc(5)
      throw new Error('connection lost')
    })(),
  )
  await expect(files.put(other, newId(), broken, 10)).rejects.toThrow('connection lost')
  expect(await readdir(join(files.directory, other))).toEqual([])
})

test('an encrypted file is read with the secret, under its own id, and unchanged', async () => {
  const [fileId, otherId] = [newId(), newId()]
  const bytes = Buffer.from('身份证人像面')
  const stored = await files.writeEncrypted(account, fileId, bytes)
  expect(stored).toEqual({ byteCount: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  expect(await files.readEncrypted(account, fileId)).toEqual(bytes)
  const pathOf = (id: string) => join(files.directory, account, id)
  const onDisk = await readFile(pathOf(fileId))
  expect(onDisk.includes(bytes)).toBe(false)
  await expect(new Files(files.directory, 'another secret of thirty-two characters').readEncrypted(account, fileId)).rejects.toThrow()
  await expect(new Files(files.directory).readEncrypted(account, fileId)).rejects.toThrow('need the secret')
  await copyFile(pathOf(fileId), pathOf(otherId))
  await expect(files.readEncrypted(account, otherId)).rejects.toThrow()
  onDisk[onDisk.length - 1]! ^= 1
  await writeFile(pathOf(fileId), onDisk)
  await expect(files.readEncrypted(account, fileId)).rejects.toThrow()
})

test('a file from before encryption is read as it is', async () => {
  const fileId = newId()
  const bytes = Buffer.from('%PDF-1.7')
  await files.put(account, fileId, Readable.from([bytes]), 100)
  expect(await files.readEncrypted(account, fileId)).toEqual(bytes)
})

test('path traversal is impossible', () => {
  expect(() => files.open(account, '../secret')).toThrow('named by ids')
})
