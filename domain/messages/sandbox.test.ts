import { beforeAll, expect, test } from 'vitest'
import { sandboxNumbers } from '#contract/messages/sandbox.ts'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { acceptSandbox, cancelSandbox, type EndedSandboxMessage, listSandbox, purgeSandbox, settleSandbox } from './sandbox.ts'

const now = new Date('2026-11-21T04:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const database = prepareTestDatabase()
let account: AccountId
beforeAll(async () => {
  account = (await createAccount(database.db)).account
})

const appId = newId()
const messageTo = (phone: string) => ({
  messageId: newId(now.getTime()),
  appId,
  kind: 'transactional' as const,
  signatureId: null,
  templateId: null,
  phone,
  carrier: 'telecom',
  content: '【云栈】您好',
  segmentCount: 1,
  customId: `to-${phone}`,
})
const accept = (phones: readonly string[], sendAt?: Date) =>
  asAccount(database.db, account, tx => acceptSandbox(tx, account, phones.map(messageTo), now, sendAt))
const list = (at: Date) => asAccount(database.db, account, tx => listSandbox(tx, account, { appId, limit: 50 }, at))
const stateOf = async (at: Date) => Object.fromEntries((await list(at)).map(one => [one.phone, one.state]))

test('each special number ends as documented, once, and with its event', async () => {
  await accept([...Object.keys(sandboxNumbers), '13912345678'])
  const endedMessages: EndedSandboxMessage[] = []
  const settle = (at: Date) =>
    settleSandbox(database.platformDb, at, async (_, of, ended) => {
      expect(of).toBe(account)
      endedMessages.push(...ended)
    })
  expect(await settle(after(1))).toBe(0)
  expect(new Set(Object.values(await stateOf(after(1))))).toEqual(new Set(['submitted']))
  // Two programs that settle at once share the work.
  const counts = await Promise.all([settle(after(3)), settle(after(3))])
  expect(counts[0] + counts[1]).toBe(7)
  expect(await stateOf(after(3))).toMatchObject({
    '19900000001': 'delivered',
    '19900000002': 'undelivered',
    '19900000003': 'rejected',
    '19900000004': 'submitted',
    '19900000005': 'expired',
    '19900000006': 'submitted',
    '13912345678': 'delivered',
  })
  expect(await settle(after(61))).toBe(1)
  expect(endedMessages.map(one => [one.phone, one.state, one.code, one.reply, one.customId]).sort()[0]).toEqual([
    '13912345678',
    'delivered',
    'DELIVRD',
    null,
    'to-13912345678',
  ])
  expect(endedMessages.find(one => one.phone === '19900000008')?.reply).toBe('TD')
  expect(endedMessages.length).toBe(8)
})

test('a scheduled sandbox message waits and can be canceled', async () => {
  await accept(['13900000001', '13900000002'], after(600))
  const waiting = (await list(now)).filter(one => one.phone.startsWith('1390000'))
  expect(waiting.map(one => [one.state, one.submittedAt])).toEqual([
    ['queued', null],
    ['queued', null],
  ])
  const first = firstOrThrow(waiting)
  expect(await asAccount(database.db, account, tx => cancelSandbox(tx, account, [first.messageId], now))).toMatchObject([
    { messageId: first.messageId },
  ])
  expect(await asAccount(database.db, account, tx => cancelSandbox(tx, account, [first.messageId], now))).toEqual([])
  expect(await settleSandbox(database.platformDb, after(700), async () => undefined)).toBe(1)
  expect((await stateOf(after(700)))[first.phone]).toBe('canceled')
})

test('expired sandbox messages are purged', async () => {
  await purgeSandbox(database.platformDb, after(60))
  expect(await list(after(60))).toEqual([])
})
