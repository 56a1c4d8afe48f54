import { assert, expect, test } from 'vitest'
import { asAccount, type Tx } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { createApp, deleteApp, disableApp } from './app.ts'
import { createKey } from './key.ts'
import { deleteKey, disableKey, enableKey, rotateKey } from './key-act.ts'
import { KeyCache } from './key-cache.ts'
import { saveSettings } from './setting.ts'

const master = 'a master secret of thirty-two letters'
const startMs = Date.parse('2026-11-02T01:00:00Z')
const database = prepareTestDatabase()

/** An app with a key, a key cache and a clock of its own. */
async function createRing() {
  const { account } = await createAccount(database.db)
  const clock = { ms: startMs }
  const now = () => new Date(clock.ms)
  const within = <T>(work: (tx: Tx, account: AccountId) => Promise<T>) => asAccount(database.db, account, tx => work(tx, account))
  const { appId, number } = await within(tx => createApp(tx, account, { name: '订单系统', kind: 'production', memberId: null, now: now() }))
  const newKey = { appId, scopes: ['send'] as const, master, memberId: null, now: now() }
  const key = await within(tx => createKey(tx, account, newKey))
  return { account, appId, number, key, newKey, within, now, clock, ring: new KeyCache(database.db, master, now) }
}

test('known key: returns its app, scopes and both proofs of its secret', async () => {
  const { account, appId, number, key, ring } = await createRing()
  const known = await ring.find(key.accessKeyId)
  assert.exists(known)
  expect(known).toMatchObject({
    secret: key.secret,
    caller: {
      account,
      appId,
      number,
      name: '订单系统',
      kind: 'production',
      accessKeyId: key.accessKeyId,
      isAppEnabled: true,
      isKeyEnabled: true,
    },
  })
  expect([...known.caller.scopes]).toEqual(['send'])
  expect(known.caller.requestsPerSecond).toBe(limits.appRequestsPerSecond)
  expect(await ring.find('HYAKnobody')).toBeNull()
  expect(await ring.find('nul\0')).toBeNull()
})

test('changes: disabling, settings and deletion take effect within a second, also under constant requests', async () => {
  const { account, appId, key, ring, within, now, clock } = await createRing()
  await ring.find(key.accessKeyId)
  await within(tx => disableKey(tx, account, { appId, accessKeyId: key.accessKeyId, now: now() }))
  clock.ms += 400
  await ring.find(key.accessKeyId)
  clock.ms += 600
  expect((await ring.find(key.accessKeyId))?.caller.isKeyEnabled).toBe(false)
  await within(tx => enableKey(tx, account, { appId, accessKeyId: key.accessKeyId, now: now() }))
  await within(tx => saveSettings(tx, account, { appId, settings: { requestsPerSecond: 7 } }))
  await within(tx => disableApp(tx, account, { appId, now: now() }))
  clock.ms += 1_000
  expect((await ring.find(key.accessKeyId))?.caller).toMatchObject({ isKeyEnabled: true, isAppEnabled: false, requestsPerSecond: 7 })
  await within(tx => deleteApp(tx, account, { appId, now: now() }))
  clock.ms += 1_000
  expect(await ring.find(key.accessKeyId)).toBeNull()
})

test('key rotation: both keys work without downtime, then the old one expires', async () => {
  const { account, appId, key, newKey, ring, within, clock, now } = await createRing()
  const next = await within(tx => rotateKey(tx, account, { ...newKey, replaces: key.accessKeyId, hours: 24 }))
  const live = async (id: string) => (await ring.find(id))!.caller.isKeyEnabled
  expect([await live(key.accessKeyId), await live(next.accessKeyId)]).toEqual([true, true])
  await expect(within(tx => createKey(tx, account, newKey))).rejects.toMatchObject({ code: 'too_many' })
  await expect(within(tx => deleteKey(tx, account, { appId, accessKeyId: key.accessKeyId, now: now() }))).rejects.toMatchObject({
    code: 'state_forbids',
  })
  clock.ms += 24 * 3_600_000
  expect([await live(key.accessKeyId), await live(next.accessKeyId)]).toEqual([false, true])
  await within(tx => createKey(tx, account, { ...newKey, now: now() }))
  await expect(within(tx => enableKey(tx, account, { appId, accessKeyId: key.accessKeyId, now: now() }))).rejects.toMatchObject({
    code: 'too_many',
  })
  await within(tx => deleteKey(tx, account, { appId, accessKeyId: key.accessKeyId, now: now() }))
  clock.ms += 1_000
  expect(await ring.find(key.accessKeyId)).toBeNull()
})

test('concurrency: of ten keys created at once two are live', async () => {
  const { account, newKey, within } = await createRing()
  const made = await Promise.allSettled(Array.from({ length: 10 }, () => within(tx => createKey(tx, account, newKey))))
  expect(made.filter(one => one.status === 'fulfilled')).toHaveLength(limits.liveKeys - 1)
})

test('last use: recorded for the used key only', async () => {
  const { account, key, ring, within } = await createRing()
  const { caller } = (await ring.find(key.accessKeyId))!
  ring.recordUse(caller, '2001:db8::7')
  await ring.flush()
  const used = await within(tx =>
    tx.selectFrom('accessKey').select(['lastUsedAt', 'lastUsedIp', 'scopes']).where('accountId', '=', account).execute(),
  )
  expect(used).toEqual([{ lastUsedAt: new Date(startMs), lastUsedIp: '2001:db8::7', scopes: ['send'] }])
})

test('legacy key without a stored secret: bearer only; a lowered platform limit applies to every app', async () => {
  const { account, key, ring, clock } = await createRing()
  await database.platformDb.updateTable('accessKey').set({ encryptedSecret: null }).where('accountId', '=', account).execute()
  await database.platformDb.insertInto('setting').values({ name: 'requestsPerSecond', value: 9 }).execute()
  clock.ms += 1_000
  const known = await ring.find(key.accessKeyId)
  assert.exists(known)
  expect([known.secret, known.caller.requestsPerSecond]).toEqual([null, 9])
  await database.platformDb.deleteFrom('setting').where('name', '=', 'requestsPerSecond').execute()
})
