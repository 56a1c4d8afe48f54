import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSecretFile, writeSecretCopy } from './secret-copy.ts'

const secret = 'a newer secret of at least thirty-two characters\na secret of at least thirty-two characters'

test('a copy of the secret opens with its passphrase alone, and a plain file is read as it is', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-copy-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'copy')
  await expect(writeSecretCopy(file, secret, { HONGYAN_PASSPHRASE: 'short' })).rejects.toThrow('HONGYAN_PASSPHRASE')
  await writeSecretCopy(file, secret, { HONGYAN_PASSPHRASE: '正确的马电池订书钉加长一些' })
  expect(await readFile(file, 'utf8')).not.toContain('secret of')
  expect(await readSecretFile(file, { HONGYAN_PASSPHRASE: '正确的马电池订书钉加长一些' })).toBe(secret)
  await expect(readSecretFile(file, { HONGYAN_PASSPHRASE: '错误的马电池订书钉加长一些' })).rejects.toThrow('口令不能打开')
  await writeFile(path.join(folder, 'plain'), `${secret}\n`)
  expect(await readSecretFile(path.join(folder, 'plain'), {})).toBe(secret)
})
