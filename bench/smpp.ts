/**
 * SMPP and CMPP servers: submits per second from customers' programs, each answered when its message and its charge are
 * on disk, beside the simulated carrier by SMPP, which answers from memory and shows the client's maximum. Server and client are
 * separate processes. Debian's Kannel is only a client, so it has no server to compare with. `node bench/smpp.ts
 * [--messages n] [--connections n] [--window n] [--accounts n]`
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { seedReference } from '#db/seed/reference.ts'
import { submitSm } from '#protocol/smpp/pdu.ts'
import { encodeUcs2 } from '#protocol/text/ucs2.ts'
import { logInCmpp } from '#test/support/cmpp-program.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { carrierReady, Program } from '#test/support/engine.ts'
import { bindProgram, createCmppCustomer, createSmppCustomer, smppSecret } from '#test/support/esme-server.ts'
import { itemOrThrow } from '#values/or-throw.ts'

const { values: flags } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000' },
    connections: { type: 'string', default: '8' },
    window: { type: 'string', default: '50' },
    accounts: { type: 'string', default: '4' },
  },
})
const [messageCount, connectionCount] = [Number(flags.messages), Number(flags.connections)]
const [windowSize, accountCount] = [Number(flags.window), Number(flags.accounts)]
/** Skips the endings that the simulated carrier treats specially (0001 to 0012). */
const phoneOf = (index: number) => `192${2000 + Math.floor(index / 9_000)}${String(100 + (index % 9_000)).padStart(4, '0')}`
const textOf = (index: number) => encodeUcs2(`【鸿雁】张三您好，您的订单已发货，请注意查收：${index}号包裹。`)

interface Customer {
  connection: { unbind(): Promise<void> }
  /** Returns the status of the answer. */
  submit: (index: number) => Promise<number>
}

async function bySmpp(login: { port: number; systemId: string; password: string }): Promise<Customer> {
  const { connection, submit } = await bindProgram({ ...login, windowSize })
  const fields = { dataCoding: 8, source: '1069' }
  const request = (index: number) => submitSm({ ...fields, shortMessage: textOf(index), destination: phoneOf(index) })
  return { connection, submit: async index => (await submit(request(index))).status }
}

async function byCmpp(login: { port: number; loginName: string; password: string }): Promise<Customer> {
  const { connection, submit } = await logInCmpp({ ...login, windowSize })
  return { connection, submit: async index => (await submit({ content: textOf(index), destinations: [phoneOf(index)] })).result }
}

/** Sends messages over all connections with full windows; returns the latency of each. */
async function load<Login>(
  logins: readonly Login[],
  logIn: (login: Login) => Promise<Customer>,
): Promise<{ perSecond: number; p50Ms: number; p99Ms: number }> {
  const programs = await Promise.all(
    Array.from({ length: connectionCount }, (_, index) => logIn(itemOrThrow(logins, index % logins.length))),
  )
  const elapsedMs: number[] = []
  let next = 0
  const begunMs = performance.now()
  const slot = async (program: (typeof programs)[number]) => {
    for (let index = next++; index < messageCount; index = next++) {
      const sentMs = performance.now()
      const status = await program.submit(index)
      if (status !== 0) throw new Error(`a message was refused: 0x${status.toString(16)}`)
      elapsedMs.push(performance.now() - sentMs)
    }
  }
  await Promise.all(programs.flatMap(program => Array.from({ length: windowSize }, () => slot(program))))
  const perSecond = Math.round((messageCount / (performance.now() - begunMs)) * 1000)
  for (const program of programs) await program.connection.unbind()
  const sorted = elapsedMs.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(itemOrThrow(sorted, Math.floor(sorted.length * share)))
  return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99) }
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
await chmod(folder, 0o755)
const server = await startEmbeddedPostgres({ dataDir: folder })
await migrate(server.url)
await seedReference(server.url, { secret: smppSecret, upstream: { host: '127.0.0.1', port: 1 }, now: new Date() })
const db = openDb({ url: server.url, role: 'hongyan_app', isPipelined: true })
const platformDb = openDb({ url: server.url, role: 'hongyan_platform' })
const database = { db, platformDb, url: server.url } as TestDatabase
const each = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: accountCount }, make))
const customers = await each(() => createSmppCustomer(database, messageCount * 2))
const cmppCustomers = await each(() => createCmppCustomer(database, messageCount * 2))
// The maximum that a row may have; one account reaches it.
await platformDb.updateTable('esmeAccount').set({ windowSize, ratePerSecond: 5_000, sessionLimit: connectionCount }).execute()
const esme = new Program('esme', { DATABASE_URL: server.url, HONGYAN_SECRET: smppSecret, SMPP_PORT: '0', CMPP_PORT: '0' })
const addresses = await esme.start()
const portOf = (address: unknown) => Number(String(address).split(':')[1])
const sim = new Program('carrier-sim', { CARRIER_SMPP_PORT: '0', HANDSET_PORT: '0', MAIL_SMTP_PORT: '0' }, ['--forget'])
const { carrier } = carrierReady.parse(await sim.start())
const simulated = [{ port: carrier.smpp, systemId: 'hongyan-notice', password: 'simulate' }]
const bare = await load(simulated, bySmpp)
const smpp = await load(
  customers.map(customer => ({ ...customer, port: portOf(addresses.smpp) })),
  bySmpp,
)
const cmpp = await load(
  cmppCustomers.map(customer => ({ ...customer, port: portOf(addresses.cmpp) })),
  byCmpp,
)
console.log(`${messageCount} messages, ${connectionCount} connections of ${accountCount} accounts, window ${windowSize}`)
console.table({ '鸿雁, SMPP, committed': smpp, '鸿雁, CMPP, committed': cmpp, 'SMPP, answered from memory': bare })
const ratio = (one: number, other: number) => (one / other).toFixed(2)
console.log(`ratio ${ratio(smpp.perSecond, bare.perSecond)}, CMPP to SMPP ${ratio(cmpp.perSecond, smpp.perSecond)}`)
await esme.stop()
await sim.stop()
await db.destroy()
await platformDb.destroy()
await server.stop()
await rm(folder, { recursive: true, force: true })
