/**
 * Whether the engine keeps its pace: messages are accepted and sent for minutes, as fast as 32 callers go or at a rate.
 * After the first minute a transaction may hold a snapshot and all tables, as a dump does, which keeps PostgreSQL from
 * removing dead rows. Prints a line for each half minute. `node bench/decay.ts [--minutes n] [--snapshot] [--rate n]
 * [--stored n: messages of the account that are there before]`
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { freePort } from '#bin/run/free-port.ts'
import { carrierReady, Program } from '#test/support/engine.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { openEmbedded, startHongyan } from './engine/hongyan.ts'
import { runHttpLoad } from './engine/http-load.ts'
import { measureProcessor } from './engine/processor.ts'
import { carrierArguments, phoneOf } from './engine/round.ts'

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    snapshot: { type: 'boolean', default: false },
    rate: { type: 'string' },
    stored: { type: 'string', default: '0' },
  },
})
const intervalMs = 30_000
const batchSize = flags.rate ? 250 : 4_000
const callerCount = 32
const warmingCount = 10_000

const smppPort = await freePort()
const database = await openEmbedded(false)
const hongyan = await startHongyan({ smppPort, windowSize: 1_000, messageCount: 100_000_000, database })
const carrier = new Program(
  'carrier-sim',
  { CARRIER_SMPP_PORT: String(smppPort), HANDSET_PORT: '0', MAIL_SMTP_PORT: '0' },
  carrierArguments,
)
const { handset } = carrierReady.parse(await carrier.start())
await hongyan.connect()
const owner = new pg.Client({ connectionString: database.url })
await owner.connect()
await store(Number(flags.stored))

let sent = 0
/** Returns how long each request took, in milliseconds. */
async function send(count: number): Promise<number[]> {
  const from = sent
  sent += count
  const { durationsMs } = await runHttpLoad({
    ...hongyan,
    requestOf: index => hongyan.requestOf([phoneOf((from + index) % 70_000_000)]),
    count,
    connections: callerCount,
  })
  return durationsMs
}
const counters = z.looseObject({ systems: z.array(z.looseObject({ delivered: z.number() })) })
const delivered = async () => {
  const { systems } = counters.parse(await (await fetch(`${handset}/api/counters`)).json())
  return systems.reduce((sum, system) => sum + system.delivered, 0)
}
async function facts() {
  const { rows } = await owner.query<{ waiting: number; dead: number; bytes: number }>(`
    select (select count(*)::integer from outbox) as waiting, pg_total_relation_size('outbox')::float8 as bytes,
      (select coalesce(sum(n_dead_tup), 0)::integer from pg_stat_user_tables where relname in ('outbox', 'ledger_account', 'charge_hold', 'submitted_part')) as dead`)
  return firstOrThrow(rows)
}
const residentMegabytes = async (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

/** Fills the account with undelivered messages of the last hours, in the partition that new ones are written to. */
async function store(count: number): Promise<void> {
  const [blockSize, startedAtMs] = [100_000, performance.now()]
  for (let from = 0; from < count; from += blockSize)
    await owner.query(
      `insert into message (account_id, message_id, kind, signature_id, template_id, app_id, phone, carrier, content, segment_count, state, reason,
        ingress, batch_id, submitted_at, finished_at, settled_at)
      select account.account_id, uuidv7(make_interval(secs => (place - $3::float8) / 1000 - 7200)), 'transactional', signature_id, template_id, app_id,
        '1' || (3000000000 + place * 7368787 % 7000000000)::text, 'mobile', '【云栈】您的订单已发货，请注意查收。', 1, 'undelivered', 'MK:0001',
        'open', uuidv7(), now(), now(), now()
      from generate_series($1::bigint, $2::bigint) as place, account
      join signature using (account_id) join template using (account_id) join app using (account_id)
      where signature.text = '云栈'`,
      [from, Math.min(from + blockSize, count) - 1, count],
    )
  if (count === 0) return
  await owner.query('vacuum analyze message')
  console.log(`${count.toLocaleString('en')} messages stored in ${((performance.now() - startedAtMs) / 1_000).toFixed(0)} s`)
}

/** A snapshot, and ACCESS SHARE on every table. */
async function holdSnapshot(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin isolation level repeatable read')
  const { rows } = await client.query<{ name: string }>("select format('%I', tablename) as name from pg_tables where schemaname = 'public'")
  await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access share mode`)
  return client
}

async function sendFor(ms: number): Promise<number[]> {
  const startedAtMs = performance.now()
  const durations: number[] = []
  for (let batch = 1; performance.now() < startedAtMs + ms; batch += 1) {
    durations.push(...(await send(batchSize)))
    const dueMs = flags.rate ? startedAtMs + (batch * batchSize * 1_000) / Number(flags.rate) : 0
    await pause(Math.max(0, dueMs - performance.now()))
  }
  return durations.sort((a, b) => a - b)
}

await send(warmingCount)
console.log('minute  accepted  delivered  p99 ms  PostgreSQL µs  waiting  dead rows  outbox MB  resident MB')
const rates: number[] = []
let snapshot: pg.Client | null = null
for (let interval = 0; interval < Number(flags.minutes) * 2; interval += 1) {
  if (flags.snapshot && interval === 2) snapshot = await holdSnapshot()
  const [startedAtMs, before] = [performance.now(), await delivered()]
  const { result: durations, microseconds } = await measureProcessor(hongyan.programs, 1, () => sendFor(intervalMs))
  const seconds = (performance.now() - startedAtMs) / 1_000
  const rate = ((await delivered()) - before) / seconds
  rates.push(rate)
  const { waiting, dead, bytes } = await facts()
  const { http = 0, dispatch = 0 } = hongyan.programs()
  const cells = [
    ((interval + 1) / 2).toFixed(1),
    Math.round(durations.length / seconds),
    Math.round(rate),
    Math.round(durations[Math.floor(durations.length * 0.99)] ?? 0),
    Math.round((microseconds.PostgreSQL ?? 0) / durations.length),
    waiting,
    dead,
    (bytes / 2 ** 20).toFixed(1),
    `${await residentMegabytes(http)} and ${await residentMegabytes(dispatch)}`,
  ]
  console.log(
    `${cells.map((cell, index) => String(cell).padStart([6, 8, 9, 6, 13, 7, 9, 9, 11][index] ?? 0)).join('  ')}  ${'█'.repeat(rate / 100)}`,
  )
}
const meanOf = (some: number[]) => some.reduce((sum, one) => sum + one, 0) / some.length
console.log(`delivered in the last minute: ${(meanOf(rates.slice(-2)) / meanOf(rates.slice(0, 2))).toFixed(2)} of the first minute`)
await snapshot?.end()
await owner.end()
await hongyan.drained(sent)
await carrier.stop()
await hongyan.stop()
