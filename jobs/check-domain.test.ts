import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDns } from '#domain/links/domain-check.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { startDns } from '#test/support/dns.ts'
import { checkDomains } from './check-domain.ts'

const start = new Date('2026-11-20T02:00:00Z')
const database = prepareTestDatabase()
let server: Awaited<ReturnType<typeof startDns>>

beforeAll(async () => {
  server = await startDns({ 'hy.example': { a: ['203.0.113.7'] } })
})
afterAll(async () => {
  server.stop()
})

test('new domains are checked every ten minutes, used ones daily, until they point elsewhere for three days', async () => {
  const { account } = await createAccount(database.db)
  const db = database.platformDb
  const times = { accountId: account, createdAt: start }
  await db
    .insertInto('linkDomain')
    .values([
      { ...times, domain: 'go.shop.cn', state: 'pending' },
      { ...times, domain: 'off.shop.cn', state: 'disabled' },
    ])
    .execute()
  await db
    .insertInto('targetDomain')
    .values([
      { ...times, domain: 'shop.cn', state: 'pending', token: 'abc' },
      { ...times, domain: 'vouched.cn', state: 'verified', token: '', staffId: account, verifiedAt: start },
    ])
    .execute()
  const work = checkDomains({ dns: openDns([server.address]), shortLinkUrl: 'https://hy.example' })
  const runAfter = async (minutes: number) => {
    const at = new Date(start.getTime() + minutes * 60_000)
    await work.run({ db, now: () => at, logger: pino({ level: 'silent' }) })
    const own = await db.selectFrom('linkDomain').select(['domain', 'state']).where('accountId', '=', account).execute()
    const targets = await db.selectFrom('targetDomain').select(['domain', 'state']).where('accountId', '=', account).execute()
    return Object.fromEntries([...own, ...targets].map(row => [row.domain, row.state]))
  }
  const still = { 'off.shop.cn': 'disabled', 'vouched.cn': 'verified' }
  expect(await runAfter(1)).toEqual({ 'go.shop.cn': 'pending', 'shop.cn': 'pending', ...still })
  server.zone['go.shop.cn'] = { cname: 'hy.example' }
  server.zone['shop.cn'] = { txt: ['hongyan-verify=abc'] }
  expect(await runAfter(2)).toMatchObject({ 'go.shop.cn': 'pending' })
  expect(await runAfter(12)).toEqual({ 'go.shop.cn': 'verified', 'shop.cn': 'verified', ...still })
  server.zone['go.shop.cn'] = { cname: 'other.example' }
  server.zone['shop.cn'] = {}
  // Not checked again within the day.
  expect(await runAfter(600)).toEqual({ 'go.shop.cn': 'verified', 'shop.cn': 'verified', ...still })
  const day = 24 * 60 + 5
  expect(await runAfter(12 + day)).toEqual({ 'go.shop.cn': 'verified', 'shop.cn': 'verified', ...still })
  expect(await runAfter(12 + 2 * day)).toEqual({ 'go.shop.cn': 'verified', 'shop.cn': 'verified', ...still })
  expect(await runAfter(12 + 3 * day)).toEqual({ 'go.shop.cn': 'disabled', 'shop.cn': 'pending', ...still })
})
