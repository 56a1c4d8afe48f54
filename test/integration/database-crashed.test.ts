import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount, type Tx } from '#db/connect.ts'
import { pauseBroadcast, resumeBroadcast } from '#domain/broadcast/control.ts'
import { previewBroadcast } from '#domain/broadcast/preview.ts'
import { sendBroadcast } from '#domain/broadcast/send.ts'
import { requestExport } from '#domain/export/request.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { Files } from '#domain/platform/files.ts'
import { listSystemAlerts } from '#domain/platform/system-alert.ts'
import { parseReceipt } from '#protocol/smpp/receipt.ts'
import { isRetryableStatus } from '#protocol/smpp/status.ts'
import { uuidOf } from '#test/support/answer.ts'
import { prepareUpload } from '#test/support/broadcast.ts'
import { crashServer, isBack } from '#test/support/crash.ts'
import { clockAhead, seeded } from '#test/support/engine.ts'
import { bindProgram } from '#test/support/esme-server.ts'
import { Ballast } from '#test/support/small-disk.ts'
import { webhookTestSecret } from '#test/support/webhook.ts'
import { countVisits, inParallel, messagesAndEvents, openWorld, request, submitOf, visitLinks, type World } from '#test/support/world.ts'
import { encodeId, idTime } from '#values/id.ts'

const isLong = process.env.HONGYAN_PROOF === 'long'
const crashCount = isLong ? 20 : 3
const requestCount = isLong ? 20_000 : 600
const submitCount = isLong ? 5_000 : 150
const exportCount = isLong ? 40 : 6
const requestClients = 12
const submitClients = 6
/** Requests while the disk is full. */
const laterCount = 3_000
/** Of a broadcast that is to begin while the disk is nearly full. */
const recipientCount = 1_000
let world: World

beforeAll(async () => {
  const options = { diskMegabytes: isLong ? 5_000 : undefined, httpEnv: clockAhead(3_600_000) }
  world = await openWorld(requestCount + submitCount + laterCount, options)
}, 180_000)
afterAll(() => world?.close())

test('the database crashes repeatedly under all kinds of customer activity: no program ends, nothing is lost', {
  timeout: isLong ? 3_600_000 : 400_000,
}, async () => {
  const { db, engine, customer, programs, addresses, lines, notifiedIds: toldIds, url } = world
  const { account, memberId } = customer
  const pids = Object.values(programs).map(program => program.pid)
  const random = seeded(20_261_122)

  const messageIds: string[] = []
  const requests = inParallel(requestCount, requestClients, async index => {
    messageIds.push(await request(world, index, problem => expect(problem).toBe('none')))
  })

  const reported = new Set<string>()
  const answered = new Set<string>()
  const program = await bindProgram({ ...customer, port: Number(addresses.smpp!.split(':')[1]), windowSize: 20 }, receipt => {
    reported.add(parseReceipt(receipt)!.messageId)
    return 0
  })
  const submits = inParallel(submitCount, submitClients, async index => {
    const pdu = submitOf(requestCount + index)
    for (;;) {
      const answer = await program.submit(pdu)
      if (answer.status === 0) return void answered.add(answer.messageId)
      expect(isRetryableStatus(answer.status)).toBe(true)
      await pause(20)
    }
  })

  const visits = visitLinks(world, true)

  const files = new Files(path.join(world.folder, 'files'), webhookTestSecret)
  let exportProblem = ''
  const exports = inParallel(exportCount, 1, async () => {
    const input = {
      source: 'message' as const,
      filter: {},
      columns: ['phone', 'content', 'messageId'],
      format: 'csv' as const,
      isFull: false,
    }
    // The current time for each try: an export contains what exists at its request.
    const askerNow = () => ({ memberId, role: 'owner', address: '127.0.0.1', agent: 'test', now: new Date() }) as const
    const asked = () =>
      asAccount(db, account, tx => requestExport(tx, account, files, input, askerNow())).then(
        () => true,
        (error: Error) => {
          exportProblem = error.message
          return false
        },
      )
    // Too many concurrent exports, the database down, or no message yet: retry later.
    while (!(await asked())) await pause(100)
    exportProblem = ''
  })

  let longestMs = 0
  for (let crash = 1; crash <= crashCount; crash += 1) {
    await requests.reached(crash / (crashCount + 1))
    await pause(random() * 100)
    const [before, crashedAtMs] = [messageIds.length, performance.now()]
    await crashServer(url)
    while (messageIds.length === before && before < requestCount) await pause(5)
    longestMs = Math.max(longestMs, performance.now() - crashedAtMs)
  }
  await Promise.all([requests.done, submits.done])
  while (!(await isBack(url))) await pause(50)

  const exportsOf = () =>
    asAccount(db, account, tx => tx.selectFrom('exportJob').select('state').where('accountId', '=', account).execute())
  const openCounts = async () => {
    const { messages, events } = await messagesAndEvents(world)
    return {
      messages: messages.filter(({ state }) => state !== 'delivered').length,
      events: events.length,
      exports: exportCount - (await exportsOf()).filter(({ state }) => state === 'done').length,
      exportProblem,
      receipts: [...answered].filter(id => !reported.has(id)).length,
    }
  }
  await expect
    .poll(openCounts, { timeout: 180_000, interval: 500 })
    .toEqual({ messages: 0, events: 0, exports: 0, exportProblem: '', receipts: 0 })
  await exports.done
  const { answered: visitedCount, wrong } = await visits.end()
  expect(wrong).toEqual([])
  await program.connection.unbind()

  const seen = new Set((await engine.trace()).map(([phone = '']) => phone))
  console.log(
    `${crashCount} crashes: ${messageIds.length} requests and ${answered.size} submits, at the carrier ${seen.size}, events ${toldIds.size}, ` +
      `receipts ${reported.size}, exports ${exportCount}, visits ${visitedCount}, next answer after at most ${Math.round(longestMs)} ms, lines of log ${Object.entries(lines).map(([name, logLines]) => `${name} ${logLines.length}`)}`,
  )
  expect(new Set(messageIds).size).toBe(requestCount)
  expect(seen.size).toBe(requestCount + submitCount)
  // The clock of the http program's host is an hour fast: what it accepted has the database's time all the same.
  expect(messageIds.every(id => idTime(uuidOf('message', id)).getTime() < Date.now())).toBe(true)
  expect(messageIds.filter(id => !toldIds.has(id))).toEqual([])
  expect(await exportsOf()).toHaveLength(exportCount)
  expect(Object.values(programs).map(({ pid }) => pid)).toEqual(pids)
  // An outage is one log line at its beginning and one at its end, however many requests are refused.
  const ofOutages = (name: 'http' | 'esme') => lines[name].filter(line => /"err"|answers again/.test(line))
  for (const name of ['http', 'esme'] as const) expect(ofOutages(name).length, lines[name].join('\n')).toBeLessThanOrEqual(2 * crashCount)
  // More than once only because the other programs of this host have the right clock, and end the alert.
  expect(lines.http.length).toBeGreaterThan(ofOutages('http').length)
  expect(Object.values(programs).every(({ isAlive }) => isAlive)).toBe(true)
  expect(await asAccount(db, account, tx => verifyLedger(tx, account))).toEqual([])
  await expect.poll(() => countVisits(world), { timeout: 60_000, interval: 500 }).toBe(visitedCount)
})

test.runIf(isLong)(
  'the disk fills up under load: staff are told before, calls end with 503, nothing acknowledged is lost',
  {
    timeout: 600_000,
  },
  async ({ skip }) => {
    if (!world.isSmallDisk) skip('mounting a small disk is not allowed here')
    const { db, platformDb, customer, programs, lines, folder } = world
    const { account, memberId } = customer
    const ballast = new Ballast(folder)
    await ballast.leave(1.5 * 2 ** 30)
    const kinds = async () => (await listSystemAlerts(platformDb)).map(({ kind }) => kind)
    await expect.poll(kinds, { timeout: 90_000 }).toContain('disk_low')
    expect(Object.values(lines).flat()).toContainEqual(expect.stringContaining('the disk is nearly full'))
    const files = new Files(path.join(folder, 'files'), webhookTestSecret)
    const input = { source: 'message' as const, filter: {}, columns: ['phone'], format: 'csv' as const, isFull: false }
    const asker = { memberId, role: 'owner', address: '127.0.0.1', agent: 'test', now: new Date() } as const
    await expect(asAccount(db, account, tx => requestExport(tx, account, files, input, asker))).rejects.toMatchObject({
      code: 'storage_full',
    })
    await expect(files.requireRoom()).rejects.toMatchObject({ code: 'storage_full' })
    const broadcast = await startBroadcast(world)
    await broadcast.pause()
    await broadcast.resume()

    const messageIds: string[] = []
    const problems: string[] = []
    const visits = visitLinks(world, true)
    const requests = inParallel(laterCount, requestClients, async index => {
      messageIds.push(await request(world, requestCount + submitCount + index, problem => problems.push(problem)))
    })
    await requests.reached(0.1)
    expect(await broadcast.messages()).toEqual([])
    await ballast.fill()
    await expect.poll(() => lines.http.at(-1), { timeout: 120_000 }).toMatch(/53100|No space left/)
    const [acknowledged, visited] = [messageIds.length, visits.counts.answered]
    while (visits.counts.answered < visited + 100) await pause(20)
    await ballast.remove()
    await requests.done
    const unfinished = async () => (await messagesAndEvents(world)).messages.filter(({ state }) => state !== 'delivered').length
    await expect.poll(unfinished, { timeout: 180_000, interval: 500 }).toBe(0)
    console.log(`the disk was full after ${acknowledged} of ${laterCount} requests; other answers than success and 503: ${problems.length}`)
    expect(problems).toEqual([])
    const stored = new Set((await messagesAndEvents(world)).messages.map(({ messageId }) => encodeId('message', messageId)))
    expect(messageIds.filter(id => !stored.has(id))).toEqual([])
    expect((await visits.end()).wrong).toEqual([])
    expect(Object.values(programs).every(({ isAlive }) => isAlive)).toBe(true)
    expect(await asAccount(db, account, tx => verifyLedger(tx, account))).toEqual([])
    const delivered = async () => (await broadcast.messages()).filter(({ state }) => state === 'delivered').map(({ phone }) => phone)
    await expect.poll(async () => new Set(await delivered()).size, { timeout: 180_000, interval: 500 }).toBe(recipientCount)
    expect(await broadcast.messages()).toHaveLength(recipientCount)
    expect(await broadcast.problems()).toEqual([])
  },
)

/** A broadcast of another customer that begins at once. */
async function startBroadcast({ db, platformDb }: World) {
  const { account, memberId, uploadId } = await prepareUpload(db, new Date(), recipientCount)
  await sql`update recipient set carrier = 'broadnet', phone = '1920001' || (line + 1000) where account_id = ${account}`.execute(platformDb)
  const within = <T>(work: (tx: Tx) => Promise<T>) => asAccount(db, account, work)
  const { broadcastId } = await within(async tx => {
    const input = { uploadId, scheduledAt: null, memberId, now: new Date() }
    return sendBroadcast(tx, account, { ...input, name: '', expected: await previewBroadcast(tx, account, input) })
  })
  return {
    pause: () => within(tx => pauseBroadcast(tx, account, broadcastId)),
    resume: () => within(tx => resumeBroadcast(tx, account, broadcastId, new Date())),
    messages: () => within(tx => tx.selectFrom('message').select(['phone', 'state']).where('accountId', '=', account).execute()),
    problems: () => within(tx => verifyLedger(tx, account)),
  }
}
