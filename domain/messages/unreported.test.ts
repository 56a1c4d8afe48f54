import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { holdCharge } from '#domain/ledger/charge.ts'
import { grantSegments } from '#domain/ledger/credit.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { expireUnreported } from './unreported.ts'

const sentAt = new Date('2026-11-02T02:00:00Z')
const hoursLater = (hours: number) => new Date(sentAt.getTime() + hours * 3_600_000)
const database = prepareTestDatabase()

test('a message without a report becomes unknown after 72 hours, not before, and is refunded once', async () => {
  const { account } = await createAccount(database.db)
  await asAccount(database.db, account, async tx => {
    const [startsAt, expiresAt] = [sentAt, hoursLater(1000)]
    const grantId = newId()
    await grantSegments(tx, account, { grantId, kind: 'general', name: '通用', segmentCount: 10, source: 'gift', startsAt, expiresAt })
    const hold = firstOrThrow(await holdCharge(tx, account, 'transactional', new Map([[1, 2]]), { now: sentAt }))
    const message = (state: string, submittedAt: Date | null) => ({
      accountId: account,
      messageId: newId(sentAt.getTime()),
      kind: 'transactional',
      signatureId: newId(),
      phone: '19200000001',
      carrier: 'broadnet',
      content: '【鸿雁】您好',
      segmentCount: 1,
      state,
      holdId: hold.holdId,
      submittedAt,
    })
    await tx
      .insertInto('message')
      .values([message('submitted', sentAt), message('queued', null)])
      .execute()
  })
  const expire = (hours: number) => expireUnreported(database.platformDb, hoursLater(hours))
  expect([await expire(71), await expire(73), await expire(74)]).toEqual([0, 1, 0])
  const { grant, problems, states, returnedAt } = await asAccount(database.db, account, async tx => ({
    grant: firstOrThrow((await balancesOf(tx, account)).grants),
    problems: await verifyLedger(tx, account),
    returnedAt: await tx.selectFrom('transfer').select('at').where('accountId', '=', account).where('kind', '=', 'void').execute(),
    states: await tx.selectFrom('message').select(['state', 'reason']).where('accountId', '=', account).orderBy('state').execute(),
  }))
  expect(states).toEqual([
    { state: 'queued', reason: null },
    { state: 'unknown', reason: 'NO_REPORT' },
  ])
  expect(grant).toMatchObject({ spentCount: 0, heldCount: 1, availableCount: 9 })
  expect(problems).toEqual([])
  // By the clock that ended the message, like everything written with it.
  expect(returnedAt).toEqual([{ at: hoursLater(73) }])
})
