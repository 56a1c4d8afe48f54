import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkDomainCalls } from '#contract/links/link-domain.ts'
import { openDns } from '#domain/links/domain-check.ts'
import { outside } from '#domain/platform/public-request.ts'
import { type App, createApp } from '#http/server/app.ts'
import { serve } from '#http/server/serve.ts'
import { readSession } from '#http/server/sessions.ts'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { limits } from '#values/limits.ts'
import { linkDomainHandlers } from './link-domain.ts'

const now = new Date()
let database: TestDatabase
let app: App
let requestedHosts: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  app = await createApp({ forBrowsers: true })
  // A network that answers, in which no customer's domain has an address.
  const resolve = async (host: string) => {
    requestedHosts.push(host)
    throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  }
  const options = { dns: openDns(), shortLinkUrl: 'https://hy-s.cn', shortIcpRecord: null, publicUrl: undefined }
  const handlers = linkDomainHandlers({ ...options, outside: { ...outside, resolve, isOnline: async () => true } })
  serve(app, { db: database.db, now: () => now, readSession }, handlers)
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

/** An account with a domain in this state, and how it asks for a domain's HTTPS. */
async function ownerOf(domain: string, state: string) {
  const { account, memberId } = await createAccount(database.db)
  await database.platformDb.insertInto('linkDomain').values({ domain, accountId: account, state }).execute()
  const cookie = await createSessionCookie(database.db, account, memberId)
  return async (of: string) => {
    requestedHosts = []
    const { path, method } = linkDomainCalls.https
    const answer = await app.inject({ method, url: `${path}?domain=${of}`, headers: { cookie } })
    const { outcome, error } = answer.json()
    return { status: answer.statusCode, result: outcome ?? error.code }
  }
}

test('the HTTPS of a verified domain is tried, of another one not', async () => {
  const verified = await ownerOf('go.shop.cn', 'verified')
  expect(await verified('go.shop.cn')).toEqual({ status: 200, result: 'unreachable' })
  expect(requestedHosts).toEqual(['go.shop.cn'])
  const pending = await ownerOf('new.shop.cn', 'pending')
  expect(await pending('new.shop.cn')).toEqual({ status: 200, result: 'unchecked' })
  expect(requestedHosts).toEqual([])
})

test('the domain of another account is not found and not tried', async () => {
  const stranger = await ownerOf('other.cn', 'verified')
  await ownerOf('mine.cn', 'verified')
  expect(await stranger('mine.cn')).toEqual({ status: 404, result: 'not_found' })
  expect(requestedHosts).toEqual([])
})

test('a page with all domains asks for each, three times a minute and no more', async () => {
  const ask = await ownerOf('busy.cn', 'pending')
  for (let count = 0; count < 3 * limits.linkDomains; count += 1) expect((await ask('busy.cn')).status).toBe(200)
  expect(await ask('busy.cn')).toEqual({ status: 429, result: 'too_many_requests' })
})
