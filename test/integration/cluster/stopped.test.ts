import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { isCluster, nodeOf } from '#test/support/citus.ts'
import { hasFakeTime } from '#test/support/citus-cluster.ts'
import { type Engine, engineSecret, Program, startEngine } from '#test/support/engine.ts'
import { createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { type Cluster, openCluster } from './open.ts'

const awayMs = 20_000
const secret = 'a-secret-of-a-key-0123456789'
const code = 'SMS_1'

/** An account whose program sends one message after the other. */
interface Caller extends Sending {
  key: string
  /** Phones of messages whose acceptance was answered. */
  accepted: string[]
  /** Statuses of all answers since the last look. */
  statuses: number[]
}

let cluster: Cluster
let engine: Engine
let http: Program
let openapi: string
/** By the port of their node. */
let callers: Map<string, Caller>
let made = 0
beforeAll(async () => {
  if (!isCluster) return
  cluster = await openCluster({ workerCount: 2 })
  engine = await startEngine({ url: cluster.url, db: cluster.platformDb, windowSize: 50 })
  http = new Program('http', { DATABASE_URL: cluster.url, HONGYAN_SECRET: engineSecret, PORT: '0', ADMIN_PORT: '0', OPENAPI_PORT: '0' })
  openapi = String((await http.start()).openapi)
  callers = await createCallers()
}, 180_000)
afterAll(async () => {
  await http?.stop()
  await engine?.close()
  await cluster?.close()
})

/** Callers whose accounts are on one worker each. */
async function createCallers(): Promise<Map<string, Caller>> {
  const callers = new Map<string, Caller>()
  while (callers.size < 2) {
    const sender = await createSender(cluster.db, { segmentCount: 100_000 })
    const { account } = sender
    const node = await nodeOf(cluster.url, account)
    if (callers.has(node)) continue
    const key = `HYTEST000000000${callers.size + 1}`
    await asAccount(cluster.db, account, async tx => {
      const appId = newId()
      await tx.insertInto('app').values({ accountId: account, appId, name: '订单系统' }).execute()
      const template = {
        accountId: account,
        templateId: newId(),
        code,
        name: '通知',
        kind: 'transactional',
        text: '您的包裹已到',
        variables: '[]',
      }
      await tx
        .insertInto('template')
        .values({ ...template, state: 'approved' })
        .execute()
      const secretHash = createHash('sha256').update(secret).digest()
      await tx.insertInto('accessKey').values({ accessKeyId: key, accountId: account, appId, secretHash }).execute()
    })
    callers.set(node, { ...sender, key, accepted: [], statuses: [] })
  }
  return callers
}

/** Sends until the end, each request under a key of its own until it is accepted. */
function send(caller: Caller): { end: () => Promise<void> } {
  let isSending = true
  const sending = (async () => {
    for (let phone = ''; isSending; ) {
      phone ||= `1920${String(made++).padStart(4, '0')}789`
      const answer = await fetch(`${openapi}/openapi/v1/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${caller.key}:${secret}`, 'content-type': 'application/json', 'idempotency-key': `one-${phone}` },
        body: JSON.stringify({ signature: '鸿雁', templateCode: code, phones: [phone] }),
      })
      const text = await answer.text()
      if (answer.status !== 200 && answer.status !== 503) throw new Error(`${answer.status} ${text}`)
      caller.statuses.push(answer.status)
      if (answer.status === 200) {
        caller.accepted.push(phone)
        phone = ''
      }
      await pause(20)
    }
  })()
  return {
    end: () => {
      isSending = false
      return sending
    },
  }
}

/** Of those whose acceptance was answered, how many the carrier has. */
async function atCarrier({ accepted }: Caller): Promise<number> {
  const seen = new Set((await engine.trace()).map(([phone]) => phone))
  return accepted.filter(phone => seen.has(phone)).length
}

/** Everything accepted is delivered once, and the books are right. */
async function checkAll(callers: readonly Caller[]): Promise<void> {
  for (const one of callers) await expect.poll(() => atCarrier(one), { timeout: 120_000, interval: 500 }).toBe(one.accepted.length)
  for (const { account, accepted } of callers)
    await asAccount(cluster.db, account, async tx => {
      const messages = () => tx.selectFrom('message').select(['phone', 'state']).where('accountId', '=', account).execute()
      await expect.poll(async () => (await messages()).filter(({ state }) => state !== 'delivered').length, { timeout: 60_000 }).toBe(0)
      expect((await messages()).map(({ phone }) => phone).sort()).toEqual([...accepted].sort())
      expect(await verifyLedger(tx, account)).toEqual([])
    })
}

/** Statuses of the answers within a time. */
async function statusesOf(callers: readonly Caller[], timeMs: number): Promise<number[][]> {
  for (const one of callers) one.statuses.length = 0
  await pause(timeMs)
  return callers.map(one => [...one.statuses])
}

/** Resolves when another request of the caller is accepted; returns the milliseconds. */
async function nextAccepted({ accepted }: Caller): Promise<number> {
  const [startedAtMs, count] = [performance.now(), accepted.length]
  await expect.poll(() => accepted.length, { timeout: 60_000 }).toBeGreaterThan(count)
  return Math.round(performance.now() - startedAtMs)
}

test.runIf(isCluster)(
  'a worker is stopped under load: accounts of the other one go on, its own get 503 and lose nothing',
  {
    timeout: 600_000,
  },
  async () => {
    const worker = itemOrThrow(cluster.nodes, 2)
    const stopped = getOrThrow(callers, new URL(worker.url).port)
    const other = getOrThrow(callers, new URL(itemOrThrow(cluster.nodes, 1).url).port)
    const sending = [stopped, other].map(send)
    for (const one of [stopped, other]) await expect.poll(() => atCarrier(one), { timeout: 60_000 }).toBeGreaterThan(20)

    await worker.stop()
    await pause(2_000)
    const before = await atCarrier(other)
    const [ofStopped, ofOther = []] = await statusesOf([stopped, other], awayMs)
    const sentCount = (await atCarrier(other)) - before
    await worker.start()
    const gapMs = await nextAccepted(stopped)
    console.log(
      `accepted of the other account meanwhile: ${ofOther.length}, sent ${sentCount}; after the start the stopped one's in ${gapMs} ms`,
    )
    await pause(2_000)
    for (const one of sending) await one.end()
    await checkAll([stopped, other])
    expect(sentCount).toBeGreaterThan(ofOther.length / 2)
    expect(new Set(ofStopped)).toEqual(new Set([503]))
    expect(new Set(ofOther)).toEqual(new Set([200]))
  },
)

test.runIf(isCluster)(
  'the coordinator is stopped under load: as a single database, calls get 503 and nothing is lost',
  { timeout: 600_000 },
  async () => {
    const all = [...callers.values()]
    const coordinator = itemOrThrow(cluster.nodes, 0)
    const sending = all.map(send)
    for (const one of all) await nextAccepted(one)

    await coordinator.stop()
    await pause(1_000)
    const statuses = await statusesOf(all, 5_000)
    await coordinator.start()
    for (const one of all) console.log(`accepted ${await nextAccepted(one)} ms after the coordinator's start`)
    await pause(2_000)
    for (const one of sending) await one.end()
    await checkAll(all)
    expect(new Set(statuses.flat())).toEqual(new Set([503]))
  },
)

test.runIf(isCluster && hasFakeTime).each([300, -300])(
  'the clock of a worker is %i s ahead: messages of its accounts leave and are settled as those of the other one',
  { timeout: 600_000 },
  async aheadS => {
    const worker = itemOrThrow(cluster.nodes, 2)
    await worker.stop()
    await worker.start(aheadS)
    const client = new pg.Client({ connectionString: worker.url })
    await client.connect()
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    await client.end()
    expect(Math.abs(firstOrThrow(rows).now.getTime() / 1000 - Date.now() / 1000 - aheadS)).toBeLessThan(60)
    const all = [...callers.values()]
    const sending = all.map(send)
    await pause(5_000)
    const before = await Promise.all(all.map(atCarrier))
    await pause(10_000)
    const sent = (await Promise.all(all.map(atCarrier))).map((count, index) => count - itemOrThrow(before, index))
    for (const one of sending) await one.end()
    await checkAll(all)
    console.log(`sent within 10 s with a clock ${aheadS} s ahead on one worker: ${sent.join(' and ')}`)
    expect(Math.min(...sent)).toBeGreaterThan(Math.max(...sent) / 2)
    await worker.stop()
    await worker.start()
  },
)
