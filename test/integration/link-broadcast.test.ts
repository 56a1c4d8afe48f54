import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { broadcastDraftCalls } from '#contract/broadcast/broadcast-draft.ts'
import { broadcastLinkCalls } from '#contract/broadcast/broadcast-link.ts'
import type { Call, CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { visitCalls } from '#contract/links/visit.ts'
import { deliveryCalls } from '#contract/messages/delivery.ts'
import { uploadCalls, uploadRoute } from '#contract/recipients/upload.ts'
import { asAccount } from '#db/connect.ts'
import { giveLinkUnits } from '#test/support/account.ts'
import { queryOf, readAnswer } from '#test/support/answer.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Engine, Program, startEngine } from '#test/support/engine.ts'
import { createSender } from '#test/support/sending.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { chinaDay } from '#values/china-time.ts'
import { encodeId, newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow, itemOrThrow } from '#values/or-throw.ts'

const target = 'https://shop.yuntuan-brand.cn/sale?from=sms'
const secret = 'a secret of at least thirty-two letters'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const bots = ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'TelegramBot (like TwitterBot)', '']

/** Thirty reachable numbers, and three whose endings the simulated carrier answers with a failure. */
const reached = Array.from({ length: 30 }, (_, index) => `19220001${String(101 + index)}`)
const failing = ['19230000001', '19230000002', '19230000007']
const phones = [...reached, ...failing]

let database: TestDatabase
let folder: string
let engine: Engine
let programs: Program[] = []
let base: string
let cookie: string
let sender: Awaited<ReturnType<typeof createSender>>
let templateId: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-link-'))
  sender = await createSender(database.db, { segmentCount: 1_000 })
  const { account } = sender
  templateId = newId()
  const { platformDb } = database
  await platformDb.insertInto('numberSegment').values({ prefix: '192', carrier: 'broadnet' }).execute()
  await platformDb.insertInto('domainRule').values({ domain: 'yuntuan-brand.cn', kind: 'trusted' }).execute()
  await platformDb
    .insertInto('template')
    .values({
      accountId: account,
      templateId,
      code: 'SMS_1',
      name: '周年庆',
      kind: 'transactional',
      text: `\${name}您好，会员礼遇请查看\${page}`,
      variables: JSON.stringify(['name', 'page'].map(name => ({ name, kind: 'text', maxLength: 35 }))),
      state: 'approved',
    })
    .execute()
  await asAccount(database.db, account, tx => giveLinkUnits(tx, account, 1_000))
  engine = await startEngine({ url: database.url, db: platformDb, windowSize: 20 })
  const common = { DATABASE_URL: database.url, HONGYAN_SECRET: secret, DATA_DIR: folder }
  const redirect = new Program('redirect', { ...common, REDIRECT_PORT: '0' })
  const jobs = new Program('jobs', common)
  programs = [redirect, jobs]
  const { redirect: shortLinkUrl } = await redirect.start()
  const http = new Program('http', { ...common, SHORT_LINK_URL: String(shortLinkUrl), PORT: '0', ADMIN_PORT: '0', OPENAPI_PORT: '0' })
  programs.push(http)
  base = String((await http.start()).console)
  await jobs.start()
  cookie = await createSessionCookie(database.db, account, sender.memberId)
}, 120_000)
afterAll(async () => {
  for (const program of programs) await program.stop()
  await engine?.close()
  await database?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** A call as the console's browser makes it. */
async function ask<C extends Call>(one: C, input: CallInputWire<C>): Promise<CallAnswerWire<C>> {
  const query = one.method === 'GET' ? `?${queryOf(input)}` : ''
  const answer = await fetch(base + one.path + query, {
    method: one.method,
    headers: { cookie, origin: base, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    ...(one.method === 'GET' ? {} : { body: JSON.stringify(input) }),
  })
  const body = await answer.json()
  if (!answer.ok) throw new Error(`${one.path} is answered ${answer.status}: ${JSON.stringify(body)}`)
  return body as CallAnswerWire<C>
}

/** Polls until the answer is as expected. */
async function until<T>(poll: () => Promise<T>, isReached: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await poll()
    if (isReached(seen)) return seen
    await pause(50)
  }
}

async function upload(): Promise<string> {
  const text = `手机号,name\r\n${phones.map((one, index) => `${one},客户${index}`).join('\r\n')}\r\n`
  const headers = { cookie, origin: base, 'content-type': 'application/octet-stream', [uploadRoute.fileNameHeader]: 'numbers.csv' }
  const answer = await fetch(base + uploadRoute.path, { method: 'POST', headers, body: text })
  return (await readAnswer(uploadCalls.one, answer)).uploadId
}

/** Sends a ready upload at its displayed cost. */
async function send(uploadId: string): Promise<string> {
  const { segmentCount, amountHao } = await ask(broadcastCalls.preview, { uploadId })
  const { broadcastId } = await ask(broadcastCalls.send, { uploadId, expected: { segmentCount, amountHao, unregisteredCount: 99 } })
  return broadcastId
}
/** Today's visits, as the page of visits counts them. */
const today = { from: chinaDay(Date.now()), to: chinaDay(Date.now()) }
const figuresOf = async (scope: { broadcastId: string } | { linkId: string }) =>
  (await ask(visitCalls.figures, { ...scope, ...today })).totals
const ready = (uploadId: string) =>
  until(
    () => ask(uploadCalls.one, { uploadId }),
    one => one.state === 'ready',
  )
const ended = (broadcastId: string, count: number) =>
  until(
    () => ask(broadcastCalls.one, { broadcastId }),
    ({ counts }) => counts.delivered + counts.failed === count,
  )

/** The addresses in texts to phones since a line of the carrier's trace. */
async function addressesSince(line: number): Promise<Map<string, string>> {
  const lines = (await engine.trace()).slice(line)
  return new Map(lines.map(([to = '', , , , text = '']) => [to, /https?:\/\/\S+\/[A-Za-z0-9]{8}$/.exec(text)?.[0] ?? text]))
}

async function open(address: string, agent: string, method = 'GET'): Promise<void> {
  const answer = await fetch(address, { method, redirect: 'manual', headers: { 'user-agent': agent } })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, target])
}

test('a broadcast is followed from its numbers to the last click: all counts agree', async () => {
  const link = await ask(broadcastLinkCalls.create, { target })
  expect(link.problem).toBeNull()
  const uploadId = await upload()
  const mapping = { signatureId: encodeId('signature', sender.signatureId), templateId: encodeId('template', templateId) }
  const variables = { name: { column: 1 }, page: { linkId: link.linkId } }
  await ask(uploadCalls.map, { uploadId, ...mapping, phoneColumn: 0, hasHeader: true, variables })
  expect((await ready(uploadId)).report?.longest?.text).toMatch(/查看https?:\/\/\S+\/\*{8}$/)
  expect((await ask(broadcastCalls.preview, { uploadId })).link).toMatchObject({ unitCount: 33, freeUnits: 999 })
  const broadcastId = await send(uploadId)
  const sent = await ended(broadcastId, phones.length)
  expect(sent.counts).toMatchObject({ made: 33, delivered: 30, failed: 3 })

  const addresses = await addressesSince(0)
  expect([...addresses.keys()].sort()).toEqual([...phones].sort())
  expect(new Set(addresses.values()).size).toBe(33)
  for (const address of addresses.values()) expect(address.slice(0, -8)).toBe(link.address.slice(0, -8))

  // Ten people open theirs, one to three times; bots open those of ten others; one with a failed report opens it too.
  const opened = new Map(reached.slice(0, 10).map((one, index) => [one, (index % 3) + 1]))
  opened.set(firstOrThrow(failing), 2)
  for (const [one, times] of opened) for (let turn = 0; turn < times; turn += 1) await open(getOrThrow(addresses, one), phone)
  for (const [index, one] of reached.slice(10, 20).entries()) await open(getOrThrow(addresses, one), itemOrThrow(bots, index % bots.length))
  await open(getOrThrow(addresses, itemOrThrow(reached, 20)), phone, 'HEAD')
  const clickCount = [...opened.values()].reduce((sum, times) => sum + times, 0)

  const figures = await until(
    () => figuresOf({ broadcastId }),
    ({ pv, bots: programVisits }) => pv >= clickCount && programVisits >= 11,
  )
  expect(figures).toMatchObject({ pv: clickCount, bots: 11 })
  const ofLink = await figuresOf({ linkId: link.linkId })
  expect(ofLink).toMatchObject({ pv: clickCount, bots: 11 })

  const funnel = await ask(broadcastCalls.funnel, { broadcastId })
  expect(funnel).toMatchObject({
    recipientCount: 33,
    submittedCount: 33,
    deliveredCount: 30,
    clickedCount: 11,
    reachedCount: 10,
    clickCount,
  })
  expect((await ask(broadcastCalls.one, { broadcastId })).clicks).toEqual({ clickedCount: 11, clickCount })

  const rows = await asAccount(database.db, sender.account, tx =>
    tx
      .selectFrom('messageClick')
      .innerJoin('message', join =>
        join.onRef('message.messageId', '=', 'messageClick.messageId').on('message.accountId', '=', sender.account),
      )
      .select(['message.phone', 'messageClick.clickCount as times', 'messageClick.messageId'])
      .where('messageClick.accountId', '=', sender.account)
      .execute(),
  )
  expect(new Map(rows.map(row => [row.phone, row.times]))).toEqual(opened)
  const timesOf = new Map(rows.map(row => [encodeId('message', row.messageId), row.times]))

  const first = await ask(broadcastCalls.clicks, { broadcastId, pageSize: 10 })
  const second = await ask(broadcastCalls.clicks, { broadcastId, pageSize: 10, cursor: first.nextCursor ?? '' })
  expect(new Map([...first.rows, ...second.rows].map(row => [row.messageId, row.clickCount]))).toEqual(timesOf)
  const clicked = await ask(deliveryCalls.list, { broadcastId, clicked: 'yes', pageSize: 100 })
  expect(new Map(clicked.rows.map(row => [row.messageId, row.clicks?.clickCount]))).toEqual(timesOf)
  const unclicked = await ask(deliveryCalls.list, { broadcastId, clicked: 'no', state: 'delivered', pageSize: 100 })
  expect(unclicked.rows).toHaveLength(20)
  const recipients = (await ask(visitCalls.list, { broadcastId, kind: 'person', ...today, pageSize: 100 })).rows
  expect(recipients.map(row => timesOf.has(row.recipient?.messageId ?? '')).filter(isKnown => isKnown)).toHaveLength(clickCount)

  const lineCount = (await engine.trace()).length
  const again = await ask(broadcastCalls.again, { broadcastId, numbers: 'unclicked' })
  expect(again.recipientCount).toBe(20)
  const { content } = await ask(broadcastDraftCalls.one, { draftId: again.draftId })
  const next = await ready(content.uploadId ?? '')
  expect(next.mapping?.variables.page).toMatchObject({ linkId: link.linkId })
  const nextId = await send(content.uploadId ?? '')
  await ended(nextId, 20)
  const nextAddresses = await addressesSince(lineCount)
  expect([...nextAddresses.keys()].sort()).toEqual(reached.slice(10).sort())
  expect(new Set([...addresses.values(), ...nextAddresses.values()]).size).toBe(53)
  await open(getOrThrow(nextAddresses, itemOrThrow(reached, 12)), phone)
  await until(
    () => ask(broadcastCalls.funnel, { broadcastId: nextId }),
    one => one.clickCount === 1,
  )
  expect(await ask(broadcastCalls.funnel, { broadcastId })).toMatchObject({ clickedCount: 11, clickCount })
  expect(await figuresOf({ broadcastId: nextId })).toMatchObject({ pv: 1, bots: 0 })
  expect(await figuresOf({ broadcastId })).toMatchObject({ pv: clickCount, bots: 11 })
  expect(await figuresOf({ linkId: link.linkId })).toMatchObject({ pv: clickCount + 1, bots: 11 })
})
