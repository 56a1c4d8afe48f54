import { beforeAll, expect, test } from 'vitest'
import type { MessageState } from '#contract/messages/message-state.ts'
import { asAccount } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { overFrequencyLimit } from './frequency.ts'

const now = new Date('2026-11-21T04:00:00Z')
const [signatureId, otherSignature, templateId, otherTemplate] = [newId(), newId(), newId(), newId()]
const database = prepareTestDatabase()
let account: AccountId

beforeAll(async () => {
  account = (await createAccount(database.db)).account
})

let made = 0
const newPhone = () => `1920001${String(++made).padStart(4, '0')}`

interface Past {
  kind: MessageKind
  state?: MessageState
  signatureId?: string
  templateId?: string
}
/** Messages to one number, created the given minutes ago. */
const write = (phone: string, minutesAgo: readonly number[], past: Past, owner = account) =>
  asAccount(database.db, owner, tx =>
    tx
      .insertInto('message')
      .values(
        minutesAgo.map(minutes => ({
          accountId: owner,
          messageId: newId(Math.round(now.getTime() - minutes * 60_000)),
          kind: past.kind,
          signatureId: past.signatureId ?? signatureId,
          templateId: past.templateId ?? templateId,
          phone,
          carrier: 'mobile',
          content: '【测试】内容',
          segmentCount: 1,
          state: past.state ?? 'delivered',
        })),
      )
      .execute(),
  )
const over = async (kind: MessageKind, ...phones: string[]) =>
  [...(await asAccount(database.db, account, tx => overFrequencyLimit(tx, account, { kind, signatureId, templateId, phones, now })))].sort()
const spread = (count: number, overMinutes: number) => Array.from({ length: count }, (_, i) => 1 + (i * (overMinutes - 2)) / count)

test('OTP of one signature: one a minute, five an hour, ten a day', async () => {
  const [minute, past, hour, day, rested] = [newPhone(), newPhone(), newPhone(), newPhone(), newPhone()]
  await write(minute, [0.5], { kind: 'otp' })
  await write(past, [1.5], { kind: 'otp' })
  await write(hour, [2, 10, 20, 30, 59], { kind: 'otp' })
  await write(day, [61, 122, 183, 244, 305, 366, 427, 488, 549, 1439], { kind: 'otp' })
  await write(rested, [2, 10, 20, 30, 61], { kind: 'otp' })
  expect(await over('otp', minute, past, hour, day, rested)).toEqual([minute, hour, day].sort())
})

test('transactional and marketing messages of one template: fifty a day', async () => {
  const [full, nearly, yesterday] = [newPhone(), newPhone(), newPhone()]
  await write(full, spread(50, 1440), { kind: 'transactional' })
  await write(nearly, spread(49, 1440), { kind: 'transactional' })
  await write(yesterday, [...spread(49, 1440), 1441], { kind: 'transactional' })
  expect(await over('transactional', full, nearly, yesterday)).toEqual([full])
  expect(await over('marketing', full)).toEqual([])
})

test('not counted: other signatures, templates and accounts, and messages never sent; waiting ones count', async () => {
  const [elsewhere, waiting] = [newPhone(), newPhone()]
  const stranger = (await createAccount(database.db)).account
  await write(elsewhere, [0.5], { kind: 'otp', signatureId: otherSignature })
  await write(elsewhere, [0.5], { kind: 'otp' }, stranger)
  await write(elsewhere, [0.4], { kind: 'otp', state: 'refused' })
  await write(elsewhere, [0.3], { kind: 'otp', state: 'canceled' })
  await write(elsewhere, spread(50, 1440), { kind: 'transactional', templateId: otherTemplate })
  await write(waiting, [0.5], { kind: 'otp', state: 'queued' })
  expect(await over('otp', elsewhere, waiting)).toEqual([waiting])
  expect(await over('transactional', elsewhere)).toEqual([])
})

test('more numbers than fit one statement, repeated ones, and none', async () => {
  const many = Array.from({ length: 11_000 }, (_, i) => `138${String(i).padStart(8, '0')}`)
  const [first, last] = [firstOrThrow(many), lastOrThrow(many)]
  await write(first, [0.5], { kind: 'otp' })
  await write(last, [0.5], { kind: 'otp' })
  expect(await over('otp', ...many, first)).toEqual([first, last])
  expect(await over('otp')).toEqual([])
})

test('limits: set by staff, stricter ones per account; test numbers are exempt', async () => {
  const [sentTo, own] = [newPhone(), newPhone()]
  await write(sentTo, [2, 10, 20], { kind: 'otp' })
  await write(own, [0.1, 0.2, 0.3], { kind: 'otp' })
  await database.platformDb.insertInto('testNumber').values({ accountId: account, phone: own, createdAt: now }).execute()
  expect(await over('otp', sentTo, own)).toEqual([])
  await database.platformDb.insertInto('accountSetting').values({ accountId: account, name: 'codePerHour', value: 3 }).execute()
  expect(await over('otp', sentTo, own)).toEqual([sentTo])
  await database.platformDb.deleteFrom('accountSetting').where('accountId', '=', account).execute()
  expect(await over('otp', sentTo)).toEqual([])
})
