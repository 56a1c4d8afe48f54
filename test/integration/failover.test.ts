import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount, openPool } from '#db/connect.ts'
import { primaryUrl } from '#db/primary.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { isRetryableStatus } from '#protocol/smpp/status.ts'
import { engineSecret, Program } from '#test/support/engine.ts'
import { bindProgram } from '#test/support/esme-server.ts'
import { connectHost, relay } from '#test/support/network.ts'
import { countVisits, inParallel, messagesAndEvents, openWorld, request, submitOf, visitLinks, type World } from '#test/support/world.ts'
import { itemOrThrow } from '#values/or-throw.ts'

const requestCount = 300
const submitCount = 60
let world: World

beforeAll(async () => {
  world = await openWorld(requestCount + submitCount, { hasStandby: true })
}, 180_000)
afterAll(() => world?.close())

test('the primary dies under load and its synchronous standby is promoted: programs go on there, nothing is lost', {
  timeout: 300_000,
}, async () => {
  const { db, engine, customer, programs, addresses, notifiedIds, server, standby } = world
  const { account } = customer
  const pids = Object.values(programs).map(program => program.pid)

  const messageIds: string[] = []
  const requests = inParallel(requestCount, 12, async index => {
    messageIds.push(await request(world, index, problem => expect(problem).toBe('none')))
  })
  const program = await bindProgram({ ...customer, port: Number(addresses.smpp?.split(':')[1]), windowSize: 20 }, () => 0)
  let submitted = 0
  const submits = inParallel(submitCount, 6, async index => {
    for (;;) {
      const answer = await program.submit(submitOf(requestCount + index))
      if (answer.status === 0) break
      expect(isRetryableStatus(answer.status)).toBe(true)
      await pause(20)
    }
    submitted += 1
  })
  const visits = visitLinks(world, true)

  await requests.reached(0.4)
  const diedAtMs = performance.now()
  process.kill(server.pid, 'SIGKILL')
  await server.ended
  await standby?.promote()
  const before = messageIds.length
  while (messageIds.length === before) await pause(5)
  const gapMs = performance.now() - diedAtMs
  await Promise.all([requests.done, submits.done])

  const open = async () => {
    const { messages, events } = await messagesAndEvents(world)
    return { messages: messages.filter(({ state }) => state !== 'delivered').length, events: events.length }
  }
  await expect.poll(open, { timeout: 180_000, interval: 500 }).toEqual({ messages: 0, events: 0 })
  const { answered: visitedCount, wrong } = await visits.end()
  expect(wrong).toEqual([])
  await program.connection.unbind()

  const seen = new Set((await engine.trace()).map(([phone = '']) => phone))
  console.log(`failover: next answer after ${Math.round(gapMs)} ms, at the carrier ${seen.size}, visits ${visitedCount}`)
  expect(new Set(messageIds).size).toBe(requestCount)
  expect(submitted).toBe(submitCount)
  expect(seen.size).toBe(requestCount + submitCount)
  expect(messageIds.filter(id => !notifiedIds.has(id))).toEqual([])
  expect(Object.values(programs).map(({ pid }) => pid)).toEqual(pids)
  expect(await asAccount(db, account, tx => verifyLedger(tx, account))).toEqual([])
  await expect.poll(() => countVisits(world), { timeout: 60_000, interval: 500 }).toBe(visitedCount)
})

test.each([false, true])('a commit that is canceled while it waits for its standby is no success; pipelined: %s', async isPipelined => {
  const owner = new pg.Client({ connectionString: await primaryUrl(world.url) })
  await owner.connect()
  const wait = async (standby: string) => {
    await owner.query(`alter system set synchronous_standby_names = '${standby}'`)
    await owner.query('select pg_reload_conf()')
    await expect
      .poll(async () => (await owner.query('show synchronous_standby_names')).rows)
      .toEqual([{ synchronous_standby_names: standby }])
  }
  const pool = openPool({ url: world.url, role: 'hongyan_platform', max: 1, isPipelined, statementTimeoutMs: 500 })
  const write = () => pool.query('update number_segment set carrier = carrier')
  await wait('nobody')
  const problem = await write().then(
    () => 'none',
    (error: Error) => error.message,
  )
  await wait('')
  await write()
  await pool.end()
  await owner.end()
  expect(problem).toMatch('the commit is not replicated')
})

test.runIf(process.env.HONGYAN_PROOF === 'long')(
  'the host of the primary vanishes under load, without a word: programs go on at its standby, nothing is lost',
  { timeout: 300_000 },
  async context => {
    const host = await connectHost(2)
    if (!host) return context.skip('network namespaces are not allowed here')
    const [primaryCable, cable] = [itemOrThrow(host.cables, 0), itemOrThrow(host.cables, 1)]
    const there = await openWorld(requestCount, { hasStandby: true, cables: host.cables })
    const { engine, platformDb, customer, server, standby, remoteUrl } = there
    const env = { DATABASE_URL: remoteUrl, HONGYAN_SECRET: engineSecret }
    const { namespace, there: address } = cable
    const http = new Program('http', { ...env, HOST: address, PORT: '0', ADMIN_PORT: '0', OPENAPI_PORT: '0' }, [], { namespace })
    const dispatch = new Program('dispatch', env, [], { namespace })
    const { port } = await platformDb.selectFrom('channel').select('port').executeTakeFirstOrThrow()
    const carrier = await relay(cable.here, port)
    await platformDb.updateTable('channel').set({ host: cable.here, port: carrier.port }).execute()
    await engine.dispatch.stop()
    await dispatch.start()
    Object.assign(there.addresses, await http.start())

    const answeredAtMs: number[] = []
    const messageIds: string[] = []
    const requests = inParallel(requestCount, 12, async index => {
      messageIds.push(await request(there, index, () => undefined))
      answeredAtMs.push(performance.now())
    })
    await requests.reached(0.4)
    await primaryCable.cut()
    await pause(1_000)
    process.kill(server.pid, 'SIGKILL')
    await server.ended
    await standby?.promote()
    const promotedAtMs = performance.now()
    await requests.done
    const first = answeredAtMs.find(at => at > promotedAtMs) ?? promotedAtMs
    const states = async () => (await messagesAndEvents(there)).messages.filter(({ state }) => state !== 'delivered').length
    await expect.poll(states, { timeout: 180_000, interval: 500 }).toBe(0)
    const seen = new Set((await engine.trace()).map(([phone = '']) => phone))
    console.log(
      `a vanished host: next answer ${Math.round(first - promotedAtMs)} ms after the promotion, the last of ${requestCount} after ${Math.round(Math.max(...answeredAtMs) - promotedAtMs)} ms`,
    )
    expect(new Set(messageIds).size).toBe(requestCount)
    expect(seen.size).toBe(requestCount)
    expect(await asAccount(there.db, customer.account, tx => verifyLedger(tx, customer.account))).toEqual([])
    await http.stop()
    await dispatch.stop()
    carrier.close()
    await there.close()
    await host.close()
  },
)
