import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount, type Db, openDb } from '#db/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { requestExport } from '#domain/export/request.ts'
import { Files } from '#domain/files.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { submitSm } from '#protocol/smpp/pdu.ts'
import { parseReceipt } from '#protocol/smpp/receipt.ts'
import { isRetryableStatus } from '#protocol/smpp/status.ts'
import { encodeUcs2 } from '#protocol/text/ucs2.ts'
import { giveLinkUnits } from '#test/support/account.ts'
import { crashServer, isBack } from '#test/support/crash.ts'
import { type Engine, Program, seeded, startEngine } from '#test/support/engine.ts'
import { makeDataFolder } from '#test/support/folder.ts'
import { createLinks, type TestLink } from '#test/support/links.ts'
import { bindProgram, createSmppCustomer, type SmppCustomer, smppSecret } from '#test/support/smpp.ts'
import { createWebhook, startReceiver, webhookTestSecret } from '#test/support/webhook.ts'

const isLong = process.env.HONGYAN_PROOF === 'long'
const crashCount = isLong ? 20 : 3
const requestCount = isLong ? 20_000 : 600
const submitCount = isLong ? 5_000 : 150
const exportCount = isLong ? 40 : 6
const requestClients = 12
const submitClients = 6
const accessKeyId = 'HYTEST0000000001'
const accessKeySecret = 'a-secret-of-a-key-0123456789'

let folder: string
let server: EmbeddedPostgres
let db: Db
let platformDb: Db
let engine: Engine
let receiver: Awaited<ReturnType<typeof startReceiver>>
let customer: SmppCustomer
let links: TestLink[]
const programs: Record<'http' | 'jobs' | 'redirect' | 'smpp', Program> = {} as never
const addresses: Record<string, string> = {}
/** Lines of each program's log. */
const lines: Record<string, string[]> = {}
/** Events that the webhook was told, by the message. */
const toldIds = new Set<string>()

beforeAll(async () => {
  folder = await makeDataFolder('hongyan-crashed-')
  server = await startEmbeddedPostgres({ dataDir: folder })
  const { url } = server
  await migrate(url)
  db = openDb({ url, role: 'hongyan_app' })
  platformDb = openDb({ url, role: 'hongyan_platform' })
  await platformDb.insertInto('number_segment').values({ prefix: '192', operator: 'broadnet' }).execute()
  customer = await createSmppCustomer({ db, platformDb, url } as never, (requestCount + submitCount) * 4)
  const { account, systemId } = customer
  await platformDb.updateTable('smpp_account').set({ rate_per_second: 5_000 }).where('system_id', '=', systemId).execute()
  receiver = await startReceiver((delivery, response) => {
    for (const { data } of JSON.parse(delivery.body) as { data: { messageId: string } }[]) toldIds.add(data.messageId)
    response.end()
  })
  const { appId } = await createWebhook(db, account, { url: receiver.url })
  await platformDb
    .insertInto('access_key')
    .values({
      access_key_id: accessKeyId,
      account_id: account,
      app_id: appId,
      secret_hash: createHash('sha256').update(accessKeySecret).digest(),
    })
    .execute()
  await asAccount(db, account, tx => giveLinkUnits(tx, account, 10_000_000))
  links = await createLinks(platformDb, account, 50)
  engine = await startEngine({ url, db: platformDb, windowSize: 100 })
  const common = { DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'warn' }
  const add = (name: keyof typeof programs, env: Record<string, string>) => {
    const told: string[] = []
    lines[name] = told
    programs[name] = new Program(name, { ...common, ...env }, [], line => told.push(line))
  }
  add('http', { HONGYAN_SECRET: webhookTestSecret, PORT: '0', OPERATOR_PORT: '0', OPENAPI_PORT: '0' })
  add('jobs', { HONGYAN_SECRET: webhookTestSecret, WEBHOOK_LOOPBACK: '1' })
  add('redirect', { HONGYAN_SECRET: webhookTestSecret, REDIRECT_PORT: '0' })
  add('smpp', { HONGYAN_SECRET: smppSecret, SMPP_PORT: '0' })
  for (const program of Object.values(programs)) Object.assign(addresses, await program.start())
}, 180_000)
afterAll(async () => {
  for (const program of Object.values(programs)) await program.stop()
  await engine?.close()
  await receiver?.close()
  await db?.destroy()
  await platformDb?.destroy()
  await server?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** None that the simulated carrier treats in a way of its own (they end in 0001 to 0012). */
const phoneOf = (index: number) => `192${2000 + Math.floor(index / 9000)}${String(100 + (index % 9000)).padStart(4, '0')}`

/** Asks under one key until there is an answer, as a careful program does. Gives the message's id. */
async function request(index: number): Promise<string> {
  const body = JSON.stringify({ signature: '鸿雁', templateCode: 'SMS_4', templateParam: { n: String(index) }, phones: [phoneOf(index)] })
  const headers = {
    authorization: `Bearer ${accessKeyId}:${accessKeySecret}`,
    'content-type': 'application/json',
    'idempotency-key': `request-${index}`,
  }
  for (;;) {
    const answer = await fetch(`${addresses.openapi}/openapi/v1/messages`, { method: 'POST', headers, body })
    if (answer.status === 200) {
      const { messages } = (await answer.json()) as { messages: { messageId: string }[] }
      return messages[0]!.messageId
    }
    expect({ status: answer.status, text: answer.status === 503 ? '' : await answer.text() }).toEqual({ status: 503, text: '' })
    await pause(20)
  }
}

/** Counts from 0 to `count`, a few at a time; `reached` resolves with a share of it. */
function inParallel(count: number, clients: number, work: (index: number) => Promise<void>) {
  let next = 0
  const client = async () => {
    while (next < count) await work(next++)
  }
  const done = Promise.all(Array.from({ length: clients }, client))
  const reached = async (share: number) => {
    while (next < count * share) await pause(5)
  }
  return { done, reached }
}

test('the database crashes again and again under everything that customers do: no program ends, nothing is lost', {
  timeout: isLong ? 3_600_000 : 400_000,
}, async () => {
  const { account, memberId } = customer
  const pids = Object.values(programs).map(program => program.pid)
  const random = seeded(20_261_122)

  const messageIds: string[] = []
  const requests = inParallel(requestCount, requestClients, async index => void messageIds.push(await request(index)))

  const reported = new Set<string>()
  const answered = new Set<string>()
  const program = await bindProgram({ ...customer, port: Number(addresses.smpp!.split(':')[1]), windowSize: 20 }, receipt => {
    reported.add(parseReceipt(receipt)!.messageId)
    return 0
  })
  const submits = inParallel(submitCount, submitClients, async index => {
    const shortMessage = encodeUcs2(`【鸿雁】张三您好，您的订单已发货，请注意查收：${index}号包裹。`)
    const pdu = submitSm({ dataCoding: 8, shortMessage, source: '1069', destination: phoneOf(requestCount + index), registeredDelivery: 1 })
    for (;;) {
      const answer = await program.submit(pdu)
      if (answer.status === 0) return void answered.add(answer.messageId)
      expect(isRetryableStatus(answer.status)).toBe(true)
      await pause(20)
    }
  })

  let isVisiting = true
  let visitedCount = 0
  const visit = async () => {
    for (let index = 0; isVisiting; index += 1) {
      const answer = await fetch(`${addresses.redirect}/${links[index % links.length]!.code}`, {
        redirect: 'manual',
        headers: { 'user-agent': 'Mozilla/5.0' },
      })
      expect(answer.status).toBe(302)
      visitedCount += 1
      await pause(10)
    }
  }
  const visiting = visit()

  const files = new Files(path.join(folder, 'files'), webhookTestSecret)
  let exportProblem = ''
  const exports = inParallel(exportCount, 1, async () => {
    const wish = {
      source: 'message' as const,
      filter: {},
      columns: ['phone', 'content', 'messageId'],
      format: 'csv' as const,
      isFull: false,
    }
    // Of now at each try: an export has what was there when it was asked for.
    const askerNow = () => ({ memberId, role: 'owner', address: '127.0.0.1', agent: 'test', now: new Date() }) as const
    const asked = () =>
      asAccount(db, account, tx => requestExport(tx, account, files, wish, askerNow())).then(
        () => true,
        (error: Error) => {
          exportProblem = error.message
          return false
        },
      )
    // Too many at once, the database away, or no message yet: a little later.
    while (!(await asked())) await pause(100)
    exportProblem = ''
  })

  let longestMs = 0
  for (let crash = 1; crash <= crashCount; crash += 1) {
    await requests.reached(crash / (crashCount + 1))
    await pause(random() * 100)
    const [before, crashedAtMs] = [messageIds.length, performance.now()]
    await crashServer(server.url)
    while (messageIds.length === before && before < requestCount) await pause(5)
    longestMs = Math.max(longestMs, performance.now() - crashedAtMs)
  }
  await Promise.all([requests.done, submits.done])
  while (!(await isBack(server.url))) await pause(50)

  const rowsOf = () =>
    asAccount(db, account, async tx => ({
      messages: await tx.selectFrom('message').select(['phone', 'state', 'maybe_twice']).where('account_id', '=', account).execute(),
      events: await tx
        .selectFrom('push_event')
        .select('event_id')
        .where('account_id', '=', account)
        .where('state', '=', 'waiting')
        .execute(),
      exports: await tx.selectFrom('export_job').select('state').where('account_id', '=', account).execute(),
    }))
  const openCounts = async () => {
    const { messages, events, exports } = await rowsOf()
    return {
      messages: messages.filter(({ state }) => state !== 'delivered').length,
      events: events.length,
      exports: exportCount - exports.filter(({ state }) => state === 'done').length,
      exportProblem,
      receipts: [...answered].filter(id => !reported.has(id)).length,
    }
  }
  await expect
    .poll(openCounts, { timeout: 180_000, interval: 500 })
    .toEqual({ messages: 0, events: 0, exports: 0, exportProblem: '', receipts: 0 })
  await exports.done
  const rows = await rowsOf()
  isVisiting = false
  await visiting
  await program.connection.unbind()

  const seen = new Set((await engine.trace()).map(([phone]) => phone!))
  console.log(
    `${crashCount} crashes: ${messageIds.length} requests and ${answered.size} submits, at the carrier ${seen.size}, events ${toldIds.size}, ` +
      `receipts ${reported.size}, exports ${rows.exports.length}, visits ${visitedCount}, next answer after at most ${Math.round(longestMs)} ms, lines of log ${Object.entries(lines).map(([name, told]) => `${name} ${told.length}`)}`,
  )
  expect(new Set(messageIds).size).toBe(requestCount)
  expect(seen.size).toBe(requestCount + submitCount)
  expect(messageIds.filter(id => !toldIds.has(id))).toEqual([])
  expect(rows.exports).toHaveLength(exportCount)
  expect(Object.values(programs).map(({ pid }) => pid)).toEqual(pids)
  // An outage is a line at its begin and one at its end, however much is refused meanwhile.
  for (const name of ['http', 'smpp'] as const) expect(lines[name]!.length, lines[name]!.join('\n')).toBeLessThanOrEqual(2 * crashCount)
  expect(Object.values(programs).every(({ isAlive }) => isAlive)).toBe(true)
  expect(await asAccount(db, account, tx => verifyLedger(tx, account))).toEqual([])
  const visitCount = async () =>
    (
      await platformDb
        .selectFrom('visit')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_id', '=', account)
        .executeTakeFirstOrThrow()
    ).count
  await expect.poll(visitCount, { timeout: 60_000, interval: 500 }).toBe(visitedCount)
})
