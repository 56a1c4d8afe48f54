import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { zipOf } from './zip.ts'

test('an archive is read with the names and bytes of its files', async () => {
  const files = Array.from({ length: 1_200 }, (_, index) => ({
    name: `短链/${index}.svg`,
    bytes: new TextEncoder().encode(`<svg>${index}`),
  }))
  const archive = await fromBufferPromise(Buffer.from(await zipOf(files).arrayBuffer()))
  let index = 0
  for await (const entry of archive.eachEntry()) {
    expect(entry.fileName).toBe(`短链/${index}.svg`)
    if (index % 400 === 0) expect((await buffer(await archive.openReadStreamPromise(entry))).toString()).toBe(`<svg>${index}`)
    index += 1
  }
  expect(index).toBe(1_200)
})
