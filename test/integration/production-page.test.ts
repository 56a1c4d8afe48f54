import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { root as repository } from '#bin/build/built.ts'
import { addStandIns, canMakeRoots, copyRoot, inRoot, Machine, makeRoot, putInto, removeRoot } from '#test/support/debian-root.ts'
import { itemOrThrow } from '#values/or-throw.ts'

const isLong = process.env.HONGYAN_PROOF === 'long'
const canRun = isLong && (await canMakeRoots())
test.runIf(isLong)('a Debian root can be made here: root, debootstrap, namespaces', () => expect(canRun).toBe(true))

const page = readFileSync(path.join(repository, 'docs/operating/production.md'), 'utf8')
/** The commands of a section, a line each. */
const commandsOf = (heading: string) => {
  const [, section = ''] = new RegExp(`^## ${heading}\n(.*?)(?=^## |$(?![\\s\\S]))`, 'ms').exec(page) ?? []
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.trim().split('\n'))
}
const sections = ['1. Programs', '2. Settings', '3. Start', '4. TLS', '5. Monitoring', '6. Check', 'Each program by itself']

test('every block of commands belongs to a section that is run', () => {
  const all = [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.trim().split('\n'))
  expect([...sections.flatMap(commandsOf), ...commandsOf('Containers')]).toEqual(all)
  expect(all.length).toBeGreaterThan(20)
})

test.each([
  ['/etc/hongyan/hongyan.env', 'deploy/systemd/hongyan.env'],
  ['/etc/caddy/Caddyfile', 'deploy/proxy/Caddyfile'],
])('the page writes the operator’s domain over every example in %s', async (installed, original) => {
  const command = page.split('\n').find(line => line.startsWith('sed') && line.endsWith(installed)) ?? ''
  const own = command.replace('/example.com/example.com/', '/example.com/hongyan.cn/').split(' ').slice(2, 3)
  const { stdout } = await promisify(execFile)('sed', [...own, path.join(repository, original)])
  expect(stdout).toContain('https://s.hongyan.cn')
  expect(stdout).not.toContain('example.com')
})

const names = ['console', 'admin', 'sms', 's'].map(name => `${name}.example.com`)
const doctor = itemOrThrow(commandsOf('6. Check'), 0)
const megabyte = 1e6
/** A command of a Containerfile. */
const words = z.array(z.string())
let bare: string
let archives: string[]
const roots: string[] = []
beforeAll(async () => {
  if (!canRun) return
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'package'], { cwd: repository, maxBuffer: 2 ** 24 })
  console.log(stdout.trim())
  archives = globSync(`dist/hongyan-*-linux-${process.arch}.tar.gz*`, { cwd: repository }).map(name => path.join(repository, name))
  bare = await makeRoot([])
  roots.push(bare)
}, 1_200_000)
afterAll(async () => {
  for (const root of roots) await removeRoot(root)
})

test.runIf(canRun)('both archives are below 150 MB', async () => {
  const sizes = globSync('dist/hongyan-*.tar.gz', { cwd: repository }).map(name => readFileSync(path.join(repository, name)).length)
  expect(sizes).toHaveLength(2)
  for (const size of sizes) expect(size).toBeLessThan(150 * megabyte)
})

test.runIf(canRun)(
  'the page’s commands lead from a bare Debian to TLS, monitoring and a doctor without complaints',
  { timeout: 1_200_000 },
  async () => {
    const root = await copyRoot(bare)
    roots.push(root)
    await addStandIns(root)
    await putInto(root, archives)
    // The network of the machine is a loopback, so what comes from Debian comes first; PostgreSQL is the own database.
    const [update = '', install = '', ...programs] = commandsOf('1. Programs')
    for (const command of [update, install]) await inRoot(root, command)
    await inRoot(root, 'apt-get install --yes --no-install-recommends postgresql curl')
    const machine = await Machine.start(root)
    try {
      await machine.run(`printf '127.0.0.1 localhost smpp.example.com cmpp.example.com ${names.join(' ')}\\n' > /etc/hosts`)
      for (const command of [...programs, ...commandsOf('2. Settings')]) await machine.run(command)
      const [link = ''] = (await runAll(machine, commandsOf('3. Start'))).slice(-1)
      expect(link).toMatch(/https:\/\/admin\.example\.com\/set-up#\S+/)
      const [copy = '', domain = '', restart = ''] = commandsOf('4. TLS')
      await runAll(machine, [copy, domain])
      // Nobody outside knows this machine: Caddy is the authority of its certificates.
      await machine.run(`sed -i '1i {\\nlocal_certs\\nskip_install_trust\\n}' /etc/caddy/Caddyfile`)
      await machine.run(restart)
      await runAll(machine, commandsOf('5. Monitoring'))
      const authority = (await machine.until('find / -xdev -name root.crt -path "*authorities*" | grep .')).trim()
      const trusted = `install -m 0644 ${authority} /tmp/root.crt; export NODE_EXTRA_CA_CERTS=/tmp/root.crt; `
      for (const name of names) await machine.until(`curl --fail --silent --cacert ${authority} https://${name}/health`)
      const examined = await machine.run(trusted + doctor)
      console.log(examined)
      expect(examined).toContain('检查完毕，没有需要改正的')
      expect(examined).toContain('正常  控制台：代理放行 100 MB 的请求')
      const targets = await machine.until('curl --silent "http://127.0.0.1:9090/api/v1/query?query=sum(up)" | grep \'"5"\'')
      expect(targets).toContain('"5"')
      await machine.run('pg_ctlcluster 15 main start')
      await ownDatabase(machine)
      await runAll(machine, commandsOf('Each program by itself'))
      const ready = ['http', 'jobs', 'dispatch', 'esme', 'redirect'].map((_, index) => `http://127.0.0.1:${4010 + index}/readyz`)
      for (const address of ready) await machine.until(`curl --fail --silent ${address}`)
      const again = await machine.run(trusted + doctor)
      expect(again).toContain('检查完毕，没有需要改正的')
      expect(again).toContain('PostgreSQL 15')
    } finally {
      await machine.stop()
    }
  },
)

async function runAll(machine: Machine, commands: string[]): Promise<string[]> {
  const texts: string[] = []
  for (const command of commands) texts.push(await machine.run(command))
  return texts
}

/** Logins as docs/operating/database.md has them, and the settings that the section names. */
async function ownDatabase(machine: Machine): Promise<void> {
  const password = 'kT9mVw2xQeRb71LzPd04'
  const statements = [
    ...['hongyan_owner', 'hongyan_app', 'hongyan_platform'].map(name => `create role ${name} login password '${password}'`),
    'create database hongyan owner hongyan_owner',
    'alter system set max_connections = 200',
  ]
  for (const statement of statements) await machine.run(`runuser -u postgres -- psql --command "${statement}"`)
  await machine.run('pg_ctlcluster 15 main restart')
  const url = (user: string) => `postgresql://${user}:${password}@127.0.0.1/hongyan`
  const settings = `DATABASE_APP_URL=${url('hongyan_app')}\nDATABASE_PLATFORM_URL=${url('hongyan_platform')}\n`
  await machine.run(`printf '${settings}' >> /etc/hongyan/hongyan.env`)
  await machine.run(`umask 077; printf 'DATABASE_URL=${url('hongyan_owner')}\\n' > /etc/hongyan/owner.env`)
}

test.runIf(canRun)(
  'the steps of the Containerfile make a root in which the platform starts without any rights',
  { timeout: 600_000 },
  async () => {
    const root = await copyRoot(bare)
    roots.push(root)
    await putInto(root, archives)
    await inRoot(root, 'mkdir -p /context && tar -xzf /root/hongyan-*.tar.gz -C /context --strip-components=1')
    const file = await readFile(path.join(repository, 'deploy/container/Containerfile'), 'utf8')
    const steps = [...file.matchAll(/^([A-Z]+) (.+)$/gm)].map(([, name = '', text = '']) => ({ name, text }))
    const textsOf = (wanted: string) => steps.filter(({ name }) => name === wanted).map(({ text }) => text)
    for (const { name, text } of steps) {
      if (name === 'RUN') await inRoot(root, text)
      if (name === 'COPY') await inRoot(root, text.replace(/^\. (\S+)$/, 'cp -a /context $1'))
    }
    const [user = ''] = textsOf('USER')
    const command = [...textsOf('ENTRYPOINT'), ...textsOf('CMD')].flatMap(text => words.parse(JSON.parse(text))).join(' ')
    const machine = await Machine.start(root)
    try {
      const settings = `${textsOf('ENV').join(' ')} HOST=0.0.0.0`
      const own = `cd ${textsOf('WORKDIR')[0]} && setpriv --reuid=${user} --regid=${user} --clear-groups --no-new-privs --bounding-set=-all env -i ${settings}`
      await machine.run(`${own} ${command} >/tmp/log 2>&1 </dev/null &`)
      await machine.until('test -e /var/lib/hongyan/addresses.json')
      const [, health = '[]'] = /^HEALTHCHECK .*CMD (\[.+\])$/m.exec(file) ?? []
      const healthy = await machine.run(`${own} ${words.parse(JSON.parse(health)).join(' ')}`)
      expect(healthy).toContain('检查完毕，没有需要改正的')
    } finally {
      await machine.stop()
    }
  },
)
