/**
 * Overload: one account's program offers more than is accepted, and another account's a request now and then. An
 * open-loop generator on a processor of its own sends each request at its time; latencies count from then. Our program
 * as in production, on an equally durable database, with which it shares the other processor. Fails when less than nine
 * tenths was offered. `node bench/overload.ts [--door http|smpp|cmpp] [--phones n a request] [--times n] [--seconds n]
 * [--connections n]`
 */
import { execFile, execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { z } from 'zod'
import { runHttpLoad } from './engine/http-load.ts'
import { requestsOf, startEsmePlatform, startOpenPlatform } from './open/platform.ts'

const { values: flags } = parseArgs({
  options: {
    door: { type: 'string', default: 'http' },
    /** Of the flood over HTTP. Of requests with one number the generator can't offer ten times what is accepted. */
    phones: { type: 'string', default: '100' },
    /** Of what is accepted: of 440 connections over HTTP, or 64 with more numbers, of a flood over sessions. */
    times: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string' },
  },
})
const door = z.enum(['http', 'smpp', 'cmpp']).parse(flags.door)
const [seconds, phones] = [Number(flags.seconds), Number(flags.phones)]
const isHeavy = door !== 'http' || phones > 1
/** Of HTTP each has one request at a time. */
const connections = flags.connections ?? (door !== 'http' ? '8' : isHeavy ? '4000' : '18000')
const [serverCore, generatorCore] = ['0', '1']
const leastOffered = 0.9

const client = z.object({
  offered: z.number(),
  perSecond: z.number(),
  accepted: z.number(),
  shedCount: z.number(),
  otherCount: z.number(),
  p50: z.number(),
  p99: z.number(),
})
const figures = z.object({ flood: client, other: client, isAnswered: z.boolean() })

// What is started from here on inherits it: the database shares the processor of our program.
execFileSync('taskset', ['-acp', serverCore, String(process.pid)])
const platform = await (door === 'http' ? startHttp() : startEsmePlatform(door, Number(connections)))

async function startHttp() {
  const { flooder, other, ...started } = await startOpenPlatform()
  return { ...started, flooderKey: flooder.bearer, otherKey: other.bearer }
}

async function measureCapacity(): Promise<number> {
  if (door !== 'http') return (await generate(10_000)).flood.accepted / seconds
  const load = {
    port: platform.port,
    requestOf: requestsOf(platform.flooderKey, phones),
    connections: isHeavy ? 64 : 440,
    accepted: 'HTTP/1.1 200',
    count: 20_000 / phones,
  }
  await runHttpLoad(load)
  return load.count / (await runHttpLoad(load)).seconds
}

async function generate(flood: number) {
  const options = { port: platform.port, door, phones, seconds, flood, connections }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  const keys = ['--flooderKey', platform.flooderKey, '--otherKey', platform.otherKey]
  const file = path.join(import.meta.dirname, 'open/generator.ts')
  const { stdout } = await promisify(execFile)('taskset', ['-c', generatorCore, process.execPath, file, ...args, ...keys])
  return figures.parse(JSON.parse(stdout))
}

const residentMegabytes = async () => {
  const status = await readFile(`/proc/${platform.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

const capacity = await measureCapacity()
console.log(`accepted of as much as it can take: ${Math.round(capacity)} a second, ${await residentMegabytes()} MB`)
const idle = await generate(0)
console.log(`another account, idle platform: p50 ${idle.other.p50} ms, p99 ${idle.other.p99} ms`)
const { flood, other, isAnswered } = await generate(Math.round(capacity * Number(flags.times ?? (isHeavy ? 10 : 2))))
console.log(
  `flood: offered ${Math.round(flood.perSecond)} a second (${Math.round(flood.offered * 100)} %), accepted ${flood.accepted} in ${seconds} s, shed ${flood.shedCount}, others ${flood.otherCount}; accepted p50 ${flood.p50} ms, p99 ${flood.p99} ms; ${await residentMegabytes()} MB`,
)
console.log(
  `another account beside it: accepted ${other.accepted}, shed ${other.shedCount}; p50 ${other.p50} ms, p99 ${other.p99} ms, ${Math.round(other.p99 / idle.other.p99)} × idle`,
)
if (!isAnswered) console.log('not every request was answered within 5 s of the end')
await platform.stop()
if (flood.offered < leastOffered) {
  console.error('the generator did not offer what was asked: use a faster machine or fewer times')
  process.exit(1)
}
