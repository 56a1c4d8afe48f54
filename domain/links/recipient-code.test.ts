import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { findCode } from '#domain/visits/route-read.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createLinks } from '#test/support/links.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { randomCodes } from './code.ts'
import { giveRecipientCodes } from './recipient-code.ts'

const database = prepareTestDatabase()

async function createLink() {
  const { account } = await createAccount(database.db)
  const link = firstOrThrow(await createLinks(database.platformDb, account, 1))
  return { account, linkId: link.linkId }
}

test('each message gets a code that leads to the link and identifies the message', async () => {
  const { account, linkId } = await createLink()
  const messageIds = Array.from({ length: 2_000 }, () => newId())
  const codes = await asAccount(database.db, account, tx => giveRecipientCodes(tx, account, { linkId, messageIds }))
  expect(new Set(codes).size).toBe(2_000)
  for (const place of [0, 999, 1_999])
    expect(await findCode(database.platformDb, '', codes[place]!)).toMatchObject({
      messageId: messageIds[place],
      route: { linkId, state: 'active' },
    })
})

test('codes taken by others or drawn twice: drawn again', async () => {
  const { account, linkId } = await createLink()
  const other = await createLink()
  const taken = await asAccount(database.db, other.account, tx =>
    giveRecipientCodes(tx, other.account, { linkId: other.linkId, messageIds: [newId()] }),
  )
  let turn = 0
  const draw: typeof randomCodes = (count, length) => {
    turn += 1
    return turn === 1 ? [firstOrThrow(taken), 'same2345', 'same2345'].slice(0, count) : randomCodes(count, length)
  }
  const messageIds = [newId(), newId(), newId()]
  const codes = await asAccount(database.db, account, tx => giveRecipientCodes(tx, account, { linkId, messageIds, draw }))
  expect(turn).toBe(2)
  expect(new Set([...codes, taken[0]]).size).toBe(4)
  expect(codes).toContain('same2345')
  expect((await findCode(database.platformDb, '', firstOrThrow(taken)))?.route.linkId).toBe(other.linkId)
})
