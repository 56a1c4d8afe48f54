import pino from 'pino'
import { expect, test } from 'vitest'
import { startCarrierSim } from '#carrier-sim/carrier-sim.ts'
import { encryptChannelPassword } from '#domain/channels/channel-password.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { startDispatch } from './dispatch.ts'

const secret = 'a secret of at least thirty-two letters'

test('an enabled channel is owned while dispatch runs, rebound when it changes, left when it is disabled; one with a foreign secret stops no other', async () => {
  const database = await createTestDatabase()
  const sim = await startCarrierSim({ reportDelayMs: 0 })
  const db = database.platformDb
  const [good, foreign] = [newId(), newId()]
  const channel = (channelId: string, encryptedWith: string) => ({
    channelId,
    name: '测试通道',
    host: '127.0.0.1',
    port: sim.smppPort,
    systemId: 'hongyan-notice',
    encryptedPassword: encryptChannelPassword(encryptedWith, channelId, 'simulate'),
    senderNumber: '10690000',
    kinds: ['transactional'],
    carriers: ['broadnet'],
  })
  await db
    .insertInto('channel')
    .values([channel(good, secret), channel(foreign, `another ${secret}`)])
    .execute()
  const logger = pino({ level: 'silent' })
  const dispatch = await startDispatch({
    db,
    secret,
    owner: 'test',
    now: () => new Date(),
    elapsedMs: () => performance.now(),
    random: Math.random,
    logger,
    refreshMs: 20,
  })
  const owned = async () => {
    const rows = await db.selectFrom('lease').select(['name', 'until']).execute()
    return rows.filter(row => row.until > new Date()).map(row => row.name)
  }
  while ((await owned()).length === 0) await new Promise(resolve => setTimeout(resolve, 10))
  expect(await owned()).toEqual([`channel:${good}`])
  // A new address: the old binding ends and a new one starts while the program runs.
  const other = await startCarrierSim({ reportDelayMs: 0 })
  await db.updateTable('channel').set({ port: other.smppPort, bindCount: 2 }).where('channelId', '=', good).execute()
  const detail = async () =>
    (await db.selectFrom('channel').select('stateDetail').where('channelId', '=', good).executeTakeFirstOrThrow()).stateDetail
  while (!(await detail())?.startsWith('2/2')) await new Promise(resolve => setTimeout(resolve, 10))
  const bound = (carrier: typeof sim.carrier) => carrier.state.systems.reduce((sum, { sessions }) => sum + sessions, 0)
  expect([bound(sim.carrier), bound(other.carrier)]).toEqual([0, 2])
  const load = async () => (await db.selectFrom('channel').select('load').where('channelId', '=', good).executeTakeFirstOrThrow()).load
  const idle = { isBound: true, outstanding: 0, problem: null }
  await expect.poll(load).toMatchObject({
    partsPerSecond: 0,
    links: [
      { link: 1, ...idle },
      { link: 2, ...idle },
    ],
  })
  other.carrier.disconnect()
  await expect.poll(async () => (await load())?.links.some(link => !link.isBound && link.problem !== null)).toBe(true)
  await db.updateTable('channel').set({ enabled: false }).where('channelId', '=', good).execute()
  while ((await owned()).length > 0) await new Promise(resolve => setTimeout(resolve, 10))
  await dispatch.stop()
  await Promise.all([sim.close(), other.close()])
  await database.close()
})
