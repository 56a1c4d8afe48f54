import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeContent, renderTemplate } from '#contract/content/template-text.ts'
import type { Tx } from '#db/connect.ts'
import { asAccount } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { countsOf } from '#domain/messages/broadcast-count.ts'
import { loadCarrierFinder } from '#domain/numbering/number-segment.ts'
import { Files } from '#domain/platform/files.ts'
import { visitFigures } from '#domain/visit-statistics/statistics/read.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import type { AccountId } from '#values/id.ts'
import { type DemoAccounts, seedDemo } from './demo.ts'
import { seedReference } from './reference.ts'

const secret = 'a secret of at least thirty-two characters'
const shortLinkUrl = 'https://hy.example'
const now = new Date('2026-11-20T10:00:00Z')
const folder = path.join(os.tmpdir(), `hongyan-demo-${process.pid}`)
const files = new Files(folder, secret)

const database = prepareTestDatabase()
let demo: DemoAccounts
let shop: AccountId

beforeAll(async () => {
  await seedReference(database.url, { secret, upstream: { host: '127.0.0.1', port: 2775 }, now })
  demo = (await seedDemo(database.url, { secret, shortLinkUrl, files, now }))!
  const owner = await database.platformDb
    .selectFrom('loginName')
    .select('accountId')
    .where('login', '=', demo.customer.login)
    .executeTakeFirstOrThrow()
  shop = owner.accountId
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const inShop = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, shop, work)
const messages = () => inShop(tx => tx.selectFrom('message').selectAll().where('accountId', '=', shop).execute())

test("the demo's ledger adds up to the segment, and only messages without report and tomorrow's are held", async () => {
  const rows = await messages()
  const tomorrow = await inShop(tx =>
    tx
      .selectFrom('broadcast')
      .select('segmentCount')
      .where('accountId', '=', shop)
      .where('state', '=', 'scheduled')
      .executeTakeFirstOrThrow(),
  )
  // The package whose refund waits for staff.
  const askedBack = 5_000
  const waiting = rows.filter(row => row.state === 'submitted').reduce((sum, row) => sum + row.segmentCount, 0)
  const { balances, problems } = await inShop(async tx => ({
    balances: await balancesOf(tx, shop),
    problems: await verifyLedger(tx, shop),
  }))
  expect(problems).toEqual([])
  expect(balances.grants.reduce((sum, grant) => sum + grant.heldCount, 0)).toBe(waiting + tomorrow.segmentCount + askedBack)
  expect(new Set(balances.grants.filter(grant => grant.spentCount > 0).map(grant => grant.kind))).toEqual(
    new Set(['industry', 'marketing']),
  )
  expect(balances.availableHao).toBeGreaterThan(0)
})

test('two weeks of messages are plausible: enough of them, none in the future, in order, to numbers of their carrier, delivered by the carrier', async () => {
  const rows = await messages()
  const carrierOf = await loadCarrierFinder(database.platformDb)
  expect(rows.length).toBeGreaterThan(15_000)
  expect(rows.length).toBeLessThan(25_000)
  for (const row of rows) {
    expect(row.submittedAt! <= now && (row.finishedAt ?? now) <= now).toBe(true)
    if (row.finishedAt) expect(row.finishedAt > row.submittedAt!).toBe(true)
    expect(carrierOf(row.phone)).toBe(row.carrier)
    expect(Number(row.phone.slice(-4))).toBeGreaterThan(12)
  }
  const delivered = rows.filter(row => row.state === 'delivered').length
  expect(delivered / rows.length).toBeGreaterThan(0.95)
  expect(delivered / rows.length).toBeLessThan(0.99)
})

test('the counts of each broadcast are those of its messages', async () => {
  const broadcasts = await inShop(tx => tx.selectFrom('broadcast').selectAll().where('accountId', '=', shop).execute())
  const rows = await messages()
  expect(broadcasts.map(broadcast => broadcast.state).sort()).toEqual([
    'canceled',
    'completed',
    'completed',
    'completed',
    'completed',
    'completed',
    'scheduled',
  ])
  const counts = await inShop(tx =>
    countsOf(
      tx,
      shop,
      broadcasts.map(broadcast => broadcast.broadcastId),
    ),
  )
  for (const broadcast of broadcasts) {
    const own = rows.filter(row => row.broadcastId === broadcast.broadcastId)
    const isCanceled = broadcast.state === 'canceled'
    if (broadcast.state === 'scheduled') continue
    expect(counts.get(broadcast.broadcastId)).toMatchObject({
      made: own.length,
      submitted: own.length,
      delivered: own.filter(row => row.state === 'delivered').length,
      canceled: isCanceled ? broadcast.recipientCount : 0,
    })
    if (broadcast.state === 'completed') expect(own.length).toBe(broadcast.recipientCount)
  }
})

test('replies come from recipients; those who opted out are on the blacklist', async () => {
  const replies = await inShop(tx => tx.selectFrom('inbound').selectAll().where('accountId', '=', shop).execute())
  const blocked = await inShop(tx =>
    tx.selectFrom('blacklist').select('phone').where('accountId', '=', shop).where('source', '=', 'reply').execute(),
  )
  expect(replies.length).toBeGreaterThan(10)
  const refusals = new Set(replies.filter(reply => reply.effect !== null).map(reply => reply.phone))
  expect(new Set(blocked.map(row => row.phone))).toEqual(refusals)
})

test('the printed key can send the printed message', async () => {
  const template = await inShop(tx =>
    tx.selectFrom('template').selectAll().where('accountId', '=', shop).where('code', '=', demo.app.templateCode).executeTakeFirstOrThrow(),
  )
  const variables = template.variables as unknown as { name: string }[]
  const text = renderTemplate(
    template.text,
    variables,
    variables.map(({ name }) => demo.app.templateParam[name]!),
  )
  expect(composeContent(demo.app.signature, text, 'otp')).toBe('【云栈集市】您的登录验证码为204817，5分钟内有效，请勿告诉他人。')
  expect(template.state).toBe('approved')
})

test('the demo is created once', async () => {
  expect(await seedDemo(database.url, { secret, shortLinkUrl, files, now })).toEqual(demo)
  const staff = await database.platformDb.selectFrom('staff').select('role').execute()
  expect(staff.map(one => one.role).sort()).toEqual(['administrator', 'finance', 'operations', 'reviewer'])
})

test("the demo's short links are in every state, and visits are counted as often as they happened", async () => {
  const links = await inShop(tx => tx.selectFrom('link').selectAll().where('accountId', '=', shop).execute())
  expect(new Set(links.map(link => link.state))).toEqual(new Set(['active', 'disabled', 'rejected', 'reviewing']))
  const persons = await inShop(tx =>
    tx
      .selectFrom('visit')
      .select(row => row.fn.countAll<number>().as('count'))
      .where('accountId', '=', shop)
      .where('visitorKind', '=', 'person')
      .executeTakeFirstOrThrow(),
  )
  const range = { from: new Date(now.getTime() - 30 * 86_400_000), until: now }
  const { pv } = await inShop(tx => visitFigures(tx, shop, { kind: 'account' }, range))
  expect([pv, pv > 2_000]).toEqual([persons.count, true])
})

test('a message opened through its own link carried it, and had arrived before', async () => {
  const { rows } = await inShop(tx =>
    sql<{ content: string; code: string; finishedAt: Date; firstAt: Date }>`
      select content, code, finished_at, first_at from message_click as click
      join message on message.account_id = ${shop} and message.message_id = click.message_id
      join short_code on short_code.account_id = ${shop} and short_code.message_id = click.message_id
      where click.account_id = ${shop}`.execute(tx),
  )
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter(row => !row.content.includes(`${shortLinkUrl}/${row.code} `) || row.firstAt < row.finishedAt)).toEqual([])
})

test("the demo's lists, which are sorted by ids, are in the order of their times", async () => {
  const tables = { notification: ['messageId', 'notifiedAt'], blacklist: ['blacklistId', 'createdAt'] } as const
  for (const [table, [id, at]] of Object.entries(tables)) {
    const { rows } = await inShop(tx =>
      sql<{ at: Date }>`select ${sql.ref(at)} as at from ${sql.table(table)} where account_id = ${shop} order by ${sql.ref(id)}`.execute(
        tx,
      ),
    )
    expect(rows.length, table).toBeGreaterThan(5)
    expect(rows, table).toEqual([...rows].sort((one, other) => one.at.getTime() - other.at.getTime()))
  }
})
