import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { chunksOf, wholeOf } from './bytes.ts'

const stream = () => Readable.from([Buffer.from('ab'), Buffer.from('cd')])

test('a stream is read whole up to the limit, and no further', async () => {
  expect((await wholeOf(stream(), 4))?.toString()).toBe('abcd')
  expect((await wholeOf(Readable.from([]), 4))?.length).toBe(0)
  const long = stream()
  expect(await wholeOf(long, 3)).toBeNull()
  expect(long.destroyed).toBe(true)
})

test('a stream of texts is no stream of bytes', () => expect(Array.fromAsync(chunksOf(Readable.from(['ab'])))).rejects.toThrow(TypeError))
