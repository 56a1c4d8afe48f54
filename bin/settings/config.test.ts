import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { takeOrThrow } from '#values/or-throw.ts'
import { dialedHost, portProblem, readConfig, readSecret } from './config.ts'

const binFolder = path.join(import.meta.dirname, '..')

test('settings have working defaults, and empty variables count as unset', () => {
  expect(readConfig({ PORT: '', DATA_DIR: '/srv/hongyan' })).toMatchObject({
    host: '127.0.0.1',
    consolePort: 4000,
    adminPort: 4001,
    dataDir: '/srv/hongyan',
  })
  expect(readConfig({ PORT: '0' }).consolePort).toBe(0)
  expect(readConfig({}).hasFastPath).toBe(true)
  expect(readConfig({ HTTP_FAST_PATH: '0' }).hasFastPath).toBe(false)
})

test.each([{ PORT: 'abc' }, { PORT: '70000' }, { ADMIN_PORT: '-1' }, { HONGYAN_SECRET: 'short' }])(
  '%j is refused with the variable’s name',
  env => expect(() => readConfig(env)).toThrow(`环境变量 ${Object.keys(env)[0]} 有误`),
)

const trial = { simulatesCarrier: true, simulatesPayment: true, hasDemo: true, isStaffTotpRequired: false, allowsWebhookLoopback: true }
const production = {
  simulatesCarrier: false,
  simulatesPayment: false,
  hasDemo: false,
  isStaffTotpRequired: true,
  allowsWebhookLoopback: false,
}

test.each([
  {},
  { HOST: '::1' },
  { HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.2:8080', SHORT_LINK_URL: 'http://[::1]:9', SMPP_ADDRESS: 'localhost:2776' },
  { DATABASE_URL: 'postgresql://db.example/hongyan' },
  { CARRIER_SIM: '1', PAYMENT_SIM: '1', HONGYAN_DEMO: '1' },
  // The variables that the platform sets for programs that use the simulators.
  { PAYMENT_FILE: '/tmp/settings.json', PAYMENT_SIM_URL: 'http://127.0.0.1:4005' },
])('%j is local: simulators and demo', env => expect(readConfig(env)).toMatchObject(trial))

const productionSettings = [
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.168.1.5' },
  { PUBLIC_URL: 'https://sms.example.cn' },
  { ADMIN_PUBLIC_URL: 'https://staff.example.cn' },
  { OPENAPI_URL: 'http://localhost.example.cn' },
  { UPSTREAM_CALLBACK_URL: 'https://carrier.example.cn' },
  { SHORT_LINK_URL: 'https://hy.example' },
  { SMPP_ADDRESS: 'smpp.example.cn:2776' },
  { CMPP_ADDRESS: 'cmpp.example.cn:2780' },
  { TRUST_PROXY: '127.0.0.1' },
  { CARRIER_SIM: '0' },
  { PAYMENT_SIM: '0' },
  { PAYMENT_FILE: '/etc/hongyan/payment.json' },
]

test.each(productionSettings)('%j is production: no demo, no simulator, an authenticator for staff', env => {
  expect(readConfig(env)).toMatchObject(production)
  const [name] = Object.keys(env)
  for (const asked of ['HONGYAN_DEMO=1', 'CARRIER_SIM=1', 'PAYMENT_SIM=1', 'STAFF_TOTP=0']) {
    const [variable, value] = takeOrThrow(asked.split('='), 2)
    if (variable === name) continue
    expect(() => readConfig({ ...env, [variable]: value })).toThrow(`环境变量 ${asked} 不能与生产环境的设置 ${name} 同时使用`)
  }
})

test.each(['carrier-sim', 'payment-sim'])('%s does not start with a production setting', async program => {
  const env = {
    ...process.env,
    HOST: '0.0.0.0',
    CARRIER_SMPP_PORT: '0',
    CARRIER_CMPP_PORT: '0',
    CARRIER_SMGP_PORT: '0',
    CARRIER_SGIP_PORT: '0',
    CARRIER_HTTP_PORT: '0',
    HANDSET_PORT: '0',
    MAIL_SMTP_PORT: '0',
    PAYMENT_SIM_PORT: '0',
  }
  const run = promisify(execFile)(process.execPath, [path.join(binFolder, `${program}.ts`)], { env })
  await expect(run).rejects.toMatchObject({ code: 1, stderr: '模拟器不能与生产环境的设置 HOST 同时使用\n' })
})

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['::1', '[::1]'],
  ['fe80::1', '[fe80::1]'],
  ['hongyan.example', 'hongyan.example'],
])('a server that listens on %s is reached at %s', (host, dialed) => {
  expect(dialedHost(host)).toBe(dialed)
  expect(new URL(`http://${dialedHost(host)}:4004`).port).toBe('4004')
})

test('programs write the address of their host by one function, so that IPv6 has its brackets', async () => {
  const programs = (await readdir(binFolder, { recursive: true })).filter(name => /(?<!\.test)\.ts$/.test(name))
  const written = await Promise.all(
    programs.map(async name => {
      const code = await readFile(path.join(binFolder, name), 'utf8')
      // A simulator's host is fixed.
      if (/const host = '127\.0\.0\.1'/.test(code)) return []
      return [...code.matchAll(/\$\{([^}]*\bhost)\b[^}]*\}/gi)].map(([, expression]) => `${name}: ${expression}`)
    }),
  )
  const hosts = written.flat()
  expect(hosts).toContain('redirect.ts: dialedHost(config.host')
  expect(hosts.filter(one => !one.includes('dialedHost('))).toEqual([])
})

test('a used port is reported with its variable, any other error is not', () => {
  const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', port: 2775 })
  expect(portProblem(taken, { PORT: '0' })).toBe('端口 2775 已被别的程序占用，请用环境变量 CARRIER_SMPP_PORT 换一个（0：自动选择空闲端口）')
  expect(portProblem(taken, { CARRIER_SMPP_PORT: '0', SMPP_PORT: '2775' })).toContain(' SMPP_PORT ')
  expect(portProblem(Object.assign(new Error('listen EACCES'), { code: 'EACCES', port: 80 }), { PORT: '80' })).toContain('不允许使用')
  expect(portProblem(new Error('another'), {})).toBeNull()
})

test('a secret is generated once and readable only by its owner', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hongyan-config-'))
  const config = readConfig({ DATA_DIR: dataDir })
  const [first, second] = await Promise.all([readSecret(config), readSecret(config)])
  expect(first).toHaveLength(43)
  expect([second, await readSecret(config)]).toEqual([first, first])
  expect((await stat(path.join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
  await rm(dataDir, { recursive: true })
})
