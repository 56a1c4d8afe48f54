import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '#bin/run/free-port.ts'
import { asAccount } from '#db/connect.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { isRetryableStatus } from '#protocol/smpp/status.ts'
import { engineSecret, Program } from '#test/support/engine.ts'
import { bindProgram, type TestProgram } from '#test/support/esme-server.ts'
import { makeDataFolder } from '#test/support/folder.ts'
import { type HostPorts, hasHaproxy, startHaproxy } from '#test/support/haproxy.ts'
import { type Cable, connectHost, holdLedger, relay } from '#test/support/network.ts'
import {
  countVisits,
  inParallel,
  messagesAndEvents,
  openWorld,
  programNames,
  programsOf,
  request,
  submitOf,
  visitLinks,
  type World,
} from '#test/support/world.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const isLong = process.env.HONGYAN_PROOF === 'long'
if (!hasHaproxy) console.warn('HAProxy is not installed: two hosts behind it were not tested')

const requestCount = 600
const submitCount = 120
/** Visits that the dead host had answered and not yet stored: they follow when it is back. */
const visitsAtRisk = 20

const portOf = (address = '') => Number(address.split(':').at(-1))

/** Two hosts with all programs each, behind HAProxy by its recipe, and their customer. */
interface Hosts {
  world: World
  smppPort: number
  /** Kills all programs of the first host. */
  kill: () => Promise<void>
  /** Whether the open API of the second host takes requests. */
  isOtherReady: () => Promise<boolean>
  close: () => Promise<void>
}

/** A host's ports for monitoring: both hosts may be this machine. */
async function monitoringPorts() {
  const [http, esme, redirect] = [await freePort(), await freePort(), await freePort()]
  return { HTTP_MONITORING_PORT: String(http), ESME_MONITORING_PORT: String(esme), REDIRECT_MONITORING_PORT: String(redirect) }
}

const doorsOf = (address: string, addresses: Record<string, string>, env: Awaited<ReturnType<typeof monitoringPorts>>): HostPorts => ({
  address,
  doors: {
    openapi: { port: portOf(addresses.openapi), monitoring: Number(env.HTTP_MONITORING_PORT) },
    redirect: { port: portOf(addresses.redirect), monitoring: Number(env.REDIRECT_MONITORING_PORT) },
    smpp: { port: portOf(addresses.smpp), monitoring: Number(env.ESME_MONITORING_PORT) },
  },
})

/** The second host is this machine too, or one beyond a network. The first one sends, or the one beyond the network. */
async function openHosts(network: Cable | null): Promise<Hosts> {
  const [monitored, otherMonitored] = [await monitoringPorts(), await monitoringPorts()]
  const world = await openWorld(requestCount + submitCount, { env: monitored, cables: network ? [network] : [] })
  const url = network ? world.remoteUrl : world.url
  const folder = await makeDataFolder('hongyan-host-')
  const place: Record<string, string> = network ? { HOST: network.there, MONITORING_HOST: network.there } : {}
  const { programOf } = programsOf(
    { DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'warn', ...place, ...otherMonitored },
    {},
    network?.namespace,
  )
  // The customer's webhook is a port of this machine's loopback, which a job on another host can't reach.
  const names = network ? programNames.filter(name => name !== 'jobs') : programNames
  const others = names.map(programOf)
  const addresses: Record<string, string> = {}
  for (const program of others) Object.assign(addresses, await program.start())
  const dispatch = new Program('dispatch', { DATABASE_URL: url, HONGYAN_SECRET: engineSecret }, [], { namespace: network?.namespace })
  const carrier = network ? await relay(network.here, await carrierPort(world)) : null
  if (network && carrier) {
    await world.platformDb.updateTable('channel').set({ host: network.here, port: carrier.port }).execute()
    // The channel is that host's.
    await world.engine.dispatch.stop()
    await dispatch.start()
    await expect.poll(async () => (await world.platformDb.selectFrom('lease').select('token').executeTakeFirst())?.token).toBe(2)
    await world.engine.dispatch.start()
  } else await dispatch.start()
  const proxy = await startHaproxy(folder, [
    doorsOf('127.0.0.1', world.addresses, monitored),
    doorsOf(network?.there ?? '127.0.0.1', addresses, otherMonitored),
  ])
  const address = (port: number) => `http://127.0.0.1:${port}`
  Object.assign(world.addresses, { openapi: address(proxy.ports.openapi), redirect: address(proxy.ports.redirect) })
  return {
    world,
    smppPort: proxy.ports.smpp,
    kill: async () => void (await Promise.all([...Object.values(world.programs), world.engine.dispatch].map(one => one.kill()))),
    isOtherReady: () =>
      fetch(`http://${network?.there ?? '127.0.0.1'}:${otherMonitored.HTTP_MONITORING_PORT}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    close: async () => {
      proxy.stop()
      for (const program of [...others, dispatch]) await program.stop()
      carrier?.close()
      await world.close()
    },
  }
}

const carrierPort = async ({ platformDb }: World) => (await platformDb.selectFrom('channel').select('port').executeTakeFirstOrThrow()).port

/** How many phones the carrier was asked to send to, and those to which it was more often than is marked. */
async function sentPhones(world: World) {
  const sent = Map.groupBy(await world.engine.trace(), ([phone = '']) => phone)
  const { messages } = await messagesAndEvents(world)
  // A submit without an answer is another message to the same phone.
  const accepted = Map.groupBy(messages, ({ phone }) => phone)
  const isMarked = (phone: string) => accepted.get(phone)?.some(({ maybeTwice }) => maybeTwice)
  const twice = [...sent].filter(([phone, times]) => times.length > (accepted.get(phone)?.length ?? 0))
  return { sentCount: sent.size, unmarked: twice.flatMap(([phone]) => (isMarked(phone) ? [] : [phone])) }
}

/** Sends, submits and visits while something happens; nothing is lost, and only sent twice as marked. */
async function checkUnderLoad({ world, smppPort }: Hosts, what: string, happen: () => Promise<void>): Promise<void> {
  const { db, customer, notifiedIds } = world
  const { account } = customer
  const answeredAtMs: number[] = []
  const messageIds: string[] = []
  const requests = inParallel(requestCount, 8, async index => {
    // A connection that breaks with the host is repeated under the same key.
    messageIds.push(await request(world, index, () => undefined))
    answeredAtMs.push(performance.now())
    await pause(20)
  })
  const bind = () => bindProgram({ ...customer, port: smppPort, windowSize: 4 })
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
  const happenedAtMs = performance.now()
  await happen()
  await Promise.all([requests.done, submits.done])
  const { answered: visitedCount, broken, wrong } = await visits.end()

  const times = answeredAtMs.filter(at => at > happenedAtMs - 1_000).sort((one, next) => one - next)
  const gapMs = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
  const open = async () => {
    const { messages, events } = await messagesAndEvents(world)
    return { messages: messages.filter(({ state }) => state !== 'delivered').length, events: events.length }
  }
  await expect.poll(open, { timeout: 120_000, interval: 500 }).toEqual({ messages: 0, events: 0 })
  const { sentCount, unmarked } = await sentPhones(world)
  console.log(
    `${what}: no answer for ${Math.round(gapMs)} ms, at the carrier ${sentCount} phones, visits ${visitedCount}, broken ${broken}`,
  )
  expect(new Set(messageIds).size).toBe(requestCount)
  expect(sentCount).toBe(requestCount + submittedPhones.size)
  expect(unmarked).toEqual([])
  expect(messageIds.filter(id => !notifiedIds.has(id))).toEqual([])
  expect(wrong.filter(status => status !== 503)).toEqual([])
  expect(await asAccount(db, account, tx => verifyLedger(tx, account))).toEqual([])
  await expect.poll(() => countVisits(world), { timeout: 60_000, interval: 500 }).toBeGreaterThanOrEqual(visitedCount - visitsAtRisk)
}

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

test.skipIf(!hasHaproxy)('one of two hosts dies under load: callers go on at the other one', { timeout: 300_000 }, async () => {
  const hosts = await openHosts(null)
  opened.push(hosts.close)
  await checkUnderLoad(hosts, 'a host that dies', hosts.kill)
})

test.runIf(hasHaproxy && isLong)(
  'the network of the host that sends is cut while it keeps the ledger: the other one goes on, and both later',
  { timeout: 300_000 },
  async context => {
    const host = await connectHost()
    if (!host) return context.skip('network namespaces are not allowed here')
    opened.push(host.close)
    const network = firstOrThrow(host.cables)
    const hosts = await openHosts(network)
    opened.push(hosts.close)
    const { account } = hosts.world.customer
    await checkUnderLoad(hosts, 'a host that is cut off', async () => {
      const forget = await holdLedger(network.namespace, hosts.world.remoteUrl, account)
      await network.cut()
      opened.push(async () => forget())
    })
    await network.mend()
    await expect.poll(hosts.isOtherReady).toBe(true)
    // What the host had not sent stays unsent when it is back.
    await pause(5_000)
    expect((await sentPhones(hosts.world)).unmarked).toEqual([])
  },
)
