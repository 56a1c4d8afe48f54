import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { isRead, type OpenCall, pathFields } from '#contract/open/call.ts'
import { openCalls } from '#contract/open/calls.ts'
import { openErrors } from '#contract/open/error.ts'
import { seedReference } from '#db/seed/reference.ts'
import { Files } from '#domain/platform/files.ts'
import type { App } from '#http/server/app.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createProgram, openSecret, type Program } from '#test/support/open.ts'
import { createOpenWorld, type OpenWorld, openInputOf } from '#test/support/open-world.ts'
import { createOpenApp } from './app.ts'
import { openDocument } from './document.ts'

const now = new Date('2026-11-21T04:00:00Z')
/** The time advances with each request, or the rate limit would refuse all after the first thousands. */
let clockMs = now.getTime()
const seed = Number(process.env.HONGYAN_SEED ?? 20_261_121)
const [perCall, timeoutMs] = process.env.HONGYAN_PROOF === 'long' ? [2_000, 1_200_000] : [40, 60_000]
let database: TestDatabase
let app: App
let base: string
let program: Program
let world: OpenWorld

beforeAll(async () => {
  database = await createTestDatabase()
  await seedReference(database.url, { secret: openSecret, upstream: { host: '127.0.0.1', port: 1 }, now })
  app = await createOpenApp({ db: database.db, secret: openSecret, now: () => new Date(clockMs), files: new Files('/dev/null/files') })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  program = await createProgram(database.db, { now, linkUnits: 100_000, segmentCount: 100_000 })
  world = await createOpenWorld(base, program, { word: '本家', phone: '13900000031', now })
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

type Random = (below: number) => number
/** Mulberry32, a pseudorandom generator: the same numbers for a seed everywhere. */
function randomOf(start: number): Random {
  let state = start >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
const one = <T>(random: Random, of: readonly T[]): T => of[random(of.length)]!

const nested = (depth: number): unknown => Array.from({ length: depth }).reduce<unknown>(inner => ({ a: [inner] }), 1)
/** Unexpected values of a field. */
const odd: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  0.5,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '💣'.repeat(300),
  "'; drop table message; --",
  '../../../etc/passwd',
  '%',
  '%00',
  '{{7*7}}',
  '1'.repeat(5_000),
  '9999-99-99',
  '2026-02-30',
  '2026-11-21T25:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '1969-12-31T23:59:59Z',
  'msg_00000000000000000000000000',
  'zzz_7zzzzzzzzzzzzzzzzzzzzzzzzz',
  '00000000-0000-0000-0000-000000000000',
  'https://[::1]:99999/',
  'javascript:alert(1)',
  [],
  [[]],
  {},
  { constructor: 1, __proto__: 2 },
  nested(40),
  Array.from({ length: 1_500 }, () => '13900000001'),
]

/** An input with some of its fields changed, removed or added. */
function spoiled(random: Random, input: Record<string, unknown>): Record<string, unknown> {
  const made = structuredClone(input)
  for (let times = 1 + random(3); times > 0; times -= 1) {
    const field = one(random, [...Object.keys(made), 'unknown', '__proto__', 'cursor', 'pageSize'])
    if (random(4) === 0) delete made[field]
    else Object.defineProperty(made, field, { value: one(random, odd), enumerable: true, configurable: true, writable: true })
  }
  return made
}

/** A text with some of its bytes changed, cut or doubled. */
function scrambled(random: Random, text: string): Buffer {
  const bytes = Buffer.from(text)
  for (let times = 1 + random(4); times > 0 && bytes.length > 0; times -= 1) bytes[random(bytes.length)] = random(256)
  return random(3) === 0 ? bytes.subarray(0, random(bytes.length + 1)) : bytes
}

const asText = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '')).slice(0, 6_000)

function requestOf(random: Random, call: OpenCall): { url: string; body: Buffer | null } {
  const good = openInputOf(call.name, world) as Record<string, unknown>
  const input = spoiled(random, good)
  const inPath = pathFields(call)
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(asText(input[name] ?? good[name])) || '-')
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name))
  if (call.method === 'GET' || call.method === 'DELETE') {
    const query = rest.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(asText(value))}`).join('&')
    return { url: `${base}${path}?${random(5) === 0 ? scrambledQuery(random, query) : query}`, body: null }
  }
  const text = JSON.stringify(Object.fromEntries(rest))
  return { url: base + path, body: random(3) === 0 ? scrambled(random, text) : Buffer.from(text) }
}
/** Printable characters only, so that the client sends them unchanged. */
const scrambledQuery = (random: Random, query: string) =>
  [...query]
    .map(character => (random(12) === 0 ? String.fromCharCode(0x21 + random(0x5d)) : character))
    .join('')
    .replaceAll('#', '%')

const { paths } = openDocument('http://127.0.0.1') as { paths: Record<string, Record<string, { responses: object }>> }
/** The statuses of a call in the document. */
const documented = ({ path, method }: OpenCall) => Object.keys(paths[path]![method.toLowerCase()]!.responses)

test.each(openCalls.map((call, index) => [call.name, index, call] as const))(
  '%s answers malformed input with a documented error',
  async (_, index, call) => {
    const random = randomOf(seed + index)
    for (let round = 0; round < perCall; round += 1) {
      const { url, body } = requestOf(random, call)
      clockMs += 50
      const answer = await fetch(url, {
        method: call.method,
        headers: { authorization: program.bearer, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: new Uint8Array(body) } : {}),
      })
      const text = await answer.text()
      const said = `seed ${seed}, round ${round}: ${call.method} ${url.slice(0, 300)} ${body?.toString('latin1').slice(0, 300) ?? ''} -> ${answer.status} ${text.slice(0, 200)}`
      expect(answer.status, said).toBeLessThan(500)
      expect(answer.status, said).not.toBe(429)
      const parsed = z.looseObject({ error: z.looseObject({ code: z.string() }).optional() }).parse(JSON.parse(text))
      expect(documented(call), said).toContain(String(answer.status))
      if (answer.status !== 200) expect(Object.keys(openErrors), said).toContain(parsed.error?.code)
    }
  },
  timeoutMs,
)

test.each(openCalls.filter(call => !isRead(call)).map(call => [call.name, call] as const))(
  '%s is documented to accept no other media type',
  async (_, call) => {
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      String((openInputOf(call.name, world) as Record<string, unknown>)[name]),
    )
    const headers = { authorization: program.bearer, 'content-type': 'text/plain' }
    const answer = await fetch(base + path, { method: call.method, headers, body: 'x' })
    expect(answer.status).toBe(415)
    expect(documented(call)).toContain('415')
  },
)

test('a server works as before after all malformed requests', async () => {
  const answer = await fetch(`${base}/openapi/v1/app`, { headers: { authorization: program.bearer } })
  expect(answer.status).toBe(200)
})
