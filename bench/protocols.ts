/**
 * Whole cycles (submit, answer, report, final state) of dispatch over SMPP, CMPP 3.0, SMGP and SGIP side by side: the
 * same messages to the same simulated carrier on one database, over one connection with a window of 64, four with 16
 * each, and one with 16, as gateways usually allow. Messages are stored first and fall due together; ratios are to SMPP
 * of the same connections. `node bench/protocols.ts [--messages n] [--rounds n] [--protocols smpp,cmpp] [--links 4x16]`
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { seedReference } from '#db/seed/reference.ts'
import { engineSecret, startEngine } from '#test/support/engine.ts'
import { acceptPhones, createSender } from '#test/support/sending.ts'
import { getOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { measureProcessor } from './engine/processor.ts'

const { values: flags } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    protocols: { type: 'string', default: 'smpp,cmpp,smgp,sgip' },
    links: { type: 'string', default: '1x64,4x16,1x16' },
  },
})
const messageCount = Number(flags.messages)
const warmingCount = 5_000
const batchSize = 1_000
const stuckMs = 60_000
const protocols = (['smpp', 'cmpp', 'smgp', 'sgip'] as const).filter(name => flags.protocols.split(',').includes(name))
const links = [
  { bindCount: 1, windowSize: 64 },
  { bindCount: 4, windowSize: 16 },
  { bindCount: 1, windowSize: 16 },
].filter(({ bindCount, windowSize }) => flags.links.split(',').includes(`${bindCount}x${windowSize}`))

interface Result {
  perSecond: number
  /** Of processor time, for 1,000 messages. */
  dispatchSeconds: number
  postgresSeconds: number
  residentMegabytes: number
}

const counters = z.looseObject({ systems: z.array(z.looseObject({ delivered: z.number() })) })

const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
await chmod(folder, 0o755)
const server = await startEmbeddedPostgres({ dataDir: folder })
await server.preallocateWal()
await migrate(server.url)
await seedReference(server.url, { secret: engineSecret, upstream: { host: '127.0.0.1', port: 1 }, now: new Date() })
const db = openDb({ url: server.url, role: 'hongyan_app' })
const platformDb = openDb({ url: server.url, role: 'hongyan_platform' })

/** Numbers without special behaviour at the simulated carrier. */
const phoneOf = (index: number) => `192${String(Math.floor(index / 8000)).padStart(4, '0')}${2000 + (index % 8000)}`

async function measureRound(protocol: (typeof protocols)[number], link: (typeof links)[number]): Promise<Result> {
  await platformDb.updateTable('channel').set({ enabled: false }).execute()
  const engine = await startEngine({ url: server.url, db: platformDb, protocol, reportDelayMs: 100, ...link })
  const sender = await createSender(db, { segmentCount: messageCount + warmingCount })
  const accept = async (count: number, now: Date) => {
    for (let from = 0; from < count; from += batchSize) {
      const phones = Array.from({ length: Math.min(batchSize, count - from) }, (_, index) => phoneOf(from + index))
      await acceptPhones(db, sender, phones, { now })
    }
  }
  // A report counts as delivered when it is answered: the message is final then, and committed.
  const until = async (atLeast: number) => {
    let [last, changedAtMs] = [-1, performance.now()]
    for (;;) {
      const { systems } = counters.parse(await engine.carrier('/api/counters'))
      const delivered = systems.reduce((sum, system) => sum + system.delivered, 0)
      if (delivered >= atLeast) return performance.now()
      if (delivered !== last) [last, changedAtMs] = [delivered, performance.now()]
      if (performance.now() - changedAtMs > stuckMs) throw new Error(`${protocol} is stuck after ${delivered} reports`)
      await pause(10)
    }
  }
  await accept(warmingCount, new Date())
  await until(warmingCount)
  // Long enough to accept them all.
  const dueAt = new Date(Date.now() + 3_000 + messageCount / 2)
  await accept(messageCount, dueAt)
  if (Date.now() > dueAt.getTime()) throw new Error('the machine is too busy to store the messages before they are due')
  await pause(dueAt.getTime() - Date.now())
  const pid = engine.dispatch.pid ?? 0
  const programs = () => ({ dispatch: pid, PostgreSQL: server.pid })
  const { result: elapsedMs, microseconds } = await measureProcessor(programs, messageCount, async () => {
    const startedAtMs = await until(warmingCount + 1)
    return (await until(warmingCount + messageCount)) - startedAtMs
  })
  const resident = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  await engine.close()
  return {
    perSecond: (messageCount * 1000) / elapsedMs,
    dispatchSeconds: (microseconds.dispatch ?? 0) / 1000,
    postgresSeconds: (microseconds.PostgreSQL ?? 0) / 1000,
    residentMegabytes: Number(resident) / 1024,
  }
}

const median = (numbers: number[]) =>
  itemOrThrow(
    numbers.toSorted((a, b) => a - b),
    Math.floor(numbers.length / 2),
  )
const medianOf = (rounds: readonly Result[]): Result => ({
  perSecond: median(rounds.map(one => one.perSecond)),
  dispatchSeconds: median(rounds.map(one => one.dispatchSeconds)),
  postgresSeconds: median(rounds.map(one => one.postgresSeconds)),
  residentMegabytes: median(rounds.map(one => one.residentMegabytes)),
})

for (const link of links) {
  const rounds = new Map<string, Result[]>(protocols.map(protocol => [protocol, []]))
  // Each round begins with another protocol: the machine's pace changes within one.
  for (let round = 0; round < Number(flags.rounds); round++)
    for (const index of protocols.keys()) {
      const protocol = itemOrThrow(protocols, (round + index) % protocols.length)
      getOrThrow(rounds, protocol).push(await measureRound(protocol, link))
    }
  const medians = new Map([...rounds].map(([protocol, all]) => [protocol, medianOf(all)]))
  const smpp = getOrThrow(medians, 'smpp')
  const ratio = (one: Result, of: (result: Result) => number) => Number((of(one) / of(smpp)).toFixed(2))
  console.log(
    `\n${link.bindCount} connection(s) with a window of ${link.windowSize}, ${messageCount} messages, medians of ${flags.rounds} rounds`,
  )
  console.table(
    Object.fromEntries(
      [...medians].map(([protocol, one]) => [
        protocol,
        {
          'cycles/s': Math.round(one.perSecond),
          'ratio of rate': ratio(one, ({ perSecond }) => perSecond),
          'dispatch, s per 1,000': Number(one.dispatchSeconds.toFixed(3)),
          'ratio of dispatch': ratio(one, ({ dispatchSeconds }) => dispatchSeconds),
          'ratio of PostgreSQL': ratio(one, ({ postgresSeconds }) => postgresSeconds),
          'resident MB': Math.round(one.residentMegabytes),
          'ratio of memory': ratio(one, ({ residentMegabytes }) => residentMegabytes),
        },
      ]),
    ),
  )
}
await db.destroy()
await platformDb.destroy()
await server.stop()
await rm(folder, { recursive: true, force: true })
