import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { asAccount, asPlatform, urlAs } from '#db/connect.ts'
import { resumeBroadcast } from '#domain/broadcast/control.ts'
import { createMessageChunk } from '#domain/broadcast/make-messages.ts'
import { previewBroadcast } from '#domain/broadcast/preview.ts'
import { sendBroadcast } from '#domain/broadcast/send.ts'
import { freeze, unfreeze } from '#domain/closing/admin-customer.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { listSystemAlerts } from '#domain/platform/system-alert.ts'
import { prepareUpload } from '#test/support/broadcast.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { clockAhead, type Engine, engineSecret, Program, startEngine } from '#test/support/engine.ts'
import { acceptPhones, createSender } from '#test/support/sending.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const recipientCount = 600
/** Messages that the channel has claimed when the account is frozen. */
const windowSize = 20

test('an account is frozen during its broadcast: the carrier gets no more of it, and after unfreezing each number gets one message', {
  timeout: 120_000,
}, async () => {
  const database = await createTestDatabase()
  const engine = await startEngine({ url: database.url, db: database.platformDb, windowSize, ratePerSecond: 200 })
  const { db, platformDb } = database
  const { account, memberId, uploadId } = await prepareUpload(db, new Date(), recipientCount)
  // Numbers of the channel's carrier, with endings that the simulated carrier treats normally.
  await sql`update recipient set carrier = 'broadnet', phone = '1920001' || (line + 1000) where account_id = ${account}`.execute(platformDb)
  const { broadcastId } = await asAccount(db, account, async tx => {
    const input = { uploadId, scheduledAt: null, memberId, now: new Date() }
    return sendBroadcast(tx, account, { ...input, name: '', expected: await previewBroadcast(tx, account, input) })
  })
  const makeAll = async () => {
    while ((await createMessageChunk(db, account, broadcastId, { now: new Date() })) === 'more');
  }
  const stateCounts = async () => {
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*) as count from message where account_id = ${account} group by state`.execute(platformDb)
    return Object.fromEntries(rows.map(row => [row.state, row.count]))
  }
  const until = async (isThere: (counts: Record<string, number>) => boolean) => {
    while (!isThere(await stateCounts())) await pause(50)
  }

  await makeAll()
  await until(counts => (counts.delivered ?? 0) > 50)
  await asPlatform(platformDb, tx => freeze(tx, account, new Date()))
  await makeAll()
  await until(counts => (counts.queued ?? 0) + (counts.sending ?? 0) + (counts.submitted ?? 0) === 0)
  const frozen = await stateCounts()
  const sentCount = (await engine.trace()).length
  expect(frozen.held).toBeGreaterThan(0)
  await pause(1_000)
  expect(await stateCounts()).toEqual(frozen)
  expect((await engine.trace()).length).toBe(sentCount)

  await asPlatform(platformDb, tx => unfreeze(tx, account))
  await pause(500)
  expect(await stateCounts()).toEqual(frozen)
  await asAccount(db, account, tx => resumeBroadcast(tx, account, broadcastId, new Date()))
  await makeAll()
  await until(counts => counts.delivered === recipientCount)
  const phones = (await engine.trace()).map(([phone]) => phone)
  expect(new Set(phones).size).toBe(recipientCount)
  await asAccount(db, account, async tx => {
    expect(await verifyLedger(tx, account)).toEqual([])
    const { rows } = await sql<{ open: number }>`
      select sum(segment_count - posted_count - voided_count)::bigint as open from charge_hold where account_id = ${account}`.execute(tx)
    expect(rows).toEqual([{ open: 0 }])
  })

  await deliverBesideFrozenProcess(database, engine)
  await leaveChannelsWithWrongClock(database, engine)
  await engine.close()
  await database.close()
})

/**
 * The server's process that serves dispatch most, by its claims, freezes between two statements: the next one gets no
 * answer. Its connection is cut, and messages go on. So does the lease, which a frozen claim holds meanwhile.
 */
async function deliverBesideFrozenProcess({ url, db, platformDb }: TestDatabase, engine: Engine): Promise<void> {
  const idle = () =>
    sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and usename = 'hongyan_platform' and pid <> pg_backend_pid()
      and state = 'idle' and query like ${'%from outbox%'} order by state_change desc limit 1`.execute(platformDb)
  // At a moment all of them may be at work.
  const pids: number[] = []
  await expect.poll(async () => pids.push(...(await idle()).rows.map(row => row.pid))).toBeGreaterThan(0)
  const pid = firstOrThrow(pids)
  const claim = await openClaim(url)
  const until = async () => (await platformDb.selectFrom('lease').select('until').executeTakeFirstOrThrow()).until.getTime()
  for (const frozen of [pid, claim.pid]) process.kill(frozen, 'SIGSTOP')
  const renewedAt = await until()
  try {
    const phones = ['19200017001', '19200017002']
    const sender = await createSender(db)
    await acceptPhones(db, sender, phones)
    const seen = async () => (await engine.trace()).map(([phone = '']) => phone).filter(phone => phones.includes(phone))
    await expect.poll(seen, { interval: 500 }).toHaveLength(phones.length)
    expect(engine.dispatch.isAlive).toBe(true)
    await expect.poll(until, { interval: 200 }).toBeGreaterThan(renewedAt)
  } finally {
    for (const frozen of [pid, claim.pid]) process.kill(frozen, 'SIGCONT')
    await claim.client.end()
  }
}

/** A claim that holds the channel's lease and doesn't end. */
async function openClaim(url: string) {
  const client = new pg.Client({ connectionString: urlAs(url, 'hongyan_platform') })
  await client.connect()
  await client.query('begin')
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid from lease for key share')
  return { client, pid: firstOrThrow(rows).pid }
}

/**
 * Dispatch on a host whose clock is an hour fast: it owns no channel, ends no code as expired and says why once. A host
 * whose clock is right takes over.
 */
async function leaveChannelsWithWrongClock({ url, db, platformDb }: TestDatabase, engine: Engine): Promise<void> {
  await engine.dispatch.stop()
  const tokenOf = async () => (await platformDb.selectFrom('lease').select('token').executeTakeFirstOrThrow()).token
  const token = await tokenOf()
  const lines: string[] = []
  const wrong = new Program(
    'dispatch',
    { DATABASE_URL: url, HONGYAN_SECRET: engineSecret, LOG_LEVEL: 'warn', ...clockAhead(3_600_000) },
    [],
    { onLog: line => lines.push(line) },
  )
  await wrong.start()
  // The right one on this host ends the alert.
  expect(await listSystemAlerts(platformDb)).toMatchObject([{ kind: 'clock_wrong', detail: expect.stringContaining('快3') }])
  const sender = await createSender(db)
  await acceptPhones(db, sender, ['19200017003'], { kind: 'otp' })
  await engine.dispatch.start()
  const state = () =>
    asAccount(db, sender.account, tx =>
      tx.selectFrom('message').select(['state', 'submittedAt']).where('accountId', '=', sender.account).executeTakeFirstOrThrow(),
    )
  await expect.poll(async () => (await state()).state).toBe('delivered')
  expect(Math.abs(((await state()).submittedAt?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
  // One more owner since: the right one.
  expect(await tokenOf()).toBe(token + 1)
  expect(lines.filter(line => line.includes("the host's clock differs"))).toHaveLength(1)
  await wrong.stop()
}
