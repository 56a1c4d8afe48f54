import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { EsmeProtocol } from '#contract/apps/app-labels.ts'
import { openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { seedReference } from '#db/seed/reference.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { Program } from '#test/support/engine.ts'
import { createCmppCustomer, createSmppCustomer, smppSecret } from '#test/support/esme-server.ts'
import { type Program as Customer, createProgram, openSecret as secret } from '#test/support/open.ts'

export interface OpenPlatform {
  port: number
  /** The http program's process. */
  pid: number
  flooder: Customer
  other: Customer
  stop: () => Promise<void>
}

/** Our http program as in production, on an equally durable database: two customers' programs and no rate limit. */
export async function startOpenPlatform(): Promise<OpenPlatform> {
  const { folder, database, stop } = await startDatabase()
  await database.platformDb.insertInto('setting').values({ name: 'requestsPerSecond', value: 1_000_000 }).execute()
  const facts = { now: new Date(), segmentCount: 100_000_000 }
  const [flooder, other] = [await createProgram(database.db, facts), await createProgram(database.db, facts)]
  const env = { DATABASE_URL: database.url, HONGYAN_SECRET: secret, DATA_DIR: folder }
  const http = new Program('http', { ...env, PORT: '0', ADMIN_PORT: '0', OPENAPI_PORT: '0' })
  const { port } = new URL(String((await http.start()).openapi))
  return { port: Number(port), pid: pidOf(http), flooder, other, stop: () => http.stop().then(stop) }
}

/** Our esme program likewise: customers' sessions, by one protocol. */
export async function startEsmePlatform(protocol: EsmeProtocol, sessionLimit: number) {
  const { database, stop } = await startDatabase()
  const create = async () => {
    const customer = protocol === 'smpp' ? createSmppCustomer(database, 100_000_000) : createCmppCustomer(database, 100_000_000)
    const { password, ...names } = await customer
    return `${'loginName' in names ? names.loginName : names.systemId} ${password}`
  }
  const [flooderKey, otherKey] = [await create(), await create()]
  // The most that a row may have.
  await database.platformDb.updateTable('esmeAccount').set({ windowSize: 1_000, ratePerSecond: 5_000, sessionLimit }).execute()
  const esme = new Program('esme', { DATABASE_URL: database.url, HONGYAN_SECRET: smppSecret, SMPP_PORT: '0', CMPP_PORT: '0' })
  const port = Number(String((await esme.start())[protocol]).split(':')[1])
  return { port, pid: pidOf(esme), flooderKey, otherKey, stop: () => esme.stop().then(stop) }
}

function pidOf({ pid }: Program): number {
  if (pid === undefined) throw new Error('the program has ended')
  return pid
}

async function startDatabase() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
  await chmod(folder, 0o755)
  const server = await startEmbeddedPostgres({ dataDir: folder })
  await server.preallocateWal()
  await migrate(server.url)
  await seedReference(server.url, { secret, upstream: { host: '127.0.0.1', port: 1 }, now: new Date() })
  const db = openDb({ url: server.url, role: 'hongyan_app' })
  const platformDb = openDb({ url: server.url, role: 'hongyan_platform' })
  return {
    folder,
    database: { db, platformDb, url: server.url } as TestDatabase,
    stop: async () => {
      await db.destroy()
      await platformDb.destroy()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes requests for a message to each of some numbers, new ones each time. `from`: the first number's digits. */
export function requestsOf(bearer: string, phoneCount: number, from = 100_000_000): () => string {
  let made = 0
  return () => {
    const phones = Array.from({ length: phoneCount }, () => `13${String(from + (made++ % 399_000_000))}`)
    const body = JSON.stringify({ signature: '云栈', templateCode: 'SMS_2', templateParam: { no: 'A1' }, phones })
    const head = `Host: bench\r\nAuthorization: ${bearer}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`
    return `POST /openapi/v1/messages HTTP/1.1\r\n${head}\r\n\r\n${body}`
  }
}
