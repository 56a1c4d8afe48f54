import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import pino from 'pino'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { visitFigures } from '#domain/visit-statistics/statistics/read.ts'
import { cutOldAddresses } from '#domain/visits/retention.ts'
import { readNote, type VisitLogEntry, writeNote } from '#domain/visits/visit-note.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { VisitIngester } from './visit-ingester.ts'
import { VisitLog } from './visit-log.ts'

const logger = pino({ level: 'silent' })
const database = prepareTestDatabase()
let account: AccountId
let folder: string
beforeAll(async () => {
  account = (await createAccount(database.db, { linkUnits: 100_000 })).account
})
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-visits-'))
})
afterEach(() => rm(folder, { recursive: true }))

const noteOf = (linkId: string, more: Partial<VisitLogEntry> = {}): VisitLogEntry => ({
  atMs: Date.now(),
  accountId: account,
  linkId,
  messageId: null,
  address: '114.114.114.114',
  method: 'get',
  arm: null,
  agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.48',
  referrer: 'https://weixin.qq.com/some/private?page=1',
  language: 'zh-CN',
  visitor: '',
  missed: null,
  ...more,
})
const openLog = async (fileBytes = 1e6, now = () => new Date()) => {
  const log = new VisitLog({ folder, logger, now, flushMs: 5, fileBytes, maxWaitingBytes: 1e6 })
  await log.open()
  return log
}
const newIngester = (now = () => new Date(), maxPerSecond: (waitedMs: number) => number = () => 1e6) =>
  new VisitIngester({ folder, db: database.platformDb, secret: 'x'.repeat(32), logger, now, maxPerSecond })
const visitsOf = (linkId: string) =>
  database.platformDb.selectFrom('visit').selectAll().where('accountId', '=', account).where('linkId', '=', linkId).execute()

test('a recorded visit is in the table with its derived facts', async () => {
  const linkId = newId()
  const log = await openLog()
  log.append(writeNote(noteOf(linkId, { arm: 2 })))
  log.append(writeNote(noteOf(linkId, { method: 'unseen' })))
  await log.flush()
  expect(await newIngester().ingest()).toBe(2)
  const rows = await visitsOf(linkId)
  expect(rows.map(row => row.visitorKind).sort()).toEqual(['person', 'unseen'])
  expect(rows.find(row => row.arm === 2)).toMatchObject({
    province: '江苏',
    city: '南京',
    device: 'ios',
    inApp: '微信',
    referrer: 'weixin.qq.com',
    language: 'zh-CN',
  })
  await log.close()
})

test('nothing is ingested twice, also concurrently; finished files are deleted, the newest stays', async () => {
  const linkId = newId()
  const log = await openLog(500)
  for (let index = 0; index < 50; index += 1) {
    log.append(writeNote(noteOf(linkId)))
    await log.flush()
  }
  expect((await readdir(folder)).length).toBeGreaterThan(5)
  await newIngester().ingest()
  await newIngester().ingest()
  expect(await visitsOf(linkId)).toHaveLength(50)
  expect(await readdir(folder)).toHaveLength(1)
  await log.close()
})

test('a truncated last line is no visit, and malformed lines do not stop the others', async () => {
  const linkId = newId()
  const line = writeNote(noteOf(linkId))
  await appendFile(path.join(folder, `${newId()}.log`), `${line}what is this\n${line}${line.slice(0, 60)}`)
  const log = await openLog()
  await newIngester().ingest()
  expect(await visitsOf(linkId)).toHaveLength(2)
  await log.close()
})

test('a slow pace ingests all visits in small batches', async () => {
  const linkId = newId()
  const line = writeNote(noteOf(linkId, { agent: 'x'.repeat(512), referrer: `https://example.com/${'y'.repeat(200)}` }))
  await appendFile(path.join(folder, `${newId()}.done`), line.repeat(400))
  const waits: number[] = []
  const ingester = newIngester(
    () => new Date(Date.now() + 90_000),
    waitedMs => {
      waits.push(waitedMs)
      return 1_000
    },
  )
  expect(await ingester.ingest()).toBe(400)
  // Before the first batch its age is unknown.
  expect([waits[0], lastOrThrow(waits) >= 90_000]).toEqual([0, true])
  const batches = database.platformDb.selectFrom('visitDelta').select(['batchId', 'pv', 'bots'])
  const rows = await batches.where('accountId', '=', account).where('subjectId', '=', linkId).execute()
  expect(new Set(rows.map(row => row.batchId)).size).toBeGreaterThan(1)
  expect(rows.reduce((sum, { pv, bots }) => sum + pv + bots, 0)).toBe(400)
})

test('writers share one folder; files of dead and idle writers are deleted, and idle writers lose nothing', async () => {
  const linkId = newId()
  await appendFile(path.join(folder, `${newId()}.log`), writeNote(noteOf(linkId)))
  let now = new Date()
  const logs = [await openLog(1e6, () => now), await openLog(1e6, () => now)]
  const visit = async () => {
    for (const log of logs) {
      log.append(writeNote(noteOf(linkId)))
      await log.flush()
    }
  }
  await visit()
  await newIngester(() => now).ingest()
  expect(await readdir(folder)).toHaveLength(3)
  now = new Date(now.getTime() + 1_300_000)
  await newIngester(() => now).ingest()
  expect(await readdir(folder)).toEqual([])
  await visit()
  expect(await readdir(folder)).toHaveLength(2)
  await Promise.all(logs.map(log => log.close()))
  await newIngester(() => now).ingest()
  expect(await visitsOf(linkId)).toHaveLength(5)
  expect(await readdir(folder)).toEqual([])
})

test('an address that is a month old at ingestion is truncated like the others', async () => {
  const linkId = newId()
  const db = database.platformDb
  const log = await openLog()
  await cutOldAddresses(db, new Date())
  log.append(writeNote(noteOf(linkId, { atMs: Date.now() - 40 * 86_400_000 })))
  await log.flush()
  await newIngester().ingest()
  await cutOldAddresses(db, new Date())
  expect(firstOrThrow(await visitsOf(linkId)).address).toMatch(/^114\.114\.114\.0/)
  await log.close()
})

test('a line that fits into no partition does not stop the others', async () => {
  const linkId = newId()
  const line = writeNote(noteOf(linkId))
  const bad = [
    line.replace('114.114.114.114', '114.114.114'),
    line.replace(linkId, 'a link'),
    writeNote(noteOf(linkId, { atMs: 5 })),
    writeNote(noteOf(linkId, { atMs: Date.now() + 1e12 })),
    writeNote(noteOf(linkId, { arm: 1e6 })),
    line.replace('\tget\t', '\tpost\t'),
  ]
  await appendFile(path.join(folder, `${newId()}.log`), `${bad.join('')}${line}`)
  expect(await newIngester().ingest()).toBe(1)
  expect(await visitsOf(linkId)).toHaveLength(1)
})

const figuresOf = (linkId: string) =>
  visitFigures(
    database.platformDb,
    account,
    { kind: 'link', linkId },
    { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) },
  )

test('two concurrent ingesters of one folder ingest each visit once', async () => {
  const linkId = newId()
  const lines = Array.from({ length: 400 }, () => writeNote(noteOf(linkId)))
  for (let file = 0; file < 8; file += 1)
    await appendFile(path.join(folder, `${newId()}.log`), lines.slice(file * 50, file * 50 + 50).join(''))
  const counts = await Promise.all([newIngester().ingest(), newIngester().ingest(), newIngester().ingest()])
  expect(counts.reduce((a, b) => a + b)).toBe(400)
  expect(await visitsOf(linkId)).toHaveLength(400)
  expect(await figuresOf(linkId)).toMatchObject({ pv: 400, uv: 1 })
})

test('a ingester that is killed repeatedly ingests each visit once, and counts it once', async () => {
  const linkId = newId()
  const lines = Array.from({ length: 3_000 }, () => writeNote(noteOf(linkId)))
  for (let file = 0; file < 30; file += 1)
    await appendFile(path.join(folder, `${newId()}.done`), lines.slice(file * 100, file * 100 + 100).join(''))
  const workerData = { folder, databaseUrl: database.url, secret: 'x'.repeat(32) }
  let left = 30
  for (let kill = 0; kill < 6 && left > 1; kill += 1) {
    const worker = new Worker(new URL('../bin/ingest-visits.ts', import.meta.url), { workerData, execArgv: [] })
    while (left > 1 && (await readdir(folder)).length >= left) await new Promise(resolve => setTimeout(resolve, 2))
    await worker.terminate()
    left = (await readdir(folder)).length
  }
  await newIngester().ingest()
  expect(await visitsOf(linkId)).toHaveLength(3_000)
  expect(await figuresOf(linkId)).toMatchObject({ pv: 3_000, uv: 1 })
}, 120_000)

test('visits of an account without link units are not recorded, and do not delay others', async () => {
  const poor = (await createAccount(database.db)).account
  const linkId = newId()
  await appendFile(path.join(folder, `${newId()}.log`), writeNote(noteOf(linkId, { accountId: poor })) + writeNote(noteOf(linkId)))
  await newIngester().ingest()
  expect((await visitsOf(linkId)).map(visit => visit.accountId)).toEqual([account])
})

test('visitors’ input cannot forge a line', () => {
  const note = noteOf(newId(), { agent: 'a\tb\nc\0d', referrer: '\t\t\t', language: 'zh\r\n' })
  const line = writeNote(note)
  expect(line.match(/\n/g)).toHaveLength(1)
  expect(readNote(line.slice(0, -1))).toMatchObject({ linkId: note.linkId, agent: 'a b c d', language: 'zh  ' })
})
