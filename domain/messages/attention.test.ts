import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { messageAdder } from '#test/support/message.ts'
import { newId } from '#values/id.ts'
import { readProgress } from './attention.ts'

const now = new Date('2026-11-20T02:00:00Z')

const database = prepareTestDatabase()

test('a new account has no progress, and its first message is recognized', async () => {
  const owner = await createAccount(database.db)
  const progress = () => asAccount(database.db, owner.account, tx => readProgress(tx, owner.account))
  expect(await progress()).toEqual({
    hasSignature: false,
    hasTemplate: false,
    hasSent: false,
    reviewingSignatures: 0,
    reviewingTemplates: 0,
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
          accountId: owner.account,
          signatureId: newId(),
          text: '茶舍',
          kind: 'company',
          purpose: 'own',
          state: 'approved',
          extension: '7',
        },
        {
          accountId: owner.account,
          signatureId: newId(),
          text: '书店',
          kind: 'company',
          purpose: 'own',
          state: 'rejected',
          extension: '8',
        },
        {
          accountId: owner.account,
          signatureId: newId(),
          text: '花店',
          kind: 'company',
          purpose: 'own',
          state: 'reviewing',
          extension: '9',
        },
      ])
      .execute(),
  )
  await messageAdder(database, { now, signatureId: newId() })(owner, { state: 'queued' })
  expect(await progress()).toMatchObject({
    hasSignature: true,
    hasTemplate: false,
    hasSent: true,
    rejectedSignatures: 1,
    reviewingSignatures: 1,
  })
})
