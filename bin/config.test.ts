import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, readSecret } from './config.ts'

test('settings have working defaults, and empty variables count as unset', () => {
  expect(readConfig({ PORT: '', DATA_DIR: '/srv/hongyan' })).toMatchObject({
    host: '127.0.0.1',
    consolePort: 4000,
    operatorPort: 4001,
    dataDir: '/srv/hongyan',
  })
  expect(readConfig({ PORT: '0' }).consolePort).toBe(0)
})

test.each([{ PORT: 'abc' }, { PORT: '70000' }, { OPERATOR_PORT: '-1' }, { HONGYAN_SECRET: 'short' }])('%j is refused by its name', env =>
  expect(() => readConfig(env)).toThrow(`环境变量 ${Object.keys(env)[0]} 有误`),
)

test('a secret is made once and only its owner may read it', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hongyan-config-'))
  const config = readConfig({ DATA_DIR: dataDir })
  const [first, second] = await Promise.all([readSecret(config), readSecret(config)])
  expect(first).toHaveLength(43)
  expect([second, await readSecret(config)]).toEqual([first, first])
  expect((await stat(path.join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
  await rm(dataDir, { recursive: true })
})
