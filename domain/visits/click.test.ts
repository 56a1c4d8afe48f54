import { expect, test } from 'vitest'
import { asAccount, asPlatform } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createLinks } from '#test/support/links.ts'
import { messageAdder } from '#test/support/message.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, takeOrThrow } from '#values/or-throw.ts'
import { recordClicks } from './click.ts'

const now = new Date('2026-11-21T04:00:00Z')
const nowMs = now.getTime()
const database = prepareTestDatabase()

async function prepare() {
  const one = await createAccount(database.db)
  const link = firstOrThrow(await createLinks(database.platformDb, one.account, 1))
  const addMessage = messageAdder(database, { now, signatureId: newId() })
  const broadcastId = newId()
  return { ...one, linkId: link.linkId, broadcastId, add: () => addMessage(one, { broadcastId }), addSingle: () => addMessage(one) }
}
const clicksOf = ({ account }: Awaited<ReturnType<typeof prepare>>) =>
  asAccount(database.db, account, async tx => ({
    messages: await tx.selectFrom('messageClick').selectAll().where('accountId', '=', account).orderBy('messageId').execute(),
    broadcasts: await tx.selectFrom('broadcastClick').selectAll().where('accountId', '=', account).execute(),
  }))

test('visits by recipients are counted per message and per broadcast, across batches and in any order', async () => {
  const one = await prepare()
  const { account, linkId, broadcastId } = one
  const [first, second] = takeOrThrow([await one.add(), await one.add()].sort(), 2)
  const note = (messageId: string | null, seconds: number) => ({ messageId, linkId, atMs: nowMs + seconds * 1000 })
  await asPlatform(database.platformDb, tx => recordClicks(tx, account, [note(first, 5), note(first, 3), note(null, 1), note(second, 7)]))
  await asPlatform(database.platformDb, tx => recordClicks(tx, account, [note(first, 2), note(first, 9)]))
  await asPlatform(database.platformDb, tx => recordClicks(tx, account, [note(null, 4)]))
  const { messages, broadcasts } = await clicksOf(one)
  const at = (seconds: number) => new Date(nowMs + seconds * 1000)
  expect(messages).toMatchObject([
    { messageId: first, linkId, broadcastId, firstAt: at(2), lastAt: at(9), clickCount: 4 },
    { messageId: second, linkId, broadcastId, firstAt: at(7), lastAt: at(7), clickCount: 1 },
  ])
  expect(broadcasts).toMatchObject([{ broadcastId, messageCount: 2, clickCount: 5 }])
})

test('a message without a broadcast and a deleted message are counted by themselves', async () => {
  const one = await prepare()
  const [single, gone] = [await one.addSingle(), newId()]
  const notes = [single, gone].map(messageId => ({ messageId, linkId: one.linkId, atMs: nowMs }))
  await asPlatform(database.platformDb, tx => recordClicks(tx, one.account, notes))
  const { messages, broadcasts } = await clicksOf(one)
  expect(messages.map(row => [row.messageId, row.broadcastId])).toEqual([single, gone].sort().map(id => [id, null]))
  expect(broadcasts).toEqual([])
})
