import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { holdCharge, settleHolds } from './charge.ts'
import { grantSegments, recharge } from './credit.ts'
import { spentSince } from './spent.ts'

const now = new Date('2026-11-20T02:00:00Z')

const database = prepareTestDatabase()

test('spending today: separate for packages and balance, without refunds', async () => {
  const owner = await createAccount(database.db)
  const spent = await asAccount(database.db, owner.account, async tx => {
    const ahead = new Date(Date.now() + 86_400_000)
    const package_ = { grantId: newId(), kind: 'industry', name: '行业短信', segmentCount: 3, source: 'gift' } as const
    await grantSegments(tx, owner.account, { ...package_, startsAt: now, expiresAt: ahead })
    await recharge(tx, owner.account, { transferId: newId(), amountHao: 10_000 })
    const at = new Date()
    for (const [holdId, delivered, voided] of (await holdCharge(tx, owner.account, 'transactional', new Map([[1, 5]]), { now: at })).map(
      hold => [hold.holdId, hold.segmentCount - 1, 1] as const,
    ))
      await settleHolds(tx, owner.account, [{ holdId, deliveredSegments: delivered, voidedSegments: voided }], at)
    const yesterday = new Date(at.getTime() - 86_400_000)
    const old = firstOrThrow(await holdCharge(tx, owner.account, 'transactional', new Map([[1, 1]]), { now: at }))
    await settleHolds(tx, owner.account, [{ holdId: old.holdId, deliveredSegments: 1, voidedSegments: 0 }], yesterday)
    return spentSince(tx, owner.account, new Date(at.getTime() - 3_600_000))
  })
  expect(spent).toEqual({ packageSegments: 2, amountHao: 450, bonusHao: 0 })
})
