import { setTimeout as pause } from 'node:timers/promises'
import { carrierReady, Program } from '#test/support/engine.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { runHttpLoad } from './http-load.ts'
import { measureProcessor } from './processor.ts'

/** A gateway under measurement. */
export interface Peer {
  name: string
  /** Port of its HTTP interface for messages. */
  port: number
  requestOf: (phones: string[]) => string
  accepted: string
  /** Its processes by name. */
  programs: () => Record<string, number>
  /** Where the database's time went, a line for each statement; unset: not measured. */
  profile?: (messageCount: number) => Promise<string>
  /** Connects it to the carrier. */
  connect: () => Promise<void>
  /** Resolves when its own records show that all is done. */
  drained: (messageCount: number) => Promise<void>
  stop: () => Promise<void>
}

export interface Rates {
  acceptedPerSecond: number
  /** Processor time of each program per message, including the load's. */
  microseconds: Record<string, number>
  submittedPerSecond: number
  /** Messages per second from the first submit until the last report is answered, which for us means committed. */
  cyclesPerSecond: number
  /** Median time from a request for one message on an idle system until the carrier has it. */
  lonelyMs: number
}

export interface RoundOptions {
  messageCount: number
  smppPort: number
  connections: number
  /** Numbers in one request. */
  phonesPerRequest: number
  /**
   * `stored`: all messages are accepted while the carrier is disconnected, then it connects and everything is submitted
   * and reported, so that accepting and sending don't compete for the processor. `flowing`: the carrier is connected
   * from the start, and messages pass through as they arrive. `accept`: the carrier never connects.
   */
  way: 'stored' | 'flowing' | 'accept'
}

interface Counters {
  accepted: number
  reports: number
  systems: { delivered: number }[]
}

export const carrierArguments = ['--forget', '--report-delay-ms', '100', '--deliver-window', '1000', '--system', 'kannel:simulate']
/** Warm-up messages before the clock starts: a program in steady state is measured. */
export const warmingCount = 20_000
const pollMs = 10
const stuckMs = 20_000

/** Numbers without special behaviour at the simulated carrier. */
export const phoneOf = (index: number) => `138${String(Math.floor(index / 8000)).padStart(4, '0')}${2000 + (index % 8000)}`

/** One round. */
export async function measure(peer: Peer, options: RoundOptions): Promise<Rates> {
  const { messageCount, connections, phonesPerRequest, way } = options
  const requestOf = (index: number) =>
    peer.requestOf(Array.from({ length: phonesPerRequest }, (_, place) => phoneOf(index * phonesPerRequest + place)))
  const load = (count = messageCount) => runHttpLoad({ ...peer, requestOf, count: count / phonesPerRequest, connections })
  if (way === 'accept') {
    await load(warmingCount)
    const { result, microseconds } = await measureProcessor(peer.programs, messageCount, load)
    return { acceptedPerSecond: messageCount / result.seconds, microseconds, submittedPerSecond: 0, cyclesPerSecond: 0, lonelyMs: 0 }
  }
  const carrier = new Program(
    'carrier-sim',
    { CARRIER_SMPP_PORT: String(options.smppPort), HANDSET_PORT: '0', MAIL_SMTP_PORT: '0' },
    carrierArguments,
  )
  const programs = () => ({ ...peer.programs(), ...(carrier.pid ? { carrier: carrier.pid } : {}) })
  const connect = async () => {
    const { handset } = carrierReady.parse(await carrier.start())
    await peer.connect()
    return async () => (await (await fetch(`${handset}/api/counters`)).json()) as Counters
  }
  const cycles = async (counters: () => Promise<Counters>, earlierCount: number, loading: Promise<{ seconds: number }>) => {
    const reached = watchCounters(peer.name, counters)
    const firstAtMs = await reached(now => now.accepted, earlierCount + 1)
    const submittedAtMs = await reached(now => now.accepted, earlierCount + messageCount)
    const reportedAtMs = await reached(deliveredCount, earlierCount + messageCount)
    return { ...(await loading), firstAtMs, submittedAtMs, reportedAtMs }
  }
  let connected = way === 'flowing' ? await connect() : null
  const earlierCount = connected ? warmingCount : 0
  if (connected) {
    await load(warmingCount)
    await watchCounters(peer.name, connected)(deliveredCount, warmingCount)
  }
  const { result, microseconds } = await measureProcessor(programs, messageCount, async () => {
    if (connected) return cycles(connected, earlierCount, load())
    const early = await load()
    connected = await connect()
    return cycles(connected, earlierCount, Promise.resolve(early))
  })
  await peer.drained(earlierCount + messageCount)
  const lonelyMs = await measureLonely(peer, connected!, messageCount)
  await carrier.stop()
  return {
    acceptedPerSecond: messageCount / result.seconds,
    microseconds,
    submittedPerSecond: (messageCount * 1000) / (result.submittedAtMs - result.firstAtMs),
    cyclesPerSecond: (messageCount * 1000) / (result.reportedAtMs - result.firstAtMs),
    lonelyMs,
  }
}

const deliveredCount = ({ systems }: Counters) => systems.reduce((sum, system) => sum + system.delivered, 0)

/** Waits until a count of the carrier is reached, and returns the time. Throws when nothing moves for long. */
const watchCounters = (name: string, counters: () => Promise<Counters>) => async (count: (now: Counters) => number, atLeast: number) => {
  let [last, changedAtMs] = [-1, performance.now()]
  for (;;) {
    const now = await counters()
    const current = count(now)
    if (current >= atLeast) return performance.now()
    if (current !== last) [last, changedAtMs] = [current, performance.now()]
    if (performance.now() - changedAtMs > stuckMs) throw new Error(`${name} is stuck: ${JSON.stringify(now)}`)
    await pause(pollMs)
  }
}

const lonelyCount = 21

/** Messages one by one, each after a pause. */
async function measureLonely(peer: Peer, counters: () => Promise<Counters>, fromIndex: number): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < lonelyCount; index++) {
    await pause(150)
    const { accepted } = await counters()
    const startedAtMs = performance.now()
    await runHttpLoad({ ...peer, requestOf: () => peer.requestOf([phoneOf(fromIndex + index)]), count: 1, connections: 1 })
    while ((await counters()).accepted === accepted);
    times.push(performance.now() - startedAtMs)
  }
  return itemOrThrow(
    times.sort((a, b) => a - b),
    Math.floor(lonelyCount / 2),
  )
}
