import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#bin/free-port.ts'
import { asAccount } from '#db/connect.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { isRetryableStatus } from '#protocol/smpp/status.ts'
import { engineSecret, Program } from '#test/support/engine.ts'
import { bindProgram, type TestProgram } from '#test/support/esme-server.ts'
import { makeDataFolder } from '#test/support/folder.ts'
import { type HostPorts, hasHaproxy, startHaproxy } from '#test/support/haproxy.ts'
import {
  countVisits,
  inParallel,
  messagesAndEvents,
  openWorld,
  type ProgramName,
  programNames,
  programsOf,
  request,
  submitOf,
  visitLinks,
  type World,
} from '#test/support/world.ts'
import { tableOf } from '#values/keys.ts'

if (!hasHaproxy) console.warn('HAProxy is not installed: two hosts behind it were not tested')

const requestCount = 600
const submitCount = 120
/** Visits that the dead host had answered and not yet stored: they follow when it is back. */
const visitsAtRisk = 20

const ports = await Promise.all(Array.from({ length: 6 }, freePort))
/** Both hosts are this machine: host b's programs have a folder and ports of their own. */
const monitored = {
  a: { HTTP_MONITORING_PORT: String(ports[0]), ESME_MONITORING_PORT: String(ports[1]), REDIRECT_MONITORING_PORT: String(ports[2]) },
  b: { HTTP_MONITORING_PORT: String(ports[3]), ESME_MONITORING_PORT: String(ports[4]), REDIRECT_MONITORING_PORT: String(ports[5]) },
}

const portsOf = (addresses: Record<string, string>, env: (typeof monitored)['a']): HostPorts => ({
  openapi: { port: portOf(addresses.openapi), monitoring: Number(env.HTTP_MONITORING_PORT) },
  redirect: { port: portOf(addresses.redirect), monitoring: Number(env.REDIRECT_MONITORING_PORT) },
  smpp: { port: portOf(addresses.smpp), monitoring: Number(env.ESME_MONITORING_PORT) },
})
const portOf = (address = '') => Number(address.split(':').at(-1))

let world: World
let other: Record<ProgramName, Program>
let otherDispatch: Program
let proxy: Awaited<ReturnType<typeof startHaproxy>>
beforeAll(async () => {
  if (!hasHaproxy) return
  world = await openWorld(requestCount + submitCount, { env: monitored.a })
  const folder = await makeDataFolder('hongyan-host-')
  const { programOf } = programsOf({ DATABASE_URL: world.url, DATA_DIR: folder, LOG_LEVEL: 'warn', ...monitored.b })
  other = tableOf(programNames, programOf)
  const addresses: Record<string, string> = {}
  for (const program of Object.values(other)) Object.assign(addresses, await program.start())
  otherDispatch = new Program('dispatch', { DATABASE_URL: world.url, HONGYAN_SECRET: engineSecret })
  await otherDispatch.start()
  proxy = await startHaproxy(folder, [portsOf(world.addresses, monitored.a), portsOf(addresses, monitored.b)])
  const address = (port: number) => `http://127.0.0.1:${port}`
  Object.assign(world.addresses, { openapi: address(proxy.ports.openapi), redirect: address(proxy.ports.redirect) })
}, 180_000)
afterAll(async () => {
  proxy?.stop()
  for (const program of Object.values(other ?? {})) await program.stop()
  await otherDispatch?.stop()
  await world?.close()
})

test.skipIf(!hasHaproxy)(
  'one of two hosts dies under load: callers go on at the other one, nothing is lost',
  { timeout: 300_000 },
  async () => {
    const { db, engine, customer, programs, notifiedIds } = world
    const { account } = customer
    const answeredAtMs: number[] = []
    const messageIds: string[] = []
    const requests = inParallel(requestCount, 8, async index => {
      // A connection that breaks with the host is repeated under the same key.
      messageIds.push(await request(world, index, () => undefined))
      answeredAtMs.push(performance.now())
      await pause(20)
    })
    const bind = () => bindProgram({ ...customer, port: proxy.ports.smpp, windowSize: 4 })
    let program: TestProgram | null = null
    const submittedPhones = new Set<number>()
    const submits = inParallel(submitCount, 1, async index => {
      for (;;) {
        try {
          program ??= await bind()
          const answer = await program.submit(submitOf(requestCount + index))
          if (answer.status === 0) break
          expect(isRetryableStatus(answer.status)).toBe(true)
        } catch {
          // The connection ended with the host: what was not answered is submitted again.
          program = null
        }
        await pause(50)
      }
      submittedPhones.add(index)
      await pause(50)
    })
    const visits = visitLinks(world, false)

    await requests.reached(0.4)
    const diedAtMs = performance.now()
    await Promise.all([...Object.values(programs).map(one => one.kill()), engine.dispatch.kill()])
    await Promise.all([requests.done, submits.done])
    const { answered: visitedCount, broken, wrong } = await visits.end()

    const times = answeredAtMs.filter(at => at > diedAtMs - 1_000).sort((one, next) => one - next)
    const gapMs = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
    const open = async () => {
      const { messages, events } = await messagesAndEvents(world)
      return { messages: messages.filter(({ state }) => state !== 'delivered').length, events: events.length }
    }
    await expect.poll(open, { timeout: 120_000, interval: 500 }).toEqual({ messages: 0, events: 0 })
    const { messages } = await messagesAndEvents(world)
    const seen = new Set((await engine.trace()).map(([phone = '']) => phone))
    console.log(
      `two hosts: no answer for ${Math.round(gapMs)} ms, ${messages.length} messages, at the carrier ${seen.size}, visits ${visitedCount}, broken ${broken}`,
    )
    expect(new Set(messageIds).size).toBe(requestCount)
    expect(seen.size).toBe(requestCount + submittedPhones.size)
    expect(messageIds.filter(id => !notifiedIds.has(id))).toEqual([])
    expect(wrong.filter(status => status !== 503)).toEqual([])
    expect(await asAccount(db, account, tx => verifyLedger(tx, account))).toEqual([])
    await expect.poll(() => countVisits(world), { timeout: 60_000, interval: 500 }).toBeGreaterThanOrEqual(visitedCount - visitsAtRisk)
  },
)
