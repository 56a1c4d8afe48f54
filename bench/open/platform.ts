import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { seedReference } from '#db/seed/reference.ts'
import { Program } from '#test/support/engine.ts'
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
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
  await chmod(folder, 0o755)
  const server = await startEmbeddedPostgres({ dataDir: folder })
  await server.preallocateWal()
  await migrate(server.url)
  await seedReference(server.url, { secret, upstream: { host: '127.0.0.1', port: 1 }, now: new Date() })
  const db = openDb({ url: server.url, role: 'hongyan_app' })
  const platformDb = openDb({ url: server.url, role: 'hongyan_platform' })
  await platformDb.insertInto('setting').values({ name: 'requestsPerSecond', value: 1_000_000 }).execute()
  const facts = { now: new Date(), segmentCount: 100_000_000 }
  const [flooder, other] = [await createProgram(db, facts), await createProgram(db, facts)]
  const env = { DATABASE_URL: server.url, HONGYAN_SECRET: secret, DATA_DIR: folder }
  const http = new Program('http', { ...env, PORT: '0', ADMIN_PORT: '0', OPENAPI_PORT: '0' })
  const { port } = new URL(String((await http.start()).openapi))
  const { pid } = http
  if (pid === undefined) throw new Error('http has ended')
  return {
    port: Number(port),
    pid,
    flooder,
    other,
    stop: async () => {
      await http.stop()
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
