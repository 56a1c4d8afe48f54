import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { portProblem, readConfig, readSecret } from './config.ts'

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

test('a port that is taken is told with its variable, any other error is not', () => {
  const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', port: 2775 })
  expect(portProblem(taken, { PORT: '0' })).toBe('端口 2775 已被别的程序占用，请用环境变量 CARRIER_SMPP_PORT 换一个（0：自动选择空闲端口）')
  expect(portProblem(taken, { CARRIER_SMPP_PORT: '0', SMPP_PORT: '2775' })).toContain(' SMPP_PORT ')
  expect(portProblem(Object.assign(new Error('listen EACCES'), { code: 'EACCES', port: 80 }), { PORT: '80' })).toContain('不允许使用')
  expect(portProblem(new Error('another'), {})).toBeNull()
})

test('a secret is made once and only its owner may read it', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hongyan-config-'))
  const config = readConfig({ DATA_DIR: dataDir })
  const [first, second] = await Promise.all([readSecret(config), readSecret(config)])
  expect(first).toHaveLength(43)
  expect([second, await readSecret(config)]).toEqual([first, first])
  expect((await stat(path.join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
  await rm(dataDir, { recursive: true })
})
