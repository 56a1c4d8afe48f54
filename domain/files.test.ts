import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountId, newId } from '#values/id.ts'
import { Files } from './files.ts'

let files: Files
const account = newId() as AccountId

beforeAll(async () => {
  files = new Files(await mkdtemp(join(tmpdir(), 'hongyan-files-')))
})
afterAll(() => rm(files.directory, { recursive: true }))

test('a file comes back as it was put, with its size and hash', async () => {
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
  const other = newId() as AccountId
  await files.put(other, newId(), Readable.from([Buffer.alloc(10)]), 10)
  await expect(files.put(other, newId(), Readable.from([Buffer.alloc(11)]), 10)).rejects.toMatchObject({ code: 'file_too_large' })
  expect(await readdir(join(files.directory, other))).toHaveLength(1)
})

test('a sender that breaks off leaves nothing behind', async () => {
  const other = newId() as AccountId
  const broken = Readable.from(
    (function* () {
      yield Buffer.alloc(5)
      throw new Error('connection lost')
    })(),
  )
  await expect(files.put(other, newId(), broken, 10)).rejects.toThrow('connection lost')
  expect(await readdir(join(files.directory, other))).toEqual([])
})

test('no path can be smuggled in', () => {
  expect(() => files.open(account, '../secret')).toThrow('named by ids')
})
