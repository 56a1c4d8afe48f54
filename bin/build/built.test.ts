import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { brotli, packFolder } from './built.ts'

const script = 'console.log("鸿雁")\n'.repeat(200)

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-built-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  return folder
}

test('missing compressed forms are made, and no others', async () => {
  const folder = await folderOf({ 'a.js': script, 'b.js': script, 'b.js.br': 'as it was', 'small.css': 'a{}', 'c.woff2': script })
  await packFolder(folder, brotli)
  expect((await readdir(folder)).toSorted()).toEqual(['a.js', 'a.js.br', 'b.js', 'b.js.br', 'c.woff2', 'small.css'])
  expect(brotliDecompressSync(await readFile(path.join(folder, 'a.js.br'))).toString()).toBe(script)
  expect(await readFile(path.join(folder, 'b.js.br'), 'utf8')).toBe('as it was')
})

test('a build that replaces the folder meanwhile gets no compressed forms of the old files', async () => {
  const folder = await folderOf({ 'a.js': script })
  const slow = {
    ending: '.br',
    pack: async (bytes: Buffer) => {
      await writeFile(path.join(folder, 'new'), 'another build')
      await rename(path.join(folder, 'new'), path.join(folder, 'a.js'))
      return bytes
    },
  }
  await packFolder(folder, slow)
  expect(await readdir(folder)).toEqual(['a.js'])
})
