/**
 * Fairness: how long a code takes to the carrier while a broadcast fills the channel: codes of the broadcast's own
 * account and of others, alternately; first on the idle platform, then while the broadcast is written, then when all of
 * it waits. The broadcast runs throughout and needn't end. Everything of ours is committed to disk at every step. `node
 * bench/fairness.ts [--broadcast n] [--accounts n others] [--codes n of the account and of the others] [--rate n a
 * second of the channel] [--window n]`
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { seedReference } from '#db/seed/reference.ts'
import { createApp } from '#domain/apps/index.ts'
import { acceptMessages } from '#domain/delivery/index.ts'
import { holdCharge } from '#domain/ledger/index.ts'
import { createSender as createRequestSender } from '#domain/messages/index.ts'
import { startEngine } from '#test/support/engine.ts'
import { createSender } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

const { values: flags } = parseArgs({
  options: {
    broadcast: { type: 'string', default: '1000000' },
    accounts: { type: 'string', default: '20' },
    codes: { type: 'string', default: '200' },
    rate: { type: 'string', default: '1000' },
    window: { type: 'string', default: '100' },
  },
})
const [bulkCount, codeCount] = [Number(flags.broadcast), Number(flags.codes)]
const chunkCount = 2_000
/** Skips the endings that the simulated carrier treats specially (0001 to 0012). */
const phoneOf = (index: number) =>
  `192${String(Math.floor(index / 9_000)).padStart(4, '0')}${String(100 + (index % 9_000)).padStart(4, '0')}`

const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
await chmod(folder, 0o755)
const server = await startEmbeddedPostgres({ dataDir: folder })
await server.preallocateWal()
await migrate(server.url)
const secret = 'a secret of at least thirty-two letters'
await seedReference(server.url, { secret, upstream: { host: '127.0.0.1', port: 1 }, now: new Date() })
const db = openDb({ url: server.url, role: 'hongyan_app', isPipelined: true })
const platformDb = openDb({ url: server.url, role: 'hongyan_platform' })
await platformDb.updateTable('channel').set({ enabled: false }).execute()

async function createPrograms() {
  const sender = await createSender(db, { segmentCount: bulkCount + 3 * codeCount })
  const { account } = sender
  const { appId } = await asAccount(db, account, async tx => {
    const text = { code: 'SMS_1', name: '验证码', kind: 'otp', text: '验证码${code}', state: 'approved' }
    const variables = JSON.stringify([{ name: 'code', kind: 'code', maxLength: 6 }])
    const row = { ...text, variables, accountId: account, templateId: newId() }
    await tx.insertInto('template').values(row).execute()
    return createApp(tx, account, { name: '登录', kind: 'production', memberId: null, now: new Date() })
  })
  return { ...sender, appId }
}
const busy = await createPrograms()
const others: (typeof busy)[] = []
while (others.length < Number(flags.accounts)) others.push(await createPrograms())
const engine = await startEngine({ url: server.url, db: platformDb, windowSize: Number(flags.window), ratePerSecond: Number(flags.rate) })
const requests = createRequestSender(db, () => new Date())

/** A part of the broadcast as the job writes it: paid before, so that it doesn't lock the account. */
const bulkMessages = (from: number, holdId: string) =>
  Array.from({ length: Math.min(chunkCount, bulkCount - from) }, (_, index) => ({
    messageId: newId(),
    phone: phoneOf(from + index),
    ...{ kind: 'marketing' as const, signatureId: busy.signatureId, templateId: null, carrier: 'broadnet', holdId },
    ...{ content: '【鸿雁】您的包裹已到', segmentCount: 1 },
  }))
async function writeBroadcast(): Promise<void> {
  const hold = { now: new Date() }
  const held = firstOrThrow(
    await asAccount(db, busy.account, tx => holdCharge(tx, busy.account, 'marketing', new Map([[1, bulkCount]]), hold)),
  )
  for (let from = 0; from < bulkCount; from += chunkCount)
    await asAccount(db, busy.account, tx => acceptMessages(tx, busy.account, bulkMessages(from, held.holdId), { now: new Date() }))
}
/** Messages that the carrier has accepted. */
const takenCount = async () => ((await engine.carrier('/api/counters')) as { accepted: number }).accepted

interface Code {
  account: typeof busy.account
  messageId: string
  askedMs: number
  acceptedMs: number
}

let phoneIndex = bulkCount
async function sendCode({ account, appId }: typeof busy): Promise<Code> {
  const recipients = [{ phone: phoneOf(phoneIndex++), signature: '鸿雁', parameters: { code: '123456' } }]
  const request = { caller: { appId, settings: { isRepeatGuarded: false } }, ingress: 'rest' as const, templateCode: 'SMS_1', recipients }
  const askedMs = Date.now()
  const result = await requests.submit(account, { requestId: newId(), key: null, request })
  const sent = result instanceof Refusal ? result : firstOrThrow(result.phones)
  if (sent instanceof Refusal || 'refusal' in sent) throw new Error('a code was refused')
  return { account, messageId: sent.messageId, askedMs, acceptedMs: Date.now() - askedMs }
}

/** Milliseconds from the request until the carrier has it. */
async function untilTaken({ account, messageId, askedMs }: Code): Promise<number> {
  for (;;) {
    const { submittedAt: at } = await asAccount(db, account, tx =>
      tx
        .selectFrom('message')
        .select('submittedAt')
        .where('accountId', '=', account)
        .where('messageId', '=', messageId)
        .executeTakeFirstOrThrow(),
    )
    if (at) return at.getTime() - askedMs
    await pause(20)
  }
}

function row(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => itemOrThrow(sorted, Math.min(sorted.length - 1, Math.floor(sorted.length * share)))
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), most: at(1) }
}

/** 99th percentiles from the request until the carrier has it. */
interface Codes {
  own: number
  others: number
}
async function measure(when: string, idle?: Codes): Promise<Codes> {
  const from = await takenCount()
  const codes: Code[] = []
  for (let index = 0; index < 2 * codeCount; index++) {
    codes.push(await sendCode(index % 2 === 0 ? busy : itemOrThrow(others, (index >> 1) % others.length)))
    await pause(20)
  }
  const taken = await Promise.all(codes.map(untilTaken))
  const until = await takenCount()
  console.log(`${when}: ${codeCount} codes of the account and of others; ${until - from - codes.length} messages of the broadcast went out`)
  const by = (times: readonly number[], isOwn: boolean) =>
    row(times.filter((_, index) => (itemOrThrow(codes, index).account === busy.account) === isOwn))
  const accepted = codes.map(code => code.acceptedMs)
  const [own, ofOthers] = [by(taken, true), by(taken, false)]
  console.table({
    'asked until accepted, ms: the broadcast’s own account': by(accepted, true),
    'asked until accepted, ms: others': by(accepted, false),
    'asked until at the carrier, ms: the broadcast’s own account': own,
    'asked until at the carrier, ms: others': ofOthers,
  })
  const times = (p99: number, idleP99: number) => (p99 / idleP99).toFixed(1)
  if (idle)
    console.log(`p99 as times of the idle platform's: own account ${times(own.p99, idle.own)}, others ${times(ofOthers.p99, idle.others)}`)
  return { own: own.p99, others: ofOthers.p99 }
}

const idle = await measure('On the idle platform')
const startedMs = performance.now()
let isWritten = false
const writing = writeBroadcast().then(() => {
  isWritten = true
})
const codesBefore = await takenCount()
while ((await takenCount()) === codesBefore) await pause(20)
await measure('While the broadcast is written', idle)
if (isWritten) console.log('The broadcast was written before these codes were sent: a larger one says more.')
await writing
console.log(`${bulkCount} messages of the broadcast written in ${Math.round((performance.now() - startedMs) / 1000)} s`)
await measure('With all of it accepted', idle)
const left = bulkCount - (await takenCount())
console.log(
  left > 0 ? `${left} messages of the broadcast still waited at the end` : 'The broadcast was over before the codes were: make it larger.',
)
await engine.close()
await db.destroy()
await platformDb.destroy()
await server.stop()
await rm(folder, { recursive: true, force: true })
