import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type S3Server, s3Environment, startS3Server } from '#test/support/s3-server.ts'
import { newAccountId, newId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { Files } from './files.ts'
import { readS3Settings, S3Store } from './storage/s3-store.ts'

let files: Files
let folder: string
let bucket: S3Server
const newSecret = 'a newer secret of thirty-two characters'
const secret = 'a secret of at least thirty-two characters'
const account = newAccountId()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hongyan-files-'))
  files = new Files(folder, secret)
  bucket = await startS3Server()
})
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true })
})

test('a stored file is read back unchanged, with its size and hash', async () => {
  const fileId = newId()
  const bytes = Buffer.from('手机号\n13800138000\n')
  const stored = await files.put(account, fileId, Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]), 1000)
  expect(stored).toEqual({ byteCount: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  expect(await buffer(files.open(account, fileId))).toEqual(bytes)
  expect(await buffer(files.open(account, fileId, { from: 0, byteCount: 3 }))).toEqual(bytes.subarray(0, 3))
  await files.remove(account, fileId)
  await files.remove(account, fileId)
  await expect(buffer(files.open(account, fileId))).rejects.toThrow('ENOENT')
})

test('one byte too many is refused and leaves nothing behind', async () => {
  const other = newAccountId()
  await files.put(other, newId(), Readable.from([Buffer.alloc(10)]), 10)
  await expect(files.put(other, newId(), Readable.from([Buffer.alloc(11)]), 10)).rejects.toMatchObject({ code: 'file_too_large' })
  expect(await readdir(join(files.place, other))).toHaveLength(1)
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
  expect(await readdir(join(files.place, other))).toEqual([])
})

test('an encrypted file is read with the secret, under its own id, and unchanged', async () => {
  const [fileId, otherId] = [newId(), newId()]
  const bytes = Buffer.from('身份证人像面')
  const stored = await files.writeEncrypted(account, fileId, bytes)
  expect(stored).toEqual({ byteCount: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  expect(await files.readEncrypted(account, fileId)).toEqual(bytes)
  const pathOf = (id: string) => join(files.place, account, id)
  const onDisk = await readFile(pathOf(fileId))
  expect(onDisk.includes(bytes)).toBe(false)
  await expect(new Files(files.place, 'another secret of thirty-two characters').readEncrypted(account, fileId)).rejects.toThrow()
  await expect(new Files(files.place).readEncrypted(account, fileId)).rejects.toThrow('need the secret')
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

const stores = { 'a folder': () => folder, 'a bucket': () => new S3Store('s3://shop/files', readS3Settings(s3Environment(bucket))) }

test.each(keysOf(stores))('in %s a file grows piece by piece, whoever resumes it, and is there when it is finished', async place => {
  const grown = new Files(stores[place](), secret)
  const fileId = newId()
  const first = await grown.resume(account, fileId, 0)
  for (const piece of ['one,', 'two,', 'three,']) await first?.add(Buffer.from(piece))
  await expect(buffer(grown.open(account, fileId))).rejects.toMatchObject({ code: 'ENOENT' })
  // The third piece was added after the last checkpoint.
  const second = await grown.resume(account, fileId, 8)
  await second?.add(Buffer.from('3,'))
  const whole = 'one,two,3,'
  expect(await second?.finish()).toBe(createHash('sha256').update(whole).digest('hex'))
  expect((await buffer(grown.open(account, fileId))).toString()).toBe(whole)
  // Finished, but the checkpoint of that was lost.
  await (await grown.resume(account, fileId, 8))?.finish()
  expect((await buffer(grown.open(account, fileId))).toString()).toBe('one,two,')
  expect(await grown.resume(account, fileId, 9)).toBeNull()
  await grown.remove(account, fileId)
  expect(await grown.resume(account, fileId, 1)).toBeNull()
})

test('in a bucket files are encrypted, re-encrypted with the current key, and removed', async () => {
  const fileId = newId()
  const bytes = Buffer.from('身份证人像面')
  const [old, current] = [new Files(stores['a bucket'](), secret), new Files(stores['a bucket'](), `${newSecret}\n${secret}`)]
  await old.writeEncrypted(account, fileId, bytes)
  expect(await current.reEncrypt('', 10)).toMatchObject({ count: 1 })
  expect(await current.reEncrypt('', 10)).toMatchObject({ count: 0 })
  expect(await current.readEncrypted(account, fileId)).toEqual(bytes)
  await current.remove(account, fileId)
  expect(bucket.objects.size).toBe(0)
})

test('path traversal is impossible', () => {
  expect(() => files.open(account, '../secret')).toThrow('named by ids')
})
