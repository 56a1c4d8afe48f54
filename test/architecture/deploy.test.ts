import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { expect, test } from 'vitest'
import { monitoredPrograms, readConfig } from '#bin/settings/config.ts'
import { deployFolder } from '#test/support/monitoring.ts'

const run = promisify(execFile)
const read = (name: string) => readFile(path.join(deployFolder, name), 'utf8')
const hasSystemd = await run('systemd-analyze', ['--version']).then(
  () => true,
  () => false,
)
test.runIf(process.env.HONGYAN_PROOF === 'long')('systemd is installed', () => expect(hasSystemd).toBe(true))

const services = (await readdir(path.join(deployFolder, 'systemd'))).filter(name => name.endsWith('.service'))
/** The most that an exposed service may score, in tenths, of 100. */
const highestExposure = 20

test.runIf(hasSystemd)('systemd understands the units, for each program', async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'hongyan-units-'))
  await cp(path.join(deployFolder, 'systemd'), path.join(root, 'etc/systemd/system'), { recursive: true })
  await mkdir(path.join(root, 'opt/hongyan'), { recursive: true })
  await writeFile(path.join(root, 'opt/hongyan/hongyan'), '#!/bin/sh\n')
  await chmod(path.join(root, 'opt/hongyan/hongyan'), 0o755)
  const units = [
    'hongyan.service',
    'hongyan-migrate.service',
    'hongyan.target',
    ...monitoredPrograms.map(name => `hongyan@${name}.service`),
  ]
  const { stdout, stderr } = await run('systemd-analyze', ['verify', `--root=${root}`, '--man=no', '--recursive-errors=no', ...units])
  expect(stdout + stderr).toBe('')
  await rm(root, { recursive: true })
})

test.runIf(hasSystemd).each(services)('%s is hardened', async name => {
  const { stdout } = await run('systemd-analyze', [
    'security',
    '--offline=yes',
    '--no-pager',
    `--threshold=${highestExposure}`,
    path.join(deployFolder, 'systemd', name),
  ])
  expect(stdout).toContain('OK')
})

test('the units start commands that exist, and the target every program', async () => {
  const commands = await readFile(path.join(deployFolder, '../bin/hongyan.ts'), 'utf8')
  const target = await read('systemd/hongyan.target')
  expect(services).toHaveLength(3)
  for (const name of services) {
    const [, command = ''] = /^ExecStart=\/opt\/hongyan\/hongyan (\S+)$/m.exec(await read(`systemd/${name}`)) ?? []
    for (const one of command === '%i' ? monitoredPrograms : [command])
      expect(commands).toMatch(new RegExp(`^ {2}'?${one}'?: \\{ load`, 'm'))
  }
  for (const name of monitoredPrograms) expect(target).toContain(`hongyan@${name}.service`)
})

test('the settings of the examples are production, and those of the container are the same but for its place', async () => {
  const [systemd, container] = [parseEnv(await read('systemd/hongyan.env')), parseEnv(await read('container/hongyan.env'))]
  expect(readConfig(systemd).productionVariables).toEqual(expect.arrayContaining(['PUBLIC_URL', 'SMPP_ADDRESS', 'TRUST_PROXY']))
  const { DATA_DIR, TRUST_PROXY, ...shared } = systemd
  expect([DATA_DIR, TRUST_PROXY]).toEqual(['/var/lib/hongyan', '127.0.0.1'])
  expect(container).toEqual(shared)
})

test('the container answers on the ports of its settings, behind the same proxy', async () => {
  const [file, compose, proxy] = await Promise.all(['container/Containerfile', 'container/compose.yaml', 'container/Caddyfile'].map(read))
  const { consolePort, adminPort, openApiPort, redirectPort, esmePorts, upstreamCallback } = readConfig({})
  const ports = [consolePort, adminPort, openApiPort, redirectPort, esmePorts.smpp, esmePorts.cmpp, upstreamCallback?.port]
  expect(file).toContain(`EXPOSE ${ports.join(' ')}\n`)
  expect(proxy).toBe((await read('proxy/Caddyfile')).replaceAll('127.0.0.1:', 'hongyan:'))
  const [, trusted] = /TRUST_PROXY: (\S+)/.exec(compose ?? '') ?? []
  expect(compose).toContain(`ipv4_address: ${trusted}\n`)
})

test('the page of production copies files that are there', async () => {
  const page = await readFile(path.join(deployFolder, '../docs/operating/production.md'), 'utf8')
  const copied = [...page.matchAll(/\/opt\/hongyan\/deploy\/(\S+)/g)].map(([, name]) => name ?? '')
  expect(copied.length).toBeGreaterThan(5)
  for (const name of copied) await read(name)
})
