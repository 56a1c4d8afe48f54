import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type BroadcastAct, type BroadcastState, broadcastCan, broadcastStates } from '#contract/broadcast/broadcast.ts'
import type { MessageState } from '#contract/messages/message-state.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { countMessages } from '#domain/delivery/count.ts'
import { dequeueMessages } from '#domain/delivery/outbox.ts'
import { settleMessages } from '#domain/delivery/settle.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { expireQueued } from '#domain/messages/overdue.ts'
import { prepareUpload } from '#test/support/broadcast.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, encodeId, newId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { cancelBroadcast, pauseBroadcast, rescheduleBroadcast, resumeBroadcast } from './control.ts'
import { completeBroadcasts, recallOutsideHours, startDueBroadcasts } from './due.ts'
import { type ChunkResult, createMessageChunk } from './make-messages.ts'
import { previewBroadcast } from './preview.ts'
import { readBroadcast } from './read.ts'
import { sendBroadcast } from './send.ts'

const now = new Date('2026-11-21T02:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const database = prepareTestDatabase()
beforeAll(async () => {
  await createChannel(database.platformDb)
})

const run = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
const make = (account: AccountId, broadcastId: string, options: { now?: Date; chunkRows?: number; backlogLimit?: number } = {}) =>
  createMessageChunk(database.db, account, broadcastId, { now, chunkRows: 10, ...options })
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )

const prepare = (recipientCount: number, facts?: Parameters<typeof prepareUpload>[3]) =>
  prepareUpload(database.db, now, recipientCount, facts)
type Prepared = Awaited<ReturnType<typeof prepare>>

async function send({ account, memberId, uploadId }: Prepared, scheduledAt: Date | null = null) {
  return run(account, async tx => {
    const { segmentCount, amountHao } = await previewBroadcast(tx, account, { uploadId, scheduledAt, memberId, now })
    return sendBroadcast(tx, account, { uploadId, name: '', scheduledAt, expected: { segmentCount, amountHao }, memberId, now })
  })
}

async function makeAll(account: AccountId, broadcastId: string): Promise<ChunkResult> {
  let result: ChunkResult = 'more'
  while (result === 'more') result = await make(account, broadcastId)
  return result
}

const phonesOf = (account: AccountId, broadcastId: string) =>
  run(account, async tx => {
    const rows = await tx
      .selectFrom('message')
      .select(['phone', 'state', 'content', 'reason'])
      .where('accountId', '=', account)
      .where('broadcastId', '=', broadcastId)
      .execute()
    return rows.sort((a, b) => a.phone.localeCompare(b.phone))
  })

/** Checks that the member who sent it was notified of the broadcast's end once, with a link to its report. */
async function expectNotified({ account, memberId }: Prepared, broadcastId: string, title: RegExp, body: string) {
  const columns = ['kind', 'title', 'body', 'link', 'memberId'] as const
  const rows = await run(account, tx => tx.selectFrom('notification').select(columns).where('accountId', '=', account).execute())
  const link = `/sms/broadcast-history?id=${encodeId('broadcast', broadcastId)}`
  expect(rows).toEqual([{ kind: 'broadcast', title: expect.stringMatching(title), body, link, memberId }])
}

/** Checks that the ledger adds up and that every segment of the broadcast is held, posted or voided. */
async function expectExact(account: AccountId, broadcastId: string) {
  await run(account, async tx => {
    expect(await verifyLedger(tx, account)).toEqual([])
    const { rows } = await sql<{ held: number; open: number; total: number; settled: number }>`
      select sum(segment_count)::bigint as total, sum(posted_count + voided_count)::bigint as settled,
        sum(segment_count - posted_count - voided_count)::bigint as held,
        (select coalesce(sum(segment_count), 0)::bigint from message
         where account_id = ${account} and broadcast_id = ${broadcastId} and state in ('queued', 'held', 'sending', 'submitted')) as open
      from charge_hold where account_id = ${account} and broadcast_id = ${broadcastId}`.execute(tx)
    const { rows: unmade } = await sql<{ segments: number }>`
      select coalesce(sum(room.key::int * room.value::int), 0)::bigint as segments
      from charge_hold, jsonb_each_text(quota) as room where account_id = ${account} and broadcast_id = ${broadcastId}`.execute(tx)
    const { total, settled, held, open } = firstOrThrow(rows)
    expect(settled + held).toBe(total)
    expect(held).toBe(open + firstOrThrow(unmade).segments)
  })
}

/** Reports for the given number of waiting messages, as dispatch processes them. */
async function report(account: AccountId, broadcastId: string, isDelivered: boolean, most: number) {
  await run(account, async tx => {
    const { rows } = await sql<{ messageId: string }>`
      select unnest(message_ids) as message_id from outbox
      where account_id = ${account} and broadcast_id = ${broadcastId} and claim_token is null order by message_id limit ${most}`.execute(tx)
    const taken = await dequeueMessages(
      tx,
      account,
      rows.map(row => row.messageId),
    )
    const state: MessageState = isDelivered ? 'delivered' : 'undelivered'
    const ended = await settleMessages(
      tx,
      account,
      taken.map(messageId => ({ messageId, state, reason: isDelivered ? 'DELIVRD' : 'MK:0001', at: now })),
    )
    await countMessages(tx, account, [...ended.map(one => ({ ...one, state: 'submitted' as const })), ...ended])
  })
}

test('counts: messages that end in the queue are submitted, those without a report unknown, not failed', async () => {
  const prepared = await prepare(4)
  const { account } = prepared
  const { broadcastId } = await send(prepared)
  await makeAll(account, broadcastId)
  await report(account, broadcastId, true, 1)
  await run(account, async tx => {
    const { rows } = await sql<{ messageId: string }>`
      select message_id from message where account_id = ${account} and broadcast_id = ${broadcastId} and state = 'queued' limit 1`.execute(
      tx,
    )
    const ended = await settleMessages(tx, account, [
      { messageId: firstOrThrow(rows).messageId, state: 'unknown', reason: 'UNKNOWN', at: now },
    ])
    await countMessages(tx, account, [...ended.map(one => ({ ...one, state: 'submitted' as const })), ...ended])
  })
  await sql`update outbox set expires_at = ${now} where account_id = ${account}`.execute(database.platformDb)
  await expireQueued(database.platformDb, now)
  const { counts } = await run(account, tx => readBroadcast(tx, account, broadcastId))
  expect(counts).toMatchObject({ submitted: 4, delivered: 1, failed: 2, unknown: 1 })
})

test('each recipient gets one message with its own text; the broadcast completes when all are handed over', async () => {
  const prepared = await prepare(25, { repeatCount: 1 })
  const { broadcastId, state } = await send(prepared)
  expect(state).toBe('sending')
  expect(await makeAll(prepared.account, broadcastId)).toBe('made')
  const messages = await phonesOf(prepared.account, broadcastId)
  expect(messages.map(message => message.phone)).toEqual(prepared.phones)
  expect(itemOrThrow(messages, 4).content).toBe('【测试商城】尊敬的客户4，您的商品已到货')
  await expectExact(prepared.account, broadcastId)
  await completeBroadcasts(database.platformDb, now)
  expect((await run(prepared.account, tx => readBroadcast(tx, prepared.account, broadcastId))).state).toBe('sending')
  await report(prepared.account, broadcastId, true, 20)
  await report(prepared.account, broadcastId, false, 5)
  await completeBroadcasts(database.platformDb, now)
  const done = await run(prepared.account, tx => readBroadcast(tx, prepared.account, broadcastId))
  expect(done).toMatchObject({ recipientCount: 25, phoneCount: 24 })
  expect(done).toMatchObject({ state: 'completed', counts: { made: 25, submitted: 25, delivered: 20, failed: 5 } })
  expect(done.postedSegments + done.voidedSegments).toBe(33)
  await expectExact(prepared.account, broadcastId)
  await completeBroadcasts(database.platformDb, later(1))
  const handedOver = '25条短信已全部提交给运营商，回执最长在72小时内陆续到达。'
  await expectNotified(prepared, broadcastId, /^群发“.+”已全部提交$/, handedOver)
})

test('a broadcast that is canceled at the end of its hours says how many numbers were left, and is refunded', async () => {
  const prepared = await prepare(20, { kind: 'marketing' })
  const { account } = prepared
  const { broadcastId } = await send(prepared)
  expect(await makeAll(account, broadcastId)).toBe('made')
  await report(account, broadcastId, true, 5)
  await sql`update broadcast set at_night = 'cancel' where account_id = ${account}`.execute(database.platformDb)
  await recallOutsideHours(database.platformDb, new Date('2026-11-21T13:00:00Z'))
  expect(await run(account, tx => readBroadcast(tx, account, broadcastId))).toMatchObject({
    state: 'canceled',
    counts: { submitted: 5, canceled: 15 },
  })
  await expectExact(account, broadcastId)
  const rest = '当天的发送时段已过，没有提交的15个号码已取消，费用已退回。'
  await expectNotified(prepared, broadcastId, /^群发“.+”已结束，没有全部提交$/, rest)
})

/**
 * Creates messages in a child process, a few at a time, and kills it after so many transactions, in the middle of the
 * next.
 */
async function makeAndKill(account: AccountId, broadcastId: string, chunks: number) {
  const code = `
    import { openDb } from '#db/connect.ts'
    import { createMessageChunk } from '#domain/broadcast/make-messages.ts'
    const db = openDb({ url: ${JSON.stringify(database.url)}, role: 'hongyan_platform', max: 1 })
    for (;;) console.log(await createMessageChunk(db, '${account}', '${broadcastId}', { now: new Date('${now.toISOString()}'), chunkRows: 3 }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  let seen = 0
  for await (const data of child.stdout) {
    seen += String(data).split('\n').length - 1
    if (seen >= chunks) child.kill('SIGKILL')
  }
  const [, signal] = await ended
  expect(signal).toBe('SIGKILL')
}

test('crash while creating messages: no recipient is repeated or lost', async () => {
  const prepared = await prepare(90)
  const { account } = prepared
  const { broadcastId } = await send(prepared)
  await makeAndKill(account, broadcastId, 2)
  await makeAndKill(account, broadcastId, 5)
  await Promise.all([makeAll(account, broadcastId), makeAll(account, broadcastId)])
  expect((await phonesOf(account, broadcastId)).map(message => message.phone)).toEqual(prepared.phones)
  await expectExact(account, broadcastId)
}, 30_000)

test('concurrency: of fifty sends of one upload one becomes a broadcast', async () => {
  const prepared = await prepare(4)
  const results = await Promise.all(Array.from({ length: 50 }, () => refusalOf(send(prepared))))
  expect(results.filter(result => result === 'done')).toHaveLength(1)
  expect(new Set(results.filter(result => result !== 'done'))).toEqual(new Set(['upload_already_sent']))
})

test('sending: checks everything again', async () => {
  const unattested = await prepare(2, { attested: false })
  expect(await refusalOf(send(unattested))).toBe('account_not_attested')
  const prepared = await prepare(2)
  const { account, uploadId, memberId } = prepared
  const withCost = (segmentCount: number, amountHao: number) =>
    refusalOf(
      run(account, tx =>
        sendBroadcast(tx, account, { uploadId, name: '', scheduledAt: null, expected: { segmentCount, amountHao }, memberId, now }),
      ),
    )
  expect(await withCost(2, 450)).toBe('cost_changed')
  expect(await refusalOf(send(prepared, later(4)))).toBe('schedule_out_of_range')
  await run(account, tx => tx.updateTable('template').set({ state: 'disabled' }).where('accountId', '=', account).execute())
  expect(await withCost(2, 0)).toBe('template_not_approved')
  await run(account, tx => tx.updateTable('template').set({ state: 'approved' }).where('accountId', '=', account).execute())
  await run(account, tx => tx.updateTable('signature').set({ state: 'disabled' }).where('accountId', '=', account).execute())
  expect(await withCost(2, 0)).toBe('signature_not_approved')
  expect(await refusalOf(send(await prepare(0)))).toBe('no_recipient')
})

test('number blacklisted after the upload: refused with its reason and free of charge', async () => {
  const prepared = await prepare(6, { kind: 'marketing' })
  const { account, phones } = prepared
  const { broadcastId } = await send(prepared)
  await run(account, tx =>
    tx
      .insertInto('blacklist')
      .values({ accountId: account, blacklistId: newId(), phone: itemOrThrow(phones, 2), level: 'account', source: 'reply' })
      .execute(),
  )
  await makeAll(account, broadcastId)
  const refused = (await phonesOf(account, broadcastId)).filter(message => message.state === 'refused')
  expect(refused).toMatchObject([{ phone: phones[2], reason: 'blacklisted' }])
  expect((await run(account, tx => readBroadcast(tx, account, broadcastId))).voidedSegments).toBe(2)
  await expectExact(account, broadcastId)
})

test('marketing: stops outside the permitted hours and resumes by itself in the morning', async () => {
  const prepared = await prepare(20, { kind: 'marketing' })
  const { account } = prepared
  const { broadcastId } = await send(prepared)
  expect(await make(account, broadcastId)).toBe('more')
  const evening = new Date('2026-11-21T13:00:00Z')
  expect(await make(account, broadcastId, { now: evening })).toBe('stopped')
  const held = await run(account, tx => readBroadcast(tx, account, broadcastId))
  expect(held).toMatchObject({ state: 'held', stateReason: 'quiet_hours', scheduledAt: new Date('2026-11-22T00:00:00Z') })
  await startDueBroadcasts(database.platformDb, new Date('2026-11-21T23:59:59Z'))
  expect((await run(account, tx => readBroadcast(tx, account, broadcastId))).state).toBe('held')
  await startDueBroadcasts(database.platformDb, new Date('2026-11-22T00:00:00Z'))
  expect((await run(account, tx => readBroadcast(tx, account, broadcastId))).state).toBe('sending')
})

test('night: created messages return from dispatch too, and go back in the morning', async () => {
  const prepared = await prepare(20, { kind: 'marketing' })
  const { account } = prepared
  const { broadcastId } = await send(prepared)
  expect(await makeAll(account, broadcastId)).toBe('made')
  const statesOf = async () => new Set((await phonesOf(account, broadcastId)).map(message => message.state))
  await recallOutsideHours(database.platformDb, new Date('2026-11-21T12:59:59Z'))
  expect(await statesOf()).toEqual(new Set(['queued']))
  await recallOutsideHours(database.platformDb, new Date('2026-11-21T13:00:00Z'))
  expect(await statesOf()).toEqual(new Set(['held']))
  expect(await run(account, tx => readBroadcast(tx, account, broadcastId))).toMatchObject({ state: 'held', stateReason: 'quiet_hours' })
  await expectExact(account, broadcastId)
  await startDueBroadcasts(database.platformDb, new Date('2026-11-22T00:00:00Z'))
  expect(await statesOf()).toEqual(new Set(['queued']))
  await report(account, broadcastId, true, 20)
  await completeBroadcasts(database.platformDb, new Date('2026-11-22T00:01:00Z'))
  expect((await run(account, tx => readBroadcast(tx, account, broadcastId))).state).toBe('completed')
  await expectExact(account, broadcastId)
})

test.each([
  ['signature', { state: 'disabled' }, 'signature_not_approved'],
  ['template', { state: 'disabled' }, 'template_not_approved'],
  ['account', { state: 'frozen' }, 'account_frozen'],
] as const)('a %s that is stopped stops its broadcast; it goes on only when that is over', async (table, stopped, reason) => {
  const prepared = await prepare(30)
  const { account } = prepared
  const { broadcastId } = await send(prepared, later(10))
  await startDueBroadcasts(database.platformDb, later(10))
  expect(await make(account, broadcastId, { now: later(10) })).toBe('more')
  await run(account, tx => tx.updateTable(table).set(stopped).where('accountId', '=', account).execute())
  expect(await make(account, broadcastId, { now: later(11) })).toBe('stopped')
  expect(await run(account, tx => readBroadcast(tx, account, broadcastId))).toMatchObject({ state: 'paused', stateReason: reason })
  expect(new Set((await phonesOf(account, broadcastId)).map(message => message.state))).toEqual(new Set(['held']))
  const resume = () => refusalOf(run(account, tx => resumeBroadcast(tx, account, broadcastId, later(12))))
  expect(await resume()).toBe(reason)
  const restored = { state: table === 'account' ? 'active' : 'approved' }
  await run(account, tx => tx.updateTable(table).set(restored).where('accountId', '=', account).execute())
  expect(await resume()).toBe('done')
  expect(await makeAll(account, broadcastId)).toBe('made')
  await expectExact(account, broadcastId)
})

test('scheduled broadcast: starts at its time and can be rescheduled before', async () => {
  const prepared = await prepare(3)
  const { account } = prepared
  const { broadcastId } = await send(prepared, later(10))
  expect(await make(account, broadcastId)).toBe('stopped')
  await run(account, tx => rescheduleBroadcast(tx, account, broadcastId, { scheduledAt: later(30), now }))
  await startDueBroadcasts(database.platformDb, later(29))
  expect(await make(account, broadcastId)).toBe('stopped')
  await startDueBroadcasts(database.platformDb, later(30))
  expect(await make(account, broadcastId, { now: later(30) })).toBe('more')
})

test('backpressure: waiting messages never exceed the limit', async () => {
  const prepared = await prepare(30)
  const { account } = prepared
  const { broadcastId } = await send(prepared)
  const options = { backlogLimit: 15 }
  expect([
    await make(account, broadcastId, options),
    await make(account, broadcastId, options),
    await make(account, broadcastId, options),
  ]).toEqual(['more', 'more', 'full'])
  await report(account, broadcastId, true, 10)
  expect(await make(account, broadcastId, options)).toBe('more')
})

const acts: Record<BroadcastAct, (tx: Tx, account: AccountId, id: string) => Promise<{ state: BroadcastState }>> = {
  pause: pauseBroadcast,
  resume: (tx, account, id) => resumeBroadcast(tx, account, id, now),
  cancel: (tx, account, id) => cancelBroadcast(tx, account, id, { now, memberId: newId() }),
  reschedule: (tx, account, id) => rescheduleBroadcast(tx, account, id, { scheduledAt: later(60), now }),
}

test('state table: each act is possible in its states and in no other', async () => {
  const prepared = await prepare(2)
  const { account } = prepared
  const { broadcastId } = await send(prepared)
  for (const act of keysOf(broadcastCan))
    for (const state of keysOf(broadcastStates)) {
      await run(account, tx => tx.updateTable('broadcast').set({ state }).where('accountId', '=', account).execute())
      const may = broadcastCan[act].from.some(one => one === state)
      const result = await refusalOf(run(account, tx => acts[act](tx, account, broadcastId)))
      expect([act, state, result]).toEqual([act, state, may ? 'done' : 'state_forbids'])
    }
})

test('property test: every segment stays accounted for through any order of creation, pause, resume, nights, reports and cancel', async () => {
  const step = fc.oneof(
    fc.constant('make' as const),
    fc.constantFrom('pause' as const, 'resume' as const),
    fc.constantFrom('night' as const, 'morning' as const),
    fc.constantFrom('delivered' as const, 'undelivered' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, isCanceled) => {
      const prepared = await prepare(40, { grant: 17, kind: 'marketing' })
      const { account } = prepared
      const { broadcastId } = await send(prepared)
      for (const one of steps) {
        if (one === 'make') await make(account, broadcastId)
        else if (one === 'night') await recallOutsideHours(database.platformDb, new Date('2026-11-21T13:00:00Z'))
        else if (one === 'morning') await startDueBroadcasts(database.platformDb, new Date('2026-11-22T00:00:00Z'))
        else if (one === 'pause' || one === 'resume') await refusalOf(run(account, tx => acts[one](tx, account, broadcastId)))
        else await report(account, broadcastId, one === 'delivered', 7)
        await expectExact(account, broadcastId)
      }
      if (isCanceled) {
        await run(account, tx => cancelBroadcast(tx, account, broadcastId, { now, memberId: prepared.memberId }))
        await expectExact(account, broadcastId)
        const balances = await run(account, tx => balancesOf(tx, account))
        expect([balances.heldHao, ...balances.grants.map(grant => grant.heldCount)]).toEqual([0, 0])
        expect(await make(account, broadcastId)).toBe('stopped')
      }
    }),
    { numRuns: 15 },
  )
})

test('numbers without a recorded consent are sent to only when the sender has chosen so', async () => {
  const prepared = await prepare(2)
  const { account, uploadId } = prepared
  const choose = (consent: string | null) =>
    run(account, tx =>
      sql`
        update upload set report = report || '{"noConsentCount": 2}', mapping = mapping || ${JSON.stringify({ consent })}::jsonb
        where account_id = ${account} and upload_id = ${uploadId}`.execute(tx),
    )
  await choose(null)
  expect(await refusalOf(send(prepared))).toBe('consent_not_chosen')
  await choose('declared')
  expect(await refusalOf(send(prepared))).toBe('done')
})
