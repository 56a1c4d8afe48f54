/**
 * Messages on one PostgreSQL, and on a Citus cluster with one and with two workers, in one run: what each server takes
 * of the processor and writes to its WAL for a message from its request to its report, with the same programs, callers
 * and simulated carrier. All share this machine's processors, so rates say nothing of machines of their own: the
 * processor time of the busiest server does. Needs Debian's PostgreSQL with the extension (docs/operating/scale.md).
 * `node bench/cluster.ts [--messages n] [--connections n] [--accounts n]`.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { freePort } from '#bin/run/free-port.ts'
import { migrate } from '#db/migrate.ts'
import { databaseAt, makeDistributed, runOn } from '#test/support/citus.ts'
import { findCitus, startCitus } from '#test/support/citus-cluster.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { type BenchDatabase, startHongyan } from './engine/hongyan.ts'
import { measure, warmingCount } from './engine/round.ts'

const { values: flags } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '64' },
    accounts: { type: 'string', default: '20' },
  },
})
const messageCount = Number(flags.messages)
const bin = findCitus()
if (bin === null) {
  console.warn('not measured: no PostgreSQL of Debian has the extension citus, docs/operating/scale.md says how to build it')
  process.exit()
}
const name = 'hongyan'

/** `workerCount` 0: one server, without the extension. */
async function open(bin: string, workerCount: number): Promise<BenchDatabase & { readWal: () => Promise<number[]> }> {
  const { nodes, close } = await startCitus(bin, workerCount, true)
  const urls = nodes.map(node => node.url)
  const url = workerCount > 0 ? await makeDistributed(urls, name) : databaseAt(firstOrThrow(urls), name)
  if (workerCount === 0) {
    await runOn(firstOrThrow(urls), [`create database ${name}`])
    await migrate(url)
  }
  const named = nodes.map(({ pid }, index) => [index === 0 ? 'coordinator' : `worker ${index}`, pid] as const)
  return { url, processes: Object.fromEntries(named), stop: close, readWal: () => Promise.all(urls.map(readWal)) }
}

/** Bytes written to the WAL so far. */
async function readWal(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`)
  await client.end()
  return Number(firstOrThrow(rows).bytes)
}

const results: Record<string, Record<string, number>> = {}
/** Processor time of a message over all programs, in microseconds. */
const totals: Record<string, number> = {}
for (const workerCount of [0, 1, 2]) {
  const smppPort = await freePort()
  const database = await open(bin, workerCount)
  const accountCount = Number(flags.accounts)
  const peer = await startHongyan({ smppPort, windowSize: 1000, messageCount: messageCount + warmingCount, database, accountCount })
  const before = await database.readWal()
  const rates = await measure(peer, { way: 'flowing', connections: Number(flags.connections), messageCount, smppPort, phonesPerRequest: 1 })
  const after = await database.readWal()
  await peer.stop()
  const wal = after.map((bytes, index) => Math.round((bytes - (before[index] ?? 0)) / (messageCount + warmingCount)))
  const title = workerCount === 0 ? 'one server' : `${workerCount} worker${workerCount > 1 ? 's' : ''}`
  results[title] = {
    'cycles/s': Math.round(rates.cyclesPerSecond),
    'alone, ms': Number(rates.lonelyMs.toFixed(1)),
    ...Object.fromEntries(Object.entries(rates.microseconds).map(([program, value]) => [`${program}, µs`, value])),
    ...Object.fromEntries(wal.map((bytes, index) => [`WAL ${index === 0 ? 'coordinator' : `worker ${index}`}, bytes`, bytes])),
  }
  totals[title] = Object.values(rates.microseconds).reduce((sum, value) => sum + value, 0)
  console.log(title, results[title])
}
console.table(results)
// At the full rate no core is idle: the rate is what the processor time of a message over all programs leaves.
const [first, ...others] = Object.keys(results)
for (const title of others) {
  const ratio = (of: (title: string) => number) => (of(title) / of(first ?? '')).toFixed(2)
  console.log(
    `${title}: ${ratio(one => results[one]?.['cycles/s'] ?? 0)} × the rate, foretold by processor time ${ratio(one => 1 / (totals[one] ?? 0))} ×`,
  )
}
