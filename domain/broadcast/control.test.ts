import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { MessageState } from '#contract/messages/message-state.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { countMessages } from '#domain/delivery/count.ts'
import { dequeueMessages } from '#domain/delivery/outbox.ts'
import { settleMessages } from '#domain/delivery/settle.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { prepareUpload } from '#test/support/broadcast.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { cancelBroadcast, pauseBroadcast, resumeBroadcast } from './control.ts'
import { createMessageChunk } from './make-messages.ts'
import { previewBroadcast } from './preview.ts'
import { readBroadcast } from './read.ts'
import { sendBroadcast } from './send.ts'

const now = new Date('2026-11-21T02:00:00Z')
const database = prepareTestDatabase()
beforeAll(async () => {
  await createChannel(database.platformDb)
})

const run = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
const unlessRefused = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })

/** A channel takes some waiting messages, as dispatch does, and later reports their result. */
async function deliverSome(account: AccountId, broadcastId: string, state: MessageState): Promise<void> {
  await run(account, async tx => {
    const { rows } = await sql<{ messageId: string }>`
      select unnest(message_ids) as message_id from outbox
      where account_id = ${account} and broadcast_id = ${broadcastId} and claim_token is null order by message_id limit 23`.execute(tx)
    const taken = await dequeueMessages(
      tx,
      account,
      rows.map(row => row.messageId),
    )
    const ended = await settleMessages(
      tx,
      account,
      taken.map(messageId => ({ messageId, state, reason: state === 'delivered' ? 'DELIVRD' : 'MK:0001', at: now })),
    )
    await countMessages(tx, account, [...ended.map(one => ({ ...one, state: 'submitted' as const })), ...ended])
  })
}

test('pause, resume and cancel during concurrent creation and delivery: exactly the unsent part is refunded', async () => {
  const recipientCount = 600
  const { account, memberId, uploadId } = await prepareUpload(database.db, now, recipientCount, { grant: 101 })
  const { broadcastId } = await run(account, async tx => {
    const input = { uploadId, scheduledAt: null, memberId, now }
    return sendBroadcast(tx, account, { ...input, name: '', expected: await previewBroadcast(tx, account, input) })
  })
  const before = await run(account, tx => balancesOf(tx, account))
  const times = async (count: number, work: () => Promise<unknown>) => {
    for (let index = 0; index < count; index += 1) await unlessRefused(work())
  }
  await createMessageChunk(database.db, account, broadcastId, { now, chunkRows: 100 })
  await deliverSome(account, broadcastId, 'delivered')
  await Promise.all([
    times(20, () => createMessageChunk(database.db, account, broadcastId, { now, chunkRows: 25 })),
    times(20, () => createMessageChunk(database.db, account, broadcastId, { now, chunkRows: 10 })),
    times(12, () => deliverSome(account, broadcastId, 'delivered')),
    times(6, () => deliverSome(account, broadcastId, 'undelivered')),
    times(8, () => run(account, tx => pauseBroadcast(tx, account, broadcastId))),
    times(12, () => run(account, tx => resumeBroadcast(tx, account, broadcastId, now))),
  ])
  const cancel = () => run(account, tx => cancelBroadcast(tx, account, broadcastId, { now, memberId }))
  await Promise.all([cancel(), ...Array.from({ length: 4 }, () => unlessRefused(cancel()))].map(unlessRefused))

  const one = await run(account, tx => readBroadcast(tx, account, broadcastId))
  expect(one.state).toBe('canceled')
  expect(one.counts.canceled + one.counts.submitted).toBe(recipientCount)
  expect(one.counts.submitted).toBeGreaterThan(0)
  expect(one.counts.canceled).toBeGreaterThan(0)
  expect(one.postedSegments + one.voidedSegments).toBe(one.segmentCount)
  await run(account, async tx => {
    expect(await verifyLedger(tx, account)).toEqual([])
    const { rows } = await sql<{ delivered: number }>`
      select coalesce(sum(segment_count), 0)::bigint as delivered from message where account_id = ${account} and state = 'delivered'`.execute(
      tx,
    )
    expect(one.postedSegments).toBe(firstOrThrow(rows).delivered)
    const after = await balancesOf(tx, account)
    expect([after.heldHao, ...after.grants.map(grant => grant.heldCount)]).toEqual([0, 0])
    expect(after.availableHao).toBe(before.availableHao + before.heldHao - one.postedHao)
  })
})
