import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type S3Server, s3Environment, startS3Server } from '#test/support/s3-server.ts'
import { readS3Settings, S3Store } from './s3-store.ts'

let server: S3Server
let store: S3Store
beforeAll(async () => {
  server = await startS3Server()
  store = new S3Store('s3://shop/hongyan/', readS3Settings(s3Environment(server)))
})
afterAll(() => server.close())

test.each([0, 100, 16 * 1024 * 1024, 40 * 1024 * 1024])('an object of %i bytes is what it was, a large one in parts', async size => {
  const bytes = randomBytes(size)
  await store.put('a/b~1', Readable.from(size === 0 ? [] : [bytes.subarray(0, size / 2), bytes.subarray(size / 2)]))
  expect((await buffer(await store.open('a/b~1'))).equals(bytes)).toBe(true)
  expect(server.objects.has('hongyan/a/b~1')).toBe(true)
  await store.remove('a/b~1')
  await expect(store.open('a/b~1')).rejects.toThrow('404 NoSuchKey')
})

test('names are listed over all pages, below their prefix', async () => {
  for (const name of ['x/1', 'x/2', 'x/3', 'x/一 二+', 'y/1']) await store.put(name, Readable.from([Buffer.from(name)]))
  expect(await store.list('x/')).toEqual(['x/1', 'x/2', 'x/3', 'x/一 二+'])
})

test('ranges end where the object does; a missing object is told from other errors', async () => {
  await store.put('r', Readable.from([Buffer.from('0123456789')]))
  const read = async (from: number, byteCount: number) => (await buffer(await store.open('r', { from, byteCount }))).toString()
  expect([await read(0, 3), await read(8, 5), await read(10, 1), await read(2, 0)]).toEqual(['012', '89', '', ''])
  expect(await store.sizeOf('r')).toBe(10)
  for (const asked of [store.open('none'), store.open('none', { from: 0, byteCount: 1 }), store.sizeOf('none')])
    await expect(asked).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a busy server is asked again; a refusal is told at once', async () => {
  server.failures.push(503, 500)
  await store.put('z', Readable.from([Buffer.from('z')]))
  expect((await buffer(await store.open('z'))).toString()).toBe('z')
  server.failures.push(403)
  await expect(store.list('')).rejects.toThrow('s3://shop/hongyan/：403 SlowDown')
})

test('without keys nothing is begun', () => expect(() => readS3Settings({})).toThrow('S3_ACCESS_KEY_ID'))
