import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from '#db/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { createAccount } from '#test/support/account.ts'
import { Program } from '#test/support/engine.ts'
import { createLinks, setLinkState, type TestLink } from '#test/support/links.ts'
import type { AccountId } from '#values/id.ts'
import { getOrThrow, itemOrThrow, takeOrThrow } from '#values/or-throw.ts'

const isLong = process.env.HONGYAN_PROOF === 'long'
const killCount = isLong ? 20 : 2
/** Requests between two events. */
const burst = isLong ? 20_000 : 1_000
const clients = 16

let folder: string
let server: EmbeddedPostgres
let db: Db
let redirect: Program
let base: string
let account: AccountId
let links: TestLink[]

/** The server's socket is in a new folder each time; programs use a stable name for it. */
async function startServer(): Promise<string> {
  server = await startEmbeddedPostgres({ dataDir: folder })
  const place = path.join(folder, 'socket')
  await rm(place, { force: true })
  await symlink(getOrThrow(new URLSearchParams(server.url.split('?')[1]), 'host'), place)
  return `postgresql://hongyan@/postgres?host=${encodeURIComponent(place)}`
}
const startRedirect = async () => {
  base = String((await redirect.start()).redirect)
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-redirect-'))
  const url = await startServer()
  await migrate(url)
  db = openDb({ url, role: 'hongyan_platform', onError: () => undefined })
  account = (await createAccount(db, { linkUnits: 1_000_000 })).account
  links = await createLinks(db, account, 200)
  redirect = new Program('redirect', { DATABASE_URL: url, HONGYAN_SECRET: 'x'.repeat(40), DATA_DIR: folder, REDIRECT_PORT: '0' })
  await startRedirect()
}, 120_000)
afterAll(async () => {
  await redirect?.stop()
  await db?.destroy()
  await server?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const agent = new Agent({ keepAlive: true, maxSockets: clients })
const ask = (code: string) =>
  new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    get(
      `${base}/${code}`,
      { agent, headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Mobile/15E148' } },
      answer => {
        answer.resume().once('end', () => resolve({ status: answer.statusCode ?? 0, location: answer.headers.location }))
        answer.once('error', reject)
      },
    ).once('error', reject)
  })

/** Requests links until stopped; returns the numbers of answers and of broken connections. */
function visitLinks() {
  const counts = { answered: 0, wrong: 0, broken: 0 }
  let isEnding = false
  const work = async () => {
    while (!isEnding) {
      const link = itemOrThrow(links, Math.floor(Math.random() * links.length))
      try {
        const { status, location } = await ask(link.code)
        if (status === 302 && location === link.target) counts.answered += 1
        else counts.wrong += 1
      } catch {
        counts.broken += 1
        await pause(10)
      }
    }
  }
  const working = Array.from({ length: clients }, work)
  return {
    counts,
    until: async (answered: number) => {
      while (counts.answered < answered) await pause(5)
    },
    end: async () => {
      isEnding = true
      await Promise.all(working)
      return counts
    },
  }
}

const visitCount = async () => {
  const row = await db
    .selectFrom('visit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accountId', '=', account)
    .executeTakeFirstOrThrow()
  return row.count
}
/** The count once it is stable. */
async function settledCount(): Promise<number> {
  for (let last = -1; ; ) {
    const count = await visitCount()
    if (count === last) return count
    last = count
    await pause(1_500)
  }
}

test('an unavailable database leaves known links working and loses no visit; unknown ones get Retry-After', async () => {
  const before = await settledCount()
  const visits = visitLinks()
  await visits.until(burst)
  await server.stop()
  const atStop = visits.counts.answered
  await visits.until(atStop + burst)
  expect((await ask('unknown7')).status).toBe(503)
  await startServer()
  await visits.until(visits.counts.answered + burst)
  const counts = await visits.end()
  expect(counts).toMatchObject({ wrong: 0, broken: 0 })
  await expect.poll(() => visitCount(), { timeout: 60_000, interval: 500 }).toBe(before + counts.answered)
})

test('kill -9 loses no more than the last tenth of a second, and ingests nothing twice', async () => {
  const before = await settledCount()
  const visits = visitLinks()
  let atRisk = 0
  for (let kill = 0; kill < killCount; kill += 1) {
    await visits.until(visits.counts.answered + burst)
    await pause(Math.random() * 100)
    const aMomentAgo = visits.counts.answered
    await pause(150)
    await redirect.kill()
    atRisk += visits.counts.answered - aMomentAgo + clients
    await startRedirect()
  }
  await visits.until(visits.counts.answered + burst)
  const counts = await visits.end()
  expect(counts.wrong).toBe(0)
  await redirect.stop()
  await startRedirect()
  const recorded = (await settledCount()) - before
  // The answer to a recorded visit may not have reached the client.
  expect(recorded).toBeLessThanOrEqual(counts.answered + counts.broken)
  expect(recorded).toBeGreaterThanOrEqual(counts.answered - atRisk)
})

test('a disabled link soon looks like an unknown one, and works again when it is enabled', async () => {
  const [link] = takeOrThrow(links, 1)
  expect(await ask(link.code)).toEqual({ status: 302, location: link.target })
  await setLinkState(db, account, link.linkId, 'disabled')
  await expect.poll(async () => (await ask(link.code)).status, { interval: 100, timeout: 20_000 }).toBe(404)
  await setLinkState(db, account, link.linkId, 'active')
  await expect.poll(async () => (await ask(link.code)).status, { interval: 500, timeout: 20_000 }).toBe(302)
})

test('an address that guesses codes is refused, except for links that are known', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 80; index += 1) statuses.push((await ask(`guess${index}`)).status)
  expect(statuses.slice(0, 30)).toEqual(statuses.slice(0, 30).map(() => 404))
  expect(statuses.at(-1)).toBe(429)
  expect((await ask(itemOrThrow(links, 1).code)).status).toBe(302)
})
