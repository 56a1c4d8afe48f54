/**
 * Admission control: how soon another account's program gets its answer while one account sends over hundreds of
 * connections at once, one number per request; and how much is shed. Our http program as in production, on an equally
 * durable database. Only ratios within one run are meaningful. `node bench/admission.ts [--callers n] [--phones n in a
 * request] [--seconds n]`
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { requestsOf, startOpenPlatform } from './open/platform.ts'

const { values: flags } = parseArgs({
  options: {
    callers: { type: 'string', default: '600' },
    phones: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '10' },
  },
})
const [callerCount, phoneCount, seconds] = [Number(flags.callers), Number(flags.phones), Number(flags.seconds)]

const platform = await startOpenPlatform()
const [flooder, other] = [requestsOf(platform.flooder.bearer, phoneCount), requestsOf(platform.other.bearer, phoneCount, 500_000_000)]

async function open(): Promise<Socket> {
  const socket = connect({ port: platform.port, host: '127.0.0.1', noDelay: true })
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
    const closed = () => reject(new Error('the connection was closed'))
    const read = (bytes: Buffer) => {
      text += bytes.toString('latin1')
      const headEnd = text.indexOf('\r\n\r\n')
      const length = /content-length: *(\d+)/i.exec(text)?.[1]
      if (headEnd < 0 || length === undefined || text.length < headEnd + 4 + Number(length)) return
      socket.off('data', read).off('close', closed)
      resolve({ status: Number(text.slice(9, 12)), elapsedMs: performance.now() - beganAtMs })
    }
    socket.on('data', read).once('close', closed)
    socket.write(request)
  })
}

/** Makes calls in sequence until the end; after a shed one it waits for its Retry-After. */
async function call(requestOf: () => string, isOver: () => boolean, restMs: number): Promise<TimedAnswer[]> {
  const socket = await open()
  const answers: TimedAnswer[] = []
  while (!isOver()) {
    const one = await exchange(socket, requestOf())
    answers.push(one)
    await pause(one.status === 503 ? 1_000 : restMs)
  }
  socket.destroy()
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
await platform.stop()
