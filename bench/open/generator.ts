/**
 * Open-loop generator, for a processor of its own: sends requests at their times, whether earlier ones are answered or
 * not, one at a time on each connection, and measures from the time at which each was due. Prints what it offered and
 * how long accepted requests took, as JSON.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { getOrThrow } from '#values/or-throw.ts'
import { requestsOf } from './platform.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '10' },
    /** Requests a second and connections: of the flooding program, and of the other one. */
    flood: { type: 'string', default: '0' },
    connections: { type: 'string', default: '1000' },
    other: { type: 'string', default: '50' },
    flooder: { type: 'string', default: '' },
    bearer: { type: 'string', default: '' },
  },
})
const seconds = Number(values.seconds)
const otherConnections = 100
/** Requests that are still unanswered then are lost. */
const graceMs = 5_000

class Client {
  readonly #requestOf: () => string
  readonly #perSecond: number
  readonly #idle: Socket[] = []
  /** When the request of a connection was due. */
  readonly #dueMs = new Map<Socket, number>()
  readonly accepted: number[] = []
  sentCount = 0
  shedCount = 0
  otherCount = 0

  constructor(requestOf: () => string, perSecond: number) {
    this.#requestOf = requestOf
    this.#perSecond = perSecond
  }

  async open(count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const socket = connect({ port: Number(values.port), host: '127.0.0.1', noDelay: true })
      await once(socket, 'connect')
      socket.on('data', bytes => {
        // The server writes each of its short answers at once.
        const status = bytes.toString('latin1', 9, 12)
        if (status === '200') this.accepted.push(performance.now() - getOrThrow(this.#dueMs, socket))
        else if (status === '503') this.shedCount += 1
        else this.otherCount += 1
        this.#idle.push(socket)
      })
      this.#idle.push(socket)
    }
  }

  /** Sends what is due. */
  send(startedAtMs: number, nowMs: number): void {
    const dueCount = Math.min(Math.floor(((nowMs - startedAtMs) * this.#perSecond) / 1_000), this.wantedCount)
    while (this.sentCount < dueCount) {
      const socket = this.#idle.shift()
      if (!socket) return
      this.#dueMs.set(socket, startedAtMs + ((this.sentCount + 1) * 1_000) / this.#perSecond)
      socket.write(this.#requestOf())
      this.sentCount += 1
    }
  }

  get wantedCount(): number {
    return Math.floor(this.#perSecond * seconds)
  }

  get isAnswered(): boolean {
    return this.accepted.length + this.shedCount + this.otherCount >= this.sentCount
  }

  get figures() {
    const times = this.accepted.toSorted((a, b) => a - b)
    const share = (part: number) => Math.round((times[Math.floor(times.length * part)] ?? 0) * 10) / 10
    const { sentCount, wantedCount, shedCount, otherCount } = this
    const offered = wantedCount === 0 ? 1 : sentCount / wantedCount
    return { offered, perSecond: sentCount / seconds, accepted: times.length, shedCount, otherCount, p50: share(0.5), p99: share(0.99) }
  }
}

const flood = new Client(requestsOf(values.flooder, 1), Number(values.flood))
const other = new Client(requestsOf(values.bearer, 1, 500_000_000), Number(values.other))
if (flood.wantedCount > 0) await flood.open(Number(values.connections))
await other.open(otherConnections)
const startedAtMs = performance.now()
while (performance.now() < startedAtMs + seconds * 1_000) {
  flood.send(startedAtMs, performance.now())
  other.send(startedAtMs, performance.now())
  await pause(1)
}
const lostAtMs = performance.now() + graceMs
while (performance.now() < lostAtMs && !(flood.isAnswered && other.isAnswered)) await pause(20)
console.log(JSON.stringify({ flood: flood.figures, other: other.figures, isAnswered: flood.isAnswered && other.isAnswered }))
process.exit(0)
