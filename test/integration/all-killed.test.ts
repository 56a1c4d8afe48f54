import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { parseReceipt } from '#protocol/smpp/receipt.ts'
import { isRetryableStatus } from '#protocol/smpp/status.ts'
import { crashServer, isBack } from '#test/support/crash.ts'
import { seeded } from '#test/support/engine.ts'
import { bindProgram, type TestProgram } from '#test/support/esme-server.ts'
import {
  countVisits,
  inParallel,
  messagesAndEvents,
  openWorld,
  type ProgramName,
  phoneOf,
  request,
  submitOf,
  visitLinks,
  type World,
} from '#test/support/world.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { isLong, killAndRestart, seenCounts } from './engine/load.ts'

const seed = Number(process.env.HONGYAN_SEED ?? 20_261_123)
const roundCount = isLong ? 12 : 1
const requestCount = isLong ? 20_000 : 600
const submitCount = isLong ? 5_000 : 200
const windowSize = 20
/** Visits by one visitor within the tenth of a second that is not on disk yet. */
const visitsAtRisk = 20

let world: World
beforeAll(async () => {
  world = await openWorld(requestCount + submitCount)
}, 180_000)
afterAll(() => world?.close())

const untilDone = async (work: () => Promise<unknown>) => {
  for (;;)
    try {
      await work()
      return
    } catch {
      // The database may be down.
      await pause(100)
    }
}

/** Programs that can be killed: each dies without cleanup, and is restarted at once. */
const victims: Record<string, () => Promise<void>> = {
  ...Object.fromEntries((['http', 'jobs', 'redirect', 'esme'] satisfies ProgramName[]).map(name => [name, () => killProgram(name)])),
  dispatch: () => untilDone(() => killAndRestart(world.engine, world.platformDb)),
  postgres: () => crashServer(world.url),
}
async function killProgram(name: ProgramName): Promise<void> {
  await world.programs[name].kill()
  await world.start(name)
}

/** All of them once, in an order that depends on the seed. */
const shuffled = (random: () => number) =>
  Object.keys(victims)
    .map(name => ({ name, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ name }) => name)

/** A program that binds again whenever its session ends, and records reports. */
function keepSession(reported: Set<string>) {
  const over = Promise.withResolvers<void>()
  let isOver = false
  let program: TestProgram | null = null
  const keep = async () => {
    while (!isOver) {
      const port = Number(world.addresses.smpp!.split(':')[1])
      program = await bindProgram({ ...world.customer, port, windowSize }, receipt => {
        reported.add(parseReceipt(receipt)!.messageId)
        return 0
      }).catch(() => null)
      if (program) await Promise.race([program.ended, over.promise])
      else await pause(50)
    }
    await program?.connection.unbind()
  }
  const kept = keep()
  return {
    /** Submits until there is an answer; returns the message's id. */
    submit: async (index: number): Promise<string> => {
      for (;;) {
        const answer = await program?.submit(submitOf(index)).catch(() => null)
        if (answer?.status === 0) return answer.messageId
        if (answer) expect(isRetryableStatus(answer.status)).toBe(true)
        await pause(20)
      }
    },
    end: () => {
      isOver = true
      over.resolve()
      return kept
    },
  }
}

test('every program and the database are killed in any order under load: nothing is lost, duplicates are marked, books balance', {
  timeout: isLong ? 3_600_000 : 400_000,
}, async () => {
  const { customer, db, engine } = world
  const random = seeded(seed)
  const problems: string[] = []
  const requests = inParallel(requestCount, 12, async index => {
    // A killed program gives no answer; any answer that arrives must be valid.
    await request(world, index, problem => /^\d/.test(problem) && problems.push(problem))
  })
  const reported = new Set<string>()
  const answered = new Set<string>()
  const session = keepSession(reported)
  const submits = inParallel(submitCount, 6, async index => void answered.add(await session.submit(requestCount + index)))
  const visits = visitLinks(world, false)

  const killed: string[] = []
  const killCount = roundCount * Object.keys(victims).length
  for (let round = 0; round < roundCount; round += 1)
    for (const name of shuffled(random)) {
      killed.push(name)
      await requests.reached(killed.length / (killCount + 1))
      await pause(random() * 100)
      await victims[name]!()
    }
  await Promise.all([requests.done, submits.done])
  while (!(await isBack(world.url))) await pause(50)

  const open = async () => {
    const { messages, events } = await messagesAndEvents(world)
    return {
      messages: messages.filter(({ state }) => state !== 'delivered').length,
      events: events.length,
      receipts: [...answered].filter(id => !reported.has(id)).length,
    }
  }
  await expect.poll(open, { timeout: 180_000, interval: 500 }).toEqual({ messages: 0, events: 0, receipts: 0 })
  const visited = await visits.end()
  await session.end()

  const seen = await seenCounts(engine)
  const { messages } = await messagesAndEvents(world)
  const rowsOf = Map.groupBy(messages, ({ phone }) => phone)
  const phones = Array.from({ length: requestCount + submitCount }, (_, index) => phoneOf(index))
  const lost = phones.filter(phone => !seen.has(phone))
  const twice = phones.filter(phone => getOrThrow(seen, phone) > getOrThrow(rowsOf, phone).length)
  const unmarked = twice.filter(phone => {
    const rows = getOrThrow(rowsOf, phone)
    return getOrThrow(seen, phone) > rows.length + rows.filter(row => row.maybeTwice).length
  })
  console.log(
    `seed ${seed}, killed ${killed.join(' ')}: ${requestCount} requests, ${answered.size} submits, ${visited.answered} visits: ` +
      `lost ${lost.length}, sent twice ${twice.length}, unmarked ${unmarked.length}, events delivered ${world.notifiedIds.size}`,
  )
  expect(problems).toEqual([])
  expect(lost).toEqual([])
  expect(unmarked).toEqual([])
  // One effect for each key; SMPP has no key, so unanswered messages are submitted again.
  expect(phones.slice(0, requestCount).filter(phone => rowsOf.get(phone)?.length !== 1)).toEqual([])
  expect(await asAccount(db, customer.account, tx => verifyLedger(tx, customer.account))).toEqual([])
  expect(visited.wrong).toEqual([])
  const leastVisits = visited.answered - visitsAtRisk * roundCount
  await expect.poll(() => countVisits(world), { timeout: 60_000, interval: 500 }).toBeGreaterThanOrEqual(leastVisits)
  expect(await countVisits(world)).toBeLessThanOrEqual(visited.answered + visited.broken)
})
