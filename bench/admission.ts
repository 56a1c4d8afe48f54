/**
 * Admission control: how soon another account's program gets its answer while one account sends over hundreds of
 * connections at once, one number per request; and how much is shed. Our http program as in production, on an equally
 * durable database. Only ratios within one run are meaningful. `node bench/admission.ts [--callers n] [--phones n in a
 * request] [--seconds n]`
 */
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { seedReference } from '#db/seed/reference.ts'
import { Program } from '#test/support/engine.ts'
import { type Program as Customer, createProgram, openSecret as secret } from '#test/support/open.ts'

const { values: flags } = parseArgs({
  options: {
    callers: { type: 'string', default: '600' },
    phones: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '10' },
  },
})
const [callerCount, phoneCount, seconds] = [Number(flags.callers), Number(flags.phones), Number(flags.seconds)]

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

let made = 0
function requestOf({ bearer }: Customer): string {
  const phones = Array.from({ length: phoneCount }, () => `13${String(100_000_000 + (made++ % 899_000_000))}`)
  const body = JSON.stringify({ signature: '云栈', templateCode: 'SMS_2', templateParam: { no: 'A1' }, phones })
  const head = `Host: bench\r\nAuthorization: ${bearer}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`
  return `POST /openapi/v1/messages HTTP/1.1\r\n${head}\r\n\r\n${body}`
}

async function open(): Promise<Socket> {
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

interface TimedAnswer {
  status: number
  elapsedMs: number
}
/** Returns the answer's status once it is complete. */
function exchange(socket: Socket, request: string): Promise<TimedAnswer> {
  const beganAtMs = performance.now()
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (bytes: Buffer) => {
      text += bytes.toString('latin1')
      const headEnd = text.indexOf('\r\n\r\n')
      const length = /content-length: *(\d+)/i.exec(text)?.[1]
      if (headEnd < 0 || length === undefined || text.length < headEnd + 4 + Number(length)) return
      socket.off('data', read)
      resolve({ status: Number(text.slice(9, 12)), elapsedMs: performance.now() - beganAtMs })
    }
    socket.on('data', read).once('close', () => reject(new Error('the connection was closed')))
    socket.write(request)
  })
}

/** Makes calls in sequence until the end; after a shed one it waits for its Retry-After. */
async function call(customer: Customer, isOver: () => boolean, restMs: number): Promise<TimedAnswer[]> {
  const socket = await open()
  const answers: TimedAnswer[] = []
  while (!isOver()) {
    const one = await exchange(socket, requestOf(customer))
    answers.push(one)
    await pause(one.status === 503 ? 1_000 : restMs)
  }
  socket.removeAllListeners('close').destroy()
  return answers
}

const share = (answers: readonly TimedAnswer[], part: number) => {
  const times = answers.map(({ elapsedMs }) => elapsedMs).sort((a, b) => a - b)
  return `${Math.round(times[Math.floor(times.length * part)] ?? 0)} ms`
}
const show = (name: string, answers: readonly TimedAnswer[]) => {
  const count = (status: number) => answers.filter(one => one.status === status).length
  console.log(
    `${name}: ${count(200)} accepted, ${count(503)} shed, p50 ${share(answers, 0.5)}, p99 ${share(answers, 0.99)}, longest ${share(answers, 0.99999)}`,
  )
}

async function measure(callers: number): Promise<void> {
  const endsAtMs = performance.now() + seconds * 1_000
  const isOver = () => performance.now() > endsAtMs
  const flooding = Promise.all(Array.from({ length: callers }, () => call(flooder, isOver, 0)))
  show(`another account beside ${callers} callers`, await call(other, isOver, 20))
  if (callers > 0) show(`the ${callers} callers`, (await flooding).flat())
}

// The first thousands warm up Node's compiler.
await measure(32)
await measure(0)
await measure(callerCount)
await http.stop()
await db.destroy()
await platformDb.destroy()
await server.stop()
await rm(folder, { recursive: true, force: true })
