import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { bindProgram, type TestProgram } from '#test/support/esme-server.ts'
import { countVisits, inParallel, messagesAndEvents, openWorld, request, submitOf, visitLinks, type World } from '#test/support/world.ts'

/** More than are sent while all programs are replaced. */
const requestCount = 3_000
const submitCount = 1_000
let world: World

beforeAll(async () => {
  world = await openWorld(requestCount + submitCount, { httpEnv: { DRAIN_SECONDS: '2' } })
}, 180_000)
afterAll(() => world?.close())

test('all programs are replaced one after the other under load: no call fails, nothing is lost or sent twice', {
  timeout: 300_000,
}, async () => {
  const { db, engine, customer, notifiedIds } = world
  let isRolling = true

  const messageIds: string[] = []
  const problems: string[] = []
  const requests = inParallel(requestCount, 4, async index => {
    if (!isRolling) return
    messageIds.push(await request(world, index, problem => problems.push(problem)))
    await pause(20)
  })

  // As programs do: when the server says goodbye, the next submit goes to the other one.
  const bind = () => bindProgram({ ...customer, port: Number(world.addresses.smpp?.split(':')[1]), windowSize: 1 })
  let program: TestProgram = await bind()
  let isBound = true
  let submitted = 0
  const watch = (one: TestProgram) =>
    void one.ended.then(() => {
      isBound = false
    })
  watch(program)
  const submits = inParallel(submitCount, 1, async index => {
    if (!isRolling) return
    if (!isBound) {
      program = await bind()
      isBound = true
      watch(program)
    }
    const answer = await program.submit(submitOf(requestCount + index)).catch((error: Error) => error.message)
    // A submit that meets the server's unbind was never read.
    if (typeof answer === 'string') return void problems.push(answer)
    expect(answer.status).toBe(0)
    submitted += 1
    await pause(20)
  })
  const visits = visitLinks(world, true)

  for (const name of ['http', 'esme', 'redirect', 'jobs'] as const) await world.replace(name)
  await engine.replaceDispatch()
  await pause(500)
  isRolling = false
  await Promise.all([requests.done, submits.done])
  // Receipts still come.
  if (!isBound) program = await bind()
  const { answered: visitedCount, wrong } = await visits.end()

  expect(problems).toEqual([])
  expect(wrong).toEqual([])
  const open = async () => {
    const { messages, events } = await messagesAndEvents(world)
    return { messages: messages.filter(({ state }) => state !== 'delivered').length, events: events.length }
  }
  await expect.poll(open, { timeout: 120_000, interval: 500 }).toEqual({ messages: 0, events: 0 })
  await program.connection.unbind()
  const { messages } = await messagesAndEvents(world)
  const seen = (await engine.trace()).map(([phone = '']) => phone)
  expect(messages).toHaveLength(messageIds.length + submitted)
  expect(messages.filter(({ maybeTwice }) => maybeTwice)).toEqual([])
  expect(seen.sort()).toEqual(messages.map(({ phone }) => phone).sort())
  expect(messageIds.filter(id => !notifiedIds.has(id))).toEqual([])
  expect(await asAccount(db, customer.account, tx => verifyLedger(tx, customer.account))).toEqual([])
  await expect.poll(() => countVisits(world), { timeout: 60_000, interval: 500 }).toBe(visitedCount)
})

test('a program that ends says so, and takes work until load balancers have seen it', async () => {
  await world.replace('http')
  const { console: address, monitoring } = world.addresses
  const stopped = world.programs.http.stop()
  await expect.poll(async () => (await fetch(`${monitoring}/readyz`)).status).toBe(503)
  expect((await fetch(`${address}/health`)).status).toBe(200)
  await stopped
  await expect(fetch(`${address}/health`)).rejects.toThrow()
  await world.start('http')
})
