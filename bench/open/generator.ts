/**
 * Open-loop generator, for a processor of its own: sends requests at their times, whether earlier ones are answered or
 * not, and measures from the time at which each was due. Prints what it offered and how long accepted requests took, as
 * JSON.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { results, submitPdu } from '#protocol/cmpp/pdu.ts'
import { submitSm } from '#protocol/smpp/pdu.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { encodeUcs2 } from '#protocol/text/ucs2.ts'
import { logInCmpp } from '#test/support/cmpp-program.ts'
import { bindProgram } from '#test/support/esme-server.ts'
import { getOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { requestsOf } from './platform.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '10' },
    /** Requests a second and connections: of the flooding program, and of the other one. */
    flood: { type: 'string', default: '0' },
    connections: { type: 'string', default: '1000' },
    other: { type: 'string', default: '50' },
    door: { type: 'string', default: 'http' },
    /** Numbers in a request of the flooding program over HTTP. */
    phones: { type: 'string', default: '1' },
    /** What proves each of them: a bearer token, or a session's login name and password with a blank between. */
    flooderKey: { type: 'string', default: '' },
    otherKey: { type: 'string', default: '' },
  },
})
const [seconds, port, { door }] = [Number(values.seconds), Number(values.port), values]
const otherConnections = 100
/** Requests that are still unanswered then are lost. */
const graceMs = 5_000

type Fate = 'accepted' | 'shed' | 'other'

/** Connections of one program. */
interface Connections {
  open: (count: number) => Promise<void>
  /** Sends a request; false: no connection is free. */
  send: (onFate: (fate: Fate) => void) => boolean
}

/** One request at a time on each. */
function httpConnections(requestOf: () => string): Connections {
  const idle: Socket[] = []
  const waiting = new Map<Socket, (fate: Fate) => void>()
  const openOne = async () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    socket.on('data', bytes => {
      // The server writes each of its short answers at once.
      const status = bytes.toString('latin1', 9, 12)
      getOrThrow(waiting, socket)(status === '200' ? 'accepted' : status === '503' ? 'shed' : 'other')
      idle.push(socket)
    })
    idle.push(socket)
  }
  return {
    open: async count => {
      for (let made = 0; made < count; made += 1) await openOne()
    },
    send: onFate => {
      const socket = idle.shift()
      if (!socket) return false
      waiting.set(socket, onFate)
      socket.write(requestOf())
      return true
    },
  }
}

/** As many requests at a time on each as are due, whatever window was agreed upon. */
function sessions(login: { loginName: string; password: string }, from: number): Connections {
  const links: ((onFate: (fate: Fate) => void) => void)[] = []
  let sentCount = 0
  const windowSize = 1_000_000
  const next = () => {
    const index = from + sentCount
    const text = encodeUcs2(`【鸿雁】张三您好，您的订单已发货，请注意查收：${index}号包裹。`)
    return { text, phone: `192${String(20_000_000 + (index % 79_000_000))}` }
  }
  const openOne = async () => {
    if (door === 'smpp') {
      const { connection } = await bindProgram({ port, systemId: login.loginName, password: login.password, windowSize })
      links.push(onFate => {
        const { text, phone } = next()
        connection.send(submitSm({ dataCoding: 8, source: '1069', shortMessage: text, destination: phone }), answer =>
          onFate(answer?.status === statuses.ok ? 'accepted' : answer?.status === statuses.throttled ? 'shed' : 'other'),
        )
      })
    } else {
      const { connection } = await logInCmpp({ port, ...login, windowSize })
      links.push(onFate => {
        const { text, phone } = next()
        connection.send(submitPdu({ content: text, destinations: [phone] }), answer => {
          const result = answer?.command === 'submit_resp' ? answer.result : null
          onFate(result === results.ok ? 'accepted' : result === results.throttled ? 'shed' : 'other')
        })
      })
    }
  }
  return {
    open: async count => {
      for (let made = 0; made < count; made += 1) await openOne()
    },
    send: onFate => {
      itemOrThrow(links, sentCount++ % links.length)(onFate)
      return true
    },
  }
}

class Client {
  readonly #connections: Connections
  readonly #perSecond: number
  readonly accepted: number[] = []
  sentCount = 0
  shedCount = 0
  otherCount = 0

  constructor(connections: Connections, perSecond: number) {
    this.#connections = connections
    this.#perSecond = perSecond
  }

  open(count: number): Promise<void> {
    return this.#connections.open(count)
  }

  /** Sends what is due. */
  send(startedAtMs: number, nowMs: number): void {
    const dueCount = Math.min(Math.floor(((nowMs - startedAtMs) * this.#perSecond) / 1_000), this.wantedCount)
    while (this.sentCount < dueCount) {
      const dueMs = startedAtMs + ((this.sentCount + 1) * 1_000) / this.#perSecond
      const isSent = this.#connections.send(fate => {
        if (fate === 'accepted') this.accepted.push(performance.now() - dueMs)
        else if (fate === 'shed') this.shedCount += 1
        else this.otherCount += 1
      })
      if (!isSent) return
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

const connectionsOf = (key: string, from: number, phoneCount = 1) => {
  if (door === 'http') return httpConnections(requestsOf(key, phoneCount, from))
  const [loginName = '', password = ''] = key.split(' ')
  return sessions({ loginName, password }, from)
}
const flood = new Client(connectionsOf(values.flooderKey, 100_000_000, Number(values.phones)), Number(values.flood))
const other = new Client(connectionsOf(values.otherKey, 500_000_000), Number(values.other))
if (flood.wantedCount > 0) await flood.open(Number(values.connections))
await other.open(door === 'http' ? otherConnections : 1)
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
