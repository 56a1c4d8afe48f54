import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { type LiveVisits, liveVisitsRoute } from '#contract/links/visit.ts'
import { type App, createApp } from '#http/server/app.ts'
import { readSession } from '#http/server/sessions.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createLinks } from '#test/support/links.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { addresses, agents, recordVisits } from '#test/support/visits.ts'
import { encodeId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { serveLiveVisits } from './visit-live.ts'

const database = prepareTestDatabase()
let app: App
let base: string

beforeAll(async () => {
  app = await createApp({ forBrowsers: true })
  serveLiveVisits(app, { db: database.db, now: () => new Date(), readSession }, { intervalMs: 20, heartbeatMs: 60 })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

async function prepare() {
  const own = await createAccount(database.db, { linkUnits: 10_000 })
  const link = firstOrThrow(await createLinks(database.platformDb, own.account, 1))
  const cookie = await createSessionCookie(database.db, own.account, own.memberId)
  const visit = (visits: Parameters<typeof recordVisits>[3]) => recordVisits(database.platformDb, own.account, link.linkId, visits)
  return { ...own, linkId: encodeId('link', link.linkId), cookie, visit }
}

/** Listens for visits: returns the events as they arrive. */
async function listen(cookie: string, query: Record<string, string> = {}) {
  const leaving = new AbortController()
  const response = await fetch(`${base}${liveVisitsRoute.path}?${new URLSearchParams(query)}`, {
    headers: { cookie },
    signal: leaving.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const event = async (): Promise<LiveVisits | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const piece = text.slice(0, end)
        text = text.slice(end + 2)
        if (piece.startsWith('event: visits\n')) return JSON.parse(piece.slice(piece.indexOf('data: ') + 6)) as LiveVisits
        continue
      }
      const { value, done } = await reader.read()
      if (done) return null
      text += value
    }
  }
  return { response, event, leave: () => leaving.abort() }
}

test('a live stream confirms that it listens, then sends each visit once, also one that reaches the table late', async () => {
  const { linkId, cookie, visit } = await prepare()
  await visit([{}])
  const stream = await listen(cookie, { linkId })
  expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(await stream.event()).toEqual({ rows: [], count: 0 })
  await visit([{ address: addresses.nanjing }])
  expect(await stream.event()).toMatchObject({ count: 1, rows: [{ province: '江苏', address: '114.114.114.*' }] })
  await visit([{ atMs: Date.now() - 3_000, agent: agents.wechat }])
  expect(await stream.event()).toMatchObject({ count: 1, rows: [{ inApp: '微信' }] })
  stream.leave()
})

test('a live stream sends some of many concurrent visits and counts all', async () => {
  const { cookie, visit } = await prepare()
  const stream = await listen(cookie)
  await stream.event()
  const count = limits.liveVisits + 7
  await visit(Array.from({ length: count }, () => ({})))
  const event = await stream.event()
  assert.exists(event)
  expect(event).toMatchObject({ count })
  expect(event.rows).toHaveLength(limits.liveVisits)
  stream.leave()
})

test('a live stream sends only what its filter matches, and nothing of another account', async () => {
  const [mine, other] = [await prepare(), await prepare()]
  const stream = await listen(mine.cookie, { kind: 'person', province: '江苏' })
  await stream.event()
  await other.visit([{ address: addresses.nanjing }])
  await mine.visit([{}, { address: addresses.nanjing, agent: agents.crawler }, { address: addresses.nanjing, agent: agents.desktop }])
  expect(await stream.event()).toMatchObject({ count: 1, rows: [{ device: 'desktop' }] })
  stream.leave()
  expect((await listen('hongyan=nobody')).response.status).toBe(401)
})

test('a live stream ends with the session', async () => {
  const { account, cookie } = await prepare()
  const stream = await listen(cookie)
  await stream.event()
  await database.db.deleteFrom('session').where('accountId', '=', account).execute()
  expect(await stream.event()).toBeNull()
})
