import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readNote, type VisitNote, writeNote } from '#domain/shorturl/visit.ts'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { Shipper } from './shipper.ts'
import { VisitLog } from './visit-log.ts'

const logger = pino({ level: 'silent' })
let database: TestDatabase
let account: AccountId
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  account = (await createAccount(database.db)).account
})
afterAll(() => database.close())
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-visits-'))
})
afterEach(() => rm(folder, { recursive: true }))

const noteOf = (linkId: string, more: Partial<VisitNote> = {}): VisitNote => ({
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
  ...more,
})
const openLog = async (fileBytes = 1e6) => {
  const log = new VisitLog({ folder, logger, flushMs: 5, fileBytes, mostWaiting: 1_000 })
  await log.open()
  return log
}
const newShipper = () => new Shipper({ folder, db: database.platformDb, secret: 'x'.repeat(32), logger, mostPerSecond: 1e6 })
const visitsOf = (linkId: string) =>
  database.platformDb.selectFrom('visit').selectAll().where('account_id', '=', account).where('link_id', '=', linkId).execute()

test('what was noted stands in the table with what can be told of it', async () => {
  const linkId = newId()
  const log = await openLog()
  log.append(writeNote(noteOf(linkId, { arm: 2 })))
  log.append(writeNote(noteOf(linkId, { method: 'unseen' })))
  await log.flush()
  expect(await newShipper().ship()).toBe(2)
  const rows = await visitsOf(linkId)
  expect(rows.map(row => row.visitor_kind).sort()).toEqual(['person', 'unseen'])
  expect(rows.find(row => row.arm === 2)).toMatchObject({
    province: '江苏',
    city: '南京',
    device: 'ios',
    in_app: '微信',
    referrer: 'weixin.qq.com',
    language: 'zh-CN',
  })
  await log.close()
})

test('nothing is taken twice, whoever asks again; files that are done are gone, the newest stays', async () => {
  const linkId = newId()
  const log = await openLog(500)
  for (let index = 0; index < 50; index += 1) {
    log.append(writeNote(noteOf(linkId)))
    await log.flush()
  }
  expect((await readdir(folder)).length).toBeGreaterThan(5)
  await newShipper().ship()
  await newShipper().ship()
  expect(await visitsOf(linkId)).toHaveLength(50)
  expect(await readdir(folder)).toHaveLength(1)
  await log.close()
})

test('a last line that was cut off is no visit, and lines that are no notes do not stop the others', async () => {
  const linkId = newId()
  const line = writeNote(noteOf(linkId))
  await appendFile(path.join(folder, `${newId()}.log`), `${line}what is this\n${line}${line.slice(0, 60)}`)
  const log = await openLog()
  await newShipper().ship()
  expect(await visitsOf(linkId)).toHaveLength(2)
  expect(await readdir(folder)).toHaveLength(1)
  await log.close()
})

test('what visitors send can not forge a line', () => {
  const note = noteOf(newId(), { agent: 'a\tb\nc\0d', referrer: '\t\t\t', language: 'zh\r\n' })
  const line = writeNote(note)
  expect(line.match(/\n/g)).toHaveLength(1)
  expect(readNote(line.slice(0, -1))).toMatchObject({ linkId: note.linkId, agent: 'a b c d', language: 'zh  ' })
})
