import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { resumeBroadcast } from '#domain/broadcast/control.ts'
import { startDueBroadcasts } from '#domain/broadcast/due.ts'
import { createMessageChunk } from '#domain/broadcast/make-messages.ts'
import { previewBroadcast } from '#domain/broadcast/preview.ts'
import { readBroadcast } from '#domain/broadcast/read.ts'
import { sendBroadcast } from '#domain/broadcast/send.ts'
import { freeze, grantAccountAttestation, revokeAccountAttestation, unfreeze } from '#domain/closing/admin-customer.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { prepareUpload } from '#test/support/broadcast.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { acceptPhones } from '#test/support/sending.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const now = new Date('2026-11-21T02:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const database = prepareTestDatabase()
beforeAll(async () => {
  await createChannel(database.platformDb)
})

/** A running broadcast with messages in the outbox, a scheduled one, and a message of a program. */
async function sendingAccount() {
  const prepared = await prepareUpload(database.db, now, 30)
  const { account, memberId, uploadId, signatureId } = prepared
  const { broadcastId } = await asAccount(database.db, account, async tx => {
    const expected = await previewBroadcast(tx, account, { uploadId, scheduledAt: null, memberId, now })
    return sendBroadcast(tx, account, { uploadId, name: '', scheduledAt: null, expected, memberId, now })
  })
  await createMessageChunk(database.db, account, broadcastId, { now, chunkRows: 10 })
  const messageId = firstOrThrow(
    await acceptPhones(database.db, { account, memberId, signatureId, extension: '' }, ['13900000001'], { now }),
  )
  const stateOf = () => asAccount(database.db, account, tx => readBroadcast(tx, account, broadcastId))
  const messages = () =>
    asAccount(database.db, account, tx =>
      tx.selectFrom('message').select(['messageId', 'state', 'reason']).where('accountId', '=', account).execute(),
    )
  const resume = (at: Date) =>
    asAccount(database.db, account, tx => resumeBroadcast(tx, account, broadcastId, at)).then(
      answer => answer.state,
      (error: unknown) => {
        if (error instanceof Refusal) return error.code
        throw error
      },
    )
  return { ...prepared, broadcastId, messageId, stateOf, messages, resume }
}

const stops = [
  { name: 'freezing', stop: freeze, undo: unfreeze, reason: 'account_frozen' },
  {
    name: 'taking the attestation back',
    stop: (tx: Parameters<typeof grantAccountAttestation>[0], account: Parameters<typeof grantAccountAttestation>[1], at: Date) =>
      revokeAccountAttestation(tx, account, { reason: '执照已注销', staffId: '00000000-0000-7000-8000-00000000f001', now: at }),
    undo: (tx: Parameters<typeof grantAccountAttestation>[0], account: Parameters<typeof grantAccountAttestation>[1]) =>
      grantAccountAttestation(tx, account, { name: '测试商城', now }),
    reason: 'account_not_attested',
  },
] as const

test.each(stops)(
  '$name stops what no channel has claimed; the customer resumes the broadcast when it is over',
  async ({ stop, undo, reason }) => {
    const one = await sendingAccount()
    await asPlatform(database.platformDb, async tx => void (await stop(tx, one.account, later(1))))
    expect(await one.stateOf()).toMatchObject({ state: 'paused', stateReason: reason })
    const messages = await one.messages()
    const single = messages.find(message => message.messageId === one.messageId)
    expect(single).toMatchObject({ state: 'canceled', reason })
    expect(new Set(messages.filter(message => message !== single).map(message => `${message.state} ${message.reason}`))).toEqual(
      new Set([`held ${reason}`]),
    )
    const waiting = await database.platformDb.selectFrom('outbox').select('messageIds').where('accountId', '=', one.account).execute()
    expect(waiting).toEqual([])

    expect(await one.resume(later(2))).toBe(reason)
    await startDueBroadcasts(database.platformDb, later(3))
    expect((await one.stateOf()).state).toBe('paused')
    await asPlatform(database.platformDb, async tx => void (await undo(tx, one.account)))
    expect((await one.stateOf()).state).toBe('paused')
    expect(await one.resume(later(4))).toBe('sending')
    while ((await createMessageChunk(database.db, one.account, one.broadcastId, { now: later(4) })) === 'more');
    const states = (await one.messages()).map(message => message.state)
    expect(states.filter(state => state === 'queued')).toHaveLength(30)
    await asAccount(database.db, one.account, async tx => {
      expect(await verifyLedger(tx, one.account)).toEqual([])
      // Ten of thirty messages have two segments; the canceled one costs nothing.
      const { rows } = await sql<{ open: number }>`
        select sum(segment_count - posted_count - voided_count)::bigint as open from charge_hold where account_id = ${one.account}`.execute(
        tx,
      )
      expect(rows).toEqual([{ open: 40 }])
    })
  },
)
