import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { holdCharge, settleHolds } from '#domain/ledger/charge.ts'
import { grantSegments, recharge } from '#domain/ledger/credit.ts'
import { spentSince } from '#domain/ledger/spent.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { readProgress } from './attention.ts'
import { dailyCounts, failureCauses } from './trend.ts'

const now = new Date('2026-11-20T02:00:00Z')

let database: TestDatabase
let mine: TestAccount
beforeAll(async () => {
  database = await createTestDatabase()
  mine = await createAccount(database.db)
})
afterAll(() => database.close())

async function addMessages(at: string, kind: string, state: string, reason: string | null, count: number, owner = mine): Promise<void> {
  const rows = Array.from({ length: count }, () => ({
    account_id: owner.account,
    message_id: newId(new Date(at).getTime()),
    kind,
    signature_id: newId(),
    phone: '19200001000',
    operator: 'broadnet',
    content: '【山间茶舍】您好',
    segment_count: 1,
    state,
    reason,
  }))
  await asAccount(database.db, owner.account, tx => tx.insertInto('message').values(rows).execute())
}

test('days are those of China, each is there, and only the own messages count', async () => {
  const owner = await createAccount(database.db)
  await addMessages('2026-11-18T15:59:59Z', 'code', 'delivered', 'DELIVRD', 1, owner)
  await addMessages('2026-11-18T16:00:00Z', 'code', 'delivered', 'DELIVRD', 2, owner)
  await addMessages('2026-11-20T01:00:00Z', 'marketing', 'submitted', null, 3, owner)
  await addMessages('2026-11-17T15:59:59Z', 'notice', 'delivered', 'DELIVRD', 4, owner)
  const counts = (at: Date) => asAccount(database.db, owner.account, tx => dailyCounts(tx, owner.account, at, 3))
  const days = [
    { day: '2026-11-18', code: 1, notice: 0, marketing: 0 },
    { day: '2026-11-19', code: 2, notice: 0, marketing: 0 },
    { day: '2026-11-20', code: 0, notice: 0, marketing: 3 },
  ]
  expect(await counts(now)).toEqual(days)
  await addMessages('2026-11-20T01:30:00Z', 'notice', 'queued', null, 1, owner)
  expect(await counts(now)).toEqual([...days.slice(0, 2), { ...days[2], notice: 1 }])
  // Shortly after midnight yesterday may still grow, later it is kept as it was.
  await addMessages('2026-11-20T15:59:59Z', 'notice', 'queued', null, 1, owner)
  const after = [days[1], { ...days[2], notice: 2 }, { day: '2026-11-21', code: 0, notice: 0, marketing: 0 }]
  expect(await counts(new Date('2026-11-20T16:05:00Z'))).toEqual(after)
  const kept = () =>
    asAccount(database.db, owner.account, async tx => {
      const { rows } = await sql<{
        day: string
      }>`select day from message_day where account_id = ${owner.account} order by day`.execute(tx)
      return rows.map(row => row.day)
    })
  expect(await kept()).toEqual(['2026-11-18', '2026-11-19'])
  expect(await counts(new Date('2026-11-20T17:00:00Z'))).toEqual(after)
  expect(await kept()).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
})

test('why messages did not arrive, by cause, most frequent first', async () => {
  await addMessages('2026-11-19T01:00:00Z', 'notice', 'unknown', 'NO_REPORT', 3)
  await addMessages('2026-11-19T01:00:00Z', 'notice', 'expired', 'VALIDITY', 2)
  await addMessages('2026-11-19T01:00:00Z', 'notice', 'refused', 'blacklisted', 4)
  await addMessages('2026-11-19T01:00:00Z', 'notice', 'undelivered', 'XX:1', 1)
  await addMessages('2026-11-19T01:00:00Z', 'notice', 'delivered', 'DELIVRD', 9)
  await addMessages('2026-11-01T01:00:00Z', 'notice', 'undelivered', 'XX:1', 9)
  const causes = await asAccount(database.db, mine.account, tx => failureCauses(tx, mine.account, new Date('2026-11-14T00:00:00Z')))
  expect(causes).toMatchObject([
    { cause: '超时', meanings: ['72小时内没有收到回执', '超过有效期仍未能提交'], messageCount: 5 },
    { cause: '黑名单或退订', meanings: ['号码在黑名单中'], messageCount: 4 },
    { cause: '其他', messageCount: 1 },
  ])
})

test('what was charged today is told apart by package and balance; what was given back is not charged', async () => {
  const owner = await createAccount(database.db)
  const spent = await asAccount(database.db, owner.account, async tx => {
    const ahead = new Date(Date.now() + 86_400_000)
    const package_ = { grantId: newId(), kind: 'industry', name: '行业短信', segmentCount: 3, source: 'gift' } as const
    await grantSegments(tx, owner.account, { ...package_, startsAt: now, expiresAt: ahead })
    await recharge(tx, owner.account, { transferId: newId(), amountHao: 10_000 })
    const at = new Date()
    for (const [holdId, delivered, voided] of (await holdCharge(tx, owner.account, 'notice', new Map([[1, 5]]), { now: at })).map(
      hold => [hold.holdId, hold.segmentCount - 1, 1] as const,
    ))
      await settleHolds(tx, owner.account, [{ holdId, deliveredSegments: delivered, voidedSegments: voided }], at)
    const yesterday = new Date(at.getTime() - 86_400_000)
    const [old] = await holdCharge(tx, owner.account, 'notice', new Map([[1, 1]]), { now: at })
    await settleHolds(tx, owner.account, [{ holdId: old!.holdId, deliveredSegments: 1, voidedSegments: 0 }], yesterday)
    return spentSince(tx, owner.account, new Date(at.getTime() - 3_600_000))
  })
  expect(spent).toEqual({ packageSegments: 2, amountHao: 450 })
})

test('a new account has done nothing, and its first message is noticed', async () => {
  const owner = await createAccount(database.db)
  const progress = () => asAccount(database.db, owner.account, tx => readProgress(tx, owner.account))
  expect(await progress()).toEqual({
    hasSignature: false,
    hasTemplate: false,
    hasSent: false,
    rejectedSignatures: 0,
    rejectedTemplates: 0,
    pausedBroadcasts: 0,
    heldBroadcasts: 0,
  })
  await asAccount(database.db, owner.account, tx =>
    tx
      .insertInto('signature')
      .values([
        {
          account_id: owner.account,
          signature_id: newId(),
          text: '茶舍',
          kind: 'company',
          purpose: 'own',
          state: 'approved',
          extension: '7',
        },
        {
          account_id: owner.account,
          signature_id: newId(),
          text: '书店',
          kind: 'company',
          purpose: 'own',
          state: 'rejected',
          extension: '8',
        },
      ])
      .execute(),
  )
  await addMessages('2026-11-19T01:00:00Z', 'notice', 'queued', null, 1, owner)
  expect(await progress()).toMatchObject({ hasSignature: true, hasTemplate: false, hasSent: true, rejectedSignatures: 1 })
})
