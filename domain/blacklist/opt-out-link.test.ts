import { beforeAll, expect, test } from 'vitest'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { optOutToken, optOutTokenLength, readOptOutToken } from './opt-out-link.ts'

const secret = 'a secret of at least thirty-two characters'
const now = new Date('2026-11-21T02:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
const [signatureId, broadcastId] = [newId(), newId()]
const database = prepareTestDatabase()
let owner: TestAccount
beforeAll(async () => {
  owner = await createAccount(database.db)
})

const make = async (broadcast: string | null, at = now) =>
  (await optOutToken(database.db, secret, { account: owner.account, signatureId, broadcastId: broadcast, now: at })).token
const read = (token: string, at = now, by = secret) => readOptOutToken(database.db, by, token, at)

test('token: identifies account, signature and broadcast for ninety days, then is reported as expired', async () => {
  const token = await make(broadcastId)
  const target = { account: owner.account, signatureId, broadcastId }
  expect(token).toMatch(/^[\w-]{16}$/)
  expect(token).toHaveLength(optOutTokenLength)
  expect(await read(token)).toEqual(target)
  expect(await read(token, later(89.9))).toEqual(target)
  expect(await read(token, later(90))).toBe('expired')
})

test('link: one per broadcast for all days, one per signature and day', async () => {
  expect(await make(broadcastId, later(2))).toBe(await make(broadcastId))
  expect(await make(null)).toBe(await make(null))
  expect(await make(null, later(1))).not.toBe(await make(null))
})

test('concurrent requests get the same token', async () => {
  const broadcast = newId()
  const tokens = await Promise.all(Array.from({ length: 8 }, () => make(broadcast)))
  expect(new Set(tokens).size).toBe(1)
})

test('forged tokens: other texts, one changed character and another secret are rejected', async () => {
  const token = await make(broadcastId)
  const changed = Array.from(token, (letter, index) => token.slice(0, index) + (letter === 'A' ? 'B' : 'A') + token.slice(index + 1))
  for (const one of ['', 'x', `${token}A`, '退订退订退订退订退订退订退订退订', ...changed]) expect(await read(one)).toBe('invalid')
  expect(await read(token, now, 'another secret of thirty-two characters')).toBe('invalid')
})
