import { access, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBackups, readWalState } from '#backup/catalog.ts'
import { FolderStore } from '#domain/platform/storage/folder-store.ts'
import { Vault } from '#domain/platform/storage/vault.ts'
import { loginStatuses } from '#protocol/cmpp/pdu.ts'
import { connectSmpp } from '#protocol/smpp/client.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { logInCmpp } from '#test/support/cmpp-program.ts'
import { makeDataFolder } from '#test/support/folder.ts'
import { metricsOf, readAlerts, readDashboard } from '#test/support/monitoring.ts'
import { type Platform, startPlatform } from '#test/support/platform.ts'
import { childThatRuns } from '#test/support/processes.ts'
import { keysOf } from '#values/keys.ts'
import { firstOrThrow } from '#values/or-throw.ts'

let platform: Platform
let backups: string
beforeAll(async () => {
  backups = await makeDataFolder('hongyan-backups-')
  platform = await startPlatform({ env: { BACKUP_TO: backups, BACKUP_LAG_SECONDS: '1' } })
})
afterAll(async () => {
  await platform?.stop()
  await rm(backups, { recursive: true, force: true })
})

const programPid = (file: string, parentPid = platform.pid) => childThatRuns(file, parentPid)
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const answers = (url: string) =>
  fetch(url).then(
    answer => answer.status,
    () => null,
  )

const programs = ['http', 'dispatch', 'jobs', 'esme', 'redirect'] as const

test('every program is ready, and exports what the dashboard and the alert rules query, in few series', async () => {
  const { monitoring } = platform.addresses
  expect(keysOf(monitoring).toSorted()).toEqual(programs.toSorted())
  for (const program of programs) await expect.poll(() => answers(`${monitoring[program]}/readyz`)).toBe(200)
  const texts = await Promise.all(programs.map(async program => (await fetch(`${monitoring[program]}/metrics`)).text()))
  const exported = new Set(texts.flatMap(text => [...text.matchAll(/^# TYPE (\w+)/gm)].map(match => match[1])))
  const queried = [...readDashboard(), ...readAlerts()].flatMap(({ query }) => metricsOf(query))
  expect(queried.length).toBeGreaterThan(80)
  expect([...new Set(queried)].filter(name => !exported.has(name))).toEqual([])
  expect(texts.flatMap(text => text.match(/^\w+(?:\{.*\})? \S+$/gm) ?? []).length).toBeLessThan(2_000)
})

test('with a place for backups the platform is backed up from its start on', async () => {
  const secret = (await readFile(path.join(platform.dataDir, 'secret'), 'utf8')).trim()
  const vault = new Vault(new FolderStore(backups), secret)
  await expect.poll(() => listBackups(vault)).toHaveLength(1)
  const { series, endedAt } = firstOrThrow(await listBackups(vault))
  await expect.poll(async () => (await readWalState(vault, series))?.at ?? '').toSatisfy(at => at > endedAt)
})

test('a killed program is restarted at its published addresses', async () => {
  const killed = programPid('programs/http.js')
  process.kill(killed, 'SIGKILL')
  while ((await answers(platform.addresses.console)) !== 200) await new Promise(resolve => setTimeout(resolve, 50))
  expect(programPid('programs/http.js')).not.toBe(killed)
  await expect.poll(() => answers(`${platform.addresses.monitoring.http}/readyz`)).toBe(200)
})

test('the embedded database is killed: it is restarted, every program survives, and requests to the database are answered', async () => {
  const pids = programs.map(name => programPid(`programs/${name}.js`))
  const postmaster = programPid('postgres')
  process.kill(postmaster, 'SIGKILL')
  const { login, password } = platform.addresses.demo.customer
  const signIn = () =>
    fetch(`${platform.addresses.console}/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: platform.addresses.console },
      body: JSON.stringify({ login, password }),
    }).then(answer => answer.status)
  await expect.poll(signIn, { timeout: 90_000, interval: 500 }).toBe(200)
  expect(programPid('postgres')).not.toBe(postmaster)
  expect(programs.map(name => programPid(`programs/${name}.js`))).toEqual(pids)
})

test('programs log in by SMPP and CMPP at the published addresses, and strangers are refused', async () => {
  const [host = '', port] = platform.addresses.smpp.split(':')
  const stranger = connectSmpp(
    { host, port: Number(port), systemId: 'nobody', password: 'wrong' },
    { onRequest: () => {}, onClose: () => {} },
  )
  await expect(stranger).rejects.toMatchObject({ status: statuses.invalidPassword })
  const cmppPort = Number(platform.addresses.cmpp.split(':')[1])
  await expect(logInCmpp({ port: cmppPort, loginName: '123456', password: 'wrong' })).rejects.toMatchObject({
    status: loginStatuses.authentication,
  })
})

test('Ctrl-C ends every program with status 0 and removes the published addresses', async () => {
  const pid = programPid('programs/http.js')
  expect(await platform.stop()).toBe(0)
  expect(() => process.kill(pid, 0)).toThrow()
  await expect(access(path.join(platform.dataDir, 'addresses.json'))).rejects.toThrow()
})

test('the parent process is killed: the programs end and withdraw their readiness', async () => {
  const killed = await startPlatform()
  const pid = programPid('programs/http.js', killed.pid)
  process.kill(killed.pid, 'SIGKILL')
  const isThere = () =>
    access(path.join(killed.dataDir, 'addresses.json')).then(
      () => true,
      () => false,
    )
  await expect.poll(isThere, { timeout: 60_000 }).toBe(false)
  await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false)
  // Takes over the orphaned database, and ends it.
  await (await startPlatform({ dataDir: killed.dataDir })).stop()
})
