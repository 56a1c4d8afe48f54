/**
 * Alibaba's SDK: how soon a program gets its answer while other customers' broadcasts are sent, and with `--own` its
 * own customer's too, compared with the same calls on an idle platform: our programs as in production, on an equally
 * durable database. Only the ratio within one run is meaningful. Calls go on until enough of the broadcasts was sent
 * meanwhile. `node bench/sdk.ts [--calls n at least] [--sent messages at least] [--broadcast numbers] [--own]`
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { asAccount, openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { seedReference } from '#db/seed/reference.ts'
import { previewBroadcast, sendBroadcast } from '#domain/broadcast/index.ts'
import { prepareUpload } from '#test/support/broadcast.ts'
import { carrierReady, Program } from '#test/support/engine.ts'
import { addProgram, createProgram, openSecret as secret } from '#test/support/open.ts'
import { alibabaClient, alibabaModels as models } from '#test/support/vendor.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

const { values: flags } = parseArgs({
  options: {
    calls: { type: 'string', default: '500' },
    sent: { type: 'string', default: '5000' },
    broadcast: { type: 'string', default: '200000' },
    own: { type: 'boolean', default: false },
  },
})
const callCount = Number(flags.calls)
/** Calls between two checks of the broadcasts' progress. */
const lookEvery = 50
const paidCalls = 100 * callCount
const numbersOfOne = limits.broadcastConfirmPhones
const broadcastCount = Math.ceil(Number(flags.broadcast) / numbersOfOne)

const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
await chmod(folder, 0o755)
const server = await startEmbeddedPostgres({ dataDir: folder })
await server.preallocateWal()
await migrate(server.url)
const sim = new Program('carrier-sim', { CARRIER_SMPP_PORT: '0', HANDSET_PORT: '0', MAIL_SMTP_PORT: '0' }, ['--forget'])
const { carrier } = carrierReady.parse(await sim.start())
await seedReference(server.url, { secret, upstream: { host: carrier.host, port: carrier.smpp }, now: new Date() })
const db = openDb({ url: server.url, role: 'hongyan_app' })
const platformDb = openDb({ url: server.url, role: 'hongyan_platform' })
await platformDb.updateTable('channel').set({ windowSize: 100, ratePerSecond: 2_000 }).execute()

const env = { DATABASE_URL: server.url, HONGYAN_SECRET: secret, DATA_DIR: folder }
const http = new Program('http', { ...env, PORT: '0', ADMIN_PORT: '0', OPENAPI_PORT: '0' })
const others = ['dispatch', 'jobs'].map(name => new Program(name, env))
const url = String((await http.start()).openapi)
for (const other of others) await other.start()

const prepare = () => prepareUpload(db, new Date(), 0, { listed: numbersOfOne, grant: numbersOfOne + paidCalls })
const first = await prepare()
const now = new Date()
const [sender, order] = flags.own
  ? [await addProgram(db, first, { now }), { signName: '测试商城', templateCode: 'SMS_200001', templateParam: '{"name":"王女士"}' }]
  : [
      await createProgram(db, { now, segmentCount: paidCalls }),
      { signName: '云栈', templateCode: 'SMS_1', templateParam: '{"code":"204817"}' },
    ]
const client = alibabaClient(url, sender)
let phone = 13_900_000_000
async function measure(isEnough = async () => true): Promise<number[]> {
  const times: number[] = []
  while (times.length < callCount || times.length % lookEvery > 0 || !(await isEnough())) {
    phone += 1
    const began = performance.now()
    const { body } = await client.sendSms(new models.SendSmsRequest({ ...order, phoneNumbers: String(phone) }))
    times.push(performance.now() - began)
    if (body?.code !== 'OK') throw new Error(`${body?.code} ${body?.message}`)
  }
  return times.toSorted((a, b) => a - b)
}

async function startBroadcast({ account, memberId, uploadId }: Awaited<ReturnType<typeof prepare>>): Promise<void> {
  await asAccount(db, account, async tx => {
    await sql`insert into recipient (account_id, upload_id, line, phone, carrier, segment_count, variables)
      select ${account}, ${uploadId}, n, (13800000000 + n)::text, 'mobile', 1, array['客户' || n] from generate_series(1, ${numbersOfOne}::int) as n`.execute(
      tx,
    )
    const { segmentCount, amountHao } = await previewBroadcast(tx, account, { uploadId, scheduledAt: null, memberId, now })
    const expected = { segmentCount, amountHao }
    await sendBroadcast(tx, account, { uploadId, name: '', scheduledAt: null, expected, memberId, now })
  })
}
interface Progress {
  made: number
  gone: number
}
async function progress(): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select count(*) as made, count(submitted_at) as gone from message -- across accounts: how far the broadcast is
    where broadcast_id is not null`.execute(platformDb)
  return firstOrThrow(rows)
}

await measure()
const idle = await measure()
for (let made = 0; made < broadcastCount; made += 1) await startBroadcast(made === 0 ? first : await prepare())
// Starts once the broadcast is in full flow: made and sent at the same time.
while ((await progress()).gone < 500) await new Promise(resolve => setTimeout(resolve, 100))
const from = await progress()
const busy = await measure(async () => (await progress()).gone - from.gone >= Number(flags.sent))
const until = await progress()
if (until.gone === broadcastCount * numbersOfOne) throw new Error('the broadcast was over before the calls were: make it larger')

const at = (times: number[], share: number) => itemOrThrow(times, Math.floor((times.length - 1) * share))
const row = (share: number) => ({
  idleMs: at(idle, share).toFixed(1),
  busyMs: at(busy, share).toFixed(1),
  ratio: (at(busy, share) / at(idle, share)).toFixed(2),
})
console.log(
  `SendSms by Alibaba's SDK, ${idle.length} calls idle and ${busy.length} busy; meanwhile ${until.made - from.made} messages of broadcasts made, ${until.gone - from.gone} sent`,
)
console.table({ p50: row(0.5), p95: row(0.95), p99: row(0.99) })

for (const program of [...others, http, sim]) await program.stop()
await Promise.all([db.destroy(), platformDb.destroy()])
await server.stop()
await rm(folder, { recursive: true, force: true })
