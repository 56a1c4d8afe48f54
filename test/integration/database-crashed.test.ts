import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { requestExport } from '#domain/export/request.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { Files } from '#domain/platform/files.ts'
import { parseReceipt } from '#protocol/smpp/receipt.ts'
import { isRetryableStatus } from '#protocol/smpp/status.ts'
import { crashServer, isBack } from '#test/support/crash.ts'
import { seeded } from '#test/support/engine.ts'
import { bindProgram } from '#test/support/smpp.ts'
import { webhookTestSecret } from '#test/support/webhook.ts'
import { countVisits, inParallel, messagesAndEvents, openWorld, request, submitOf, visitLinks, type World } from '#test/support/world.ts'

const isLong = process.env.HONGYAN_PROOF === 'long'
const crashCount = isLong ? 20 : 3
const requestCount = isLong ? 20_000 : 600
const submitCount = isLong ? 5_000 : 150
const exportCount = isLong ? 40 : 6
const requestClients = 12
const submitClients = 6
let world: World

beforeAll(async () => {
  world = await openWorld(requestCount + submitCount)
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
    asAccount(db, account, tx => tx.selectFrom('export_job').select('state').where('account_id', '=', account).execute())
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

  const seen = new Set((await engine.trace()).map(([phone]) => phone!))
  console.log(
    `${crashCount} crashes: ${messageIds.length} requests and ${answered.size} submits, at the carrier ${seen.size}, events ${toldIds.size}, ` +
      `receipts ${reported.size}, exports ${exportCount}, visits ${visitedCount}, next answer after at most ${Math.round(longestMs)} ms, lines of log ${Object.entries(lines).map(([name, logLines]) => `${name} ${logLines.length}`)}`,
  )
  expect(new Set(messageIds).size).toBe(requestCount)
  expect(seen.size).toBe(requestCount + submitCount)
  expect(messageIds.filter(id => !toldIds.has(id))).toEqual([])
  expect(await exportsOf()).toHaveLength(exportCount)
  expect(Object.values(programs).map(({ pid }) => pid)).toEqual(pids)
  // An outage is one log line at its beginning and one at its end, however many requests are refused.
  for (const name of ['http', 'smpp'] as const) expect(lines[name]!.length, lines[name]!.join('\n')).toBeLessThanOrEqual(2 * crashCount)
  expect(Object.values(programs).every(({ isAlive }) => isAlive)).toBe(true)
  expect(await asAccount(db, account, tx => verifyLedger(tx, account))).toEqual([])
  await expect.poll(() => countVisits(world), { timeout: 60_000, interval: 500 }).toBe(visitedCount)
})
