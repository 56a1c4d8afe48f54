import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { finalStates, type MessageState, messageStates } from '#contract/messages/message-state.ts'
import { asAccount } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { holdCharge } from '#domain/ledger/charge.ts'
import { grantSegments } from '#domain/ledger/credit.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { settleMessages } from './settle.ts'

const now = new Date('2026-11-02T02:00:00Z')
const database = prepareTestDatabase()

/** An account with `count` submitted messages of `segments` segments each, held from one package of 1,000. */
async function submitted(count: number, segments = 2): Promise<{ account: AccountId; ids: string[] }> {
  const { account } = await createAccount(database.db)
  const ids = Array.from({ length: count }, () => newId(now.getTime()))
  await asAccount(database.db, account, async tx => {
    const expiresAt = new Date(now.getTime() + 86_400_000)
    await grantSegments(tx, account, {
      grantId: newId(),
      kind: 'general',
      name: '通用',
      segmentCount: 1000,
      source: 'gift',
      startsAt: now,
      expiresAt,
    })
    const hold = firstOrThrow(await holdCharge(tx, account, 'transactional', new Map([[segments, count]]), { now }))
    await tx
      .insertInto('message')
      .values(
        ids.map(id => ({
          accountId: account,
          messageId: id,
          kind: 'transactional',
          signatureId: newId(),
          phone: '19200000001',
          carrier: 'broadnet',
          content: '【鸿雁】您好',
          segmentCount: segments,
          state: 'submitted',
          holdId: hold.holdId,
        })),
      )
      .execute()
  })
  return { account, ids }
}
const settle = (account: AccountId, outcomes: [string, MessageState][]) =>
  asAccount(database.db, account, tx =>
    settleMessages(
      tx,
      account,
      outcomes.map(([messageId, state]) => ({ messageId, state, reason: state, at: now })),
    ),
  )
const books = (account: AccountId) =>
  asAccount(database.db, account, async tx => ({
    grant: firstOrThrow((await balancesOf(tx, account)).grants),
    problems: await verifyLedger(tx, account),
  }))

test('settlement: delivered messages are charged, all others are refunded', async () => {
  const ends = finalStates
  const { account, ids } = await submitted(ends.length)
  await settle(
    account,
    ids.map((id, i) => [id, itemOrThrow(ends, i)]),
  )
  const { grant, problems } = await books(account)
  expect(grant).toMatchObject({ spentCount: 2, heldCount: 0, availableCount: 998 })
  expect(problems).toEqual([])
})

test('settlement is idempotent: a report repeated in one batch, later, or fifty times concurrently charges once', async () => {
  const { account, ids } = await submitted(1)
  const id = firstOrThrow(ids)
  const results = await Promise.all(
    Array.from({ length: 50 }, () =>
      settle(account, [
        [id, 'delivered'],
        [id, 'undelivered'],
      ]),
    ),
  )
  expect(results.flat()).toHaveLength(1)
  expect(await settle(account, [[id, 'undelivered']])).toEqual([])
  const { grant, problems } = await books(account)
  expect(grant).toMatchObject({ spentCount: 2, heldCount: 0 })
  expect(problems).toEqual([])
})

test('reports in any order: ledger and messages agree', async () => {
  const report = fc.record({ at: fc.nat({ max: 19 }), state: fc.constantFrom(...finalStates) })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(report, { maxLength: 8 }), { maxLength: 8 }), async batches => {
      const { account, ids } = await submitted(20, 3)
      const ends = new Map<string, MessageState>()
      for (const batch of batches) {
        for (const { at, state } of batch) if (!ends.has(itemOrThrow(ids, at))) ends.set(itemOrThrow(ids, at), state)
        await settle(
          account,
          batch.map(({ at, state }) => [itemOrThrow(ids, at), state]),
        )
      }
      const delivered = [...ends.values()].filter(state => state === 'delivered').length
      const { grant, problems } = await books(account)
      expect(problems).toEqual([])
      expect(grant).toMatchObject({ spentCount: delivered * 3, heldCount: (20 - ends.size) * 3 })
    }),
    { numRuns: 20, seed: 20261102 },
  )
})

test("state table: has the contract's states, and final states have no transition", async () => {
  const { rows } = await sql<{ text: string }>`select pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'message'::regclass and conname = 'message_state_check'`.execute(database.platformDb)
  const names = [...firstOrThrow(rows).text.matchAll(/'(\w+)'::text/g)].map(match => match[1])
  expect(names.sort()).toEqual(Object.keys(messageStates).sort())
  for (const state of Object.values(messageStates)) expect(state.next.length === 0).toBe(state.isFinal)
})
