/**
 * Message lists among millions of messages: p50 and p95 of the list by each filter, of its counts and of one message,
 * as the console queries them (row level security on, a transaction each), on a database of its own. Run with `node
 * bench/delivery.ts [messages] [folder]`; a folder is kept and reused, so that a second run measures at once.
 */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { DeliveryFilter } from '#contract/messages/delivery.ts'
import { asAccount, openDb, type Tx } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { seedReference } from '#db/seed/reference.ts'
import { countDeliveries, listDeliveries, readDelivery } from '#domain/message-records/index.ts'
import { type AccountId, newAccountId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

const messageCount = Number(process.argv[2] ?? 5_000_000)
const folder = process.argv[3] ?? (await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-')))
await mkdir(folder, { recursive: true })
await chmod(folder, 0o755)
const days = 180
const dayMs = 86_400_000
/** Four in five belong to one customer, the rest to fifty small ones. */
const smallAccounts = 50
const phoneCount = 1_000_000
const secret = 'a secret of at least thirty-two characters'

const server = await startEmbeddedPostgres({ dataDir: folder })
// A failed measurement leaves no server behind.
const endServer = () => process.kill(server.pid, 'SIGINT')
process.once('exit', endServer)
await migrate(server.url)
await seedReference(server.url, { secret, upstream: null, now: new Date() })
const owner = new pg.Client({ connectionString: server.url })
await owner.connect()

const phoneOf = (index: number) => `138${String((index * 7_368_787) % 100_000_000).padStart(8, '0')}`
/** State, reason and share of all. The refused ones are rare: one in 20,000. */
const outcomes = [
  ['refused', 'blacklisted', 0.00005],
  ['expired', 'EXPIRED', 0.004],
  ['undelivered', 'MK:0001', 0.02],
  ['submitted', '\\N', 0.001],
  ['delivered', 'DELIVRD', 1],
] as const

async function fill(): Promise<AccountId> {
  const now = Date.now()
  const big = newAccountId()
  const small = Array.from({ length: smallAccounts }, () => newId())
  const [signatureId, templateId] = [newId(), newId()]
  await owner.query('insert into account (account_id, name) select unnest($1::uuid[]), $2', [[big, ...small], '量大的客户'])
  const startedAt = performance.now()
  const lines = function* () {
    let text = ''
    let broadcastId = newId()
    for (let index = 0; index < messageCount; index += 1) {
      const at = now - Math.floor((1 - index / messageCount) * days * dayMs)
      const isBig = index % 5 > 0
      const lot = Math.random()
      const [state, reason] = firstOrThrow(outcomes.filter(([, , share]) => lot < share))
      if (index % 50_000 === 0) broadcastId = newId(at)
      const isBroadcast = index % 3 === 0
      const when = new Date(at).toISOString()
      text += `${isBig ? big : small[index % smallAccounts]}\t${newId(at)}\t${isBroadcast ? broadcastId : '\\N'}\t${isBroadcast ? 'marketing' : 'code'}\t${signatureId}\t${templateId}\t`
      text += `${phoneOf(Math.floor(Math.random() * phoneCount))}\tmobile\t【山间茶舍】您的登录验证码为${index % 1_000_000}，5分钟内有效，请勿告诉他人。\t1\t${state}\t${reason}\t`
      text += `${isBroadcast ? '\\N' : `order-${index}`}\t${when}\t${state === 'submitted' ? '\\N' : when}\n`
      if (text.length > 500_000) {
        yield Buffer.from(text)
        text = ''
      }
    }
    yield Buffer.from(text)
  }
  const columns =
    'account_id, message_id, broadcast_id, kind, signature_id, template_id, phone, carrier, content, segment_count, state, reason, custom_id, submitted_at, finished_at'
  await pipeline(Readable.from(lines(), { objectMode: false }), owner.query(copyFrom(`copy message (${columns}) from stdin`)))
  await owner.query('vacuum analyze message')
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${messageCount.toLocaleString('en')} messages written in ${seconds.toFixed(0)} s`)
  return big
}

const { rows: known } = await owner.query<{ account_id: AccountId }>(
  `select account_id from account where name = '量大的客户' order by account_id limit 1`,
)
const account = known[0]?.account_id ?? (await fill())
const size = await owner.query<{ size: string }>(
  `select pg_size_pretty(sum(pg_total_relation_size(inhrelid))) as size from pg_inherits where inhparent = 'message'::regclass`,
)
console.log(`message table with its indexes: ${firstOrThrow(size.rows).size}`)

const db = openDb({ url: server.url, role: 'hongyan_app', max: 2 })
const ask = <T>(work: (tx: Tx) => Promise<T>) => asAccount(db, account, work)

async function measure(name: string, times: number, one: (index: number) => Promise<unknown>): Promise<void> {
  const took: number[] = []
  for (let index = 0; index < times; index += 1) {
    const startedAt = performance.now()
    await one(index)
    took.push(performance.now() - startedAt)
  }
  took.sort((a, b) => a - b)
  const at = (share: number) => itemOrThrow(took, Math.min(took.length - 1, Math.floor(share * took.length))).toFixed(1)
  console.log(`${name.padEnd(44)} p50 ${at(0.5).padStart(7)} ms   p95 ${at(0.95).padStart(7)} ms   (${times} times)`)
}

const newest = await owner.query<{ at: Date }>('select max(submitted_at) as at from message')
const now = firstOrThrow(newest.rows).at
const month = { from: new Date(now.getTime() - 31 * dayMs) }
const randomDay = () => {
  const from = new Date(now.getTime() - Math.random() * (days - 1) * dayMs)
  return { from, until: new Date(from.getTime() + dayMs) }
}
const list = (filter: DeliveryFilter, cursor?: string) => ask(tx => listDeliveries(tx, account, filter, { pageSize: 20, cursor }, now))
const randomPhone = () => phoneOf(Math.floor(Math.random() * phoneCount))

await measure('list by number, all that is kept', 400, () => list({ phone: randomPhone() }))
await measure('list by number, 31 days', 400, () => list({ phone: randomPhone(), ...month }))
await measure('list by last four digits, 31 days', 60, index => list({ phone: String(1000 + index * 97).slice(-4), ...month }))
await measure('list by time: one day of 180', 400, () => list(randomDay()))
await measure('list, twentieth page', 40, async () => {
  let cursor: string | undefined
  for (let page = 0; page < 20; page += 1) cursor = (await list(month, cursor)).nextCursor ?? undefined
})
await measure('list by state: delivered, 31 days', 200, () => list({ state: 'delivered', ...month }))
await measure('list by state: failed (2.4 %), 31 days', 200, () => list({ state: 'failed', ...month }))
await measure('list by state: refused (0.005 %), 31 days', 60, () => list({ state: 'refused', ...month }))
await measure('list by state: held (none), 31 days', 60, () => list({ state: 'held', ...month }))
await measure('list by own id, all that is kept', 400, () => list({ customId: `order-${Math.floor(Math.random() * messageCount)}` }))
const { rows: some } = await owner.query<{ id: string; broadcast_id: string }>(
  'select message_id as id, broadcast_id from message where account_id = $1 and broadcast_id is not null order by message_id desc limit 100000',
  [account],
)
const broadcasts = [...new Set(some.map(row => row.broadcast_id))]
await measure('list of a broadcast', 200, index => list({ broadcastId: itemOrThrow(broadcasts, index % broadcasts.length) }))
await measure('counts, 7 days', 40, () => ask(tx => countDeliveries(tx, account, {}, now)))
await measure('counts of failed, 31 days', 40, () => ask(tx => countDeliveries(tx, account, { state: 'failed', ...month }, now)))
await measure('one message', 400, index => ask(tx => readDelivery(tx, account, itemOrThrow(some, index % some.length).id, now)))

await db.destroy()
await owner.end()
process.off('exit', endServer)
await server.stop()
if (!process.argv[3]) await rm(folder, { recursive: true, force: true })
