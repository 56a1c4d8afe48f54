import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asAccount, type Db } from '#db/connect.ts'
import { pauseBroadcast, resumeBroadcast } from '#domain/broadcast/control.ts'
import { previewBroadcast } from '#domain/broadcast/preview.ts'
import { sendBroadcast } from '#domain/broadcast/send.ts'
import { sentBefore } from '#domain/broadcast/sent-before.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { Files } from '#domain/platform/files.ts'
import { prepareUpload } from '#test/support/broadcast.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { makeMessagesTask } from './make-messages.ts'

const now = new Date('2026-11-21T02:00:00Z')
const tenSecondsLater = new Date(now.getTime() + 10_000)
const phoneCount = 30
const database = prepareTestDatabase()
let owner: pg.Client
let files: Files
let account: AccountId
let broadcastId: string

beforeAll(async () => {
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  files = new Files(await mkdtemp(path.join(os.tmpdir(), 'hongyan-make-')))
  await createChannel(database.platformDb)
})
afterAll(async () => {
  await owner.end()
  await rm(files.place, { recursive: true })
})
beforeEach(async () => {
  const { uploadId, memberId, ...prepared } = await prepareUpload(database.db, now, phoneCount)
  account = prepared.account
  ;({ broadcastId } = await asAccount(database.db, account, async tx => {
    const expected = await previewBroadcast(tx, account, { uploadId, scheduledAt: null, memberId, now })
    return sendBroadcast(tx, account, { uploadId, name: '', scheduledAt: null, expected, memberId, now })
  }))
})

const run = (minFreeBytes: number, db: Db = database.platformDb) =>
  makeMessagesTask(files, minFreeBytes)({ accountId: account, broadcastId }, { db, now: () => now, logger: pino({ level: 'silent' }) })
const onFullDisk = () => run(Number.MAX_SAFE_INTEGER)
const phones = () =>
  asAccount(database.db, account, async tx =>
    (await tx.selectFrom('message').select('phone').where('accountId', '=', account).execute()).map(row => row.phone),
  )
/** When the job runs next. */
async function runsAt(): Promise<Date | undefined> {
  const { rows } = await owner.query('select run_at from graphile_worker.jobs where key = $1', [`make_messages:${broadcastId}`])
  return rows[0]?.run_at
}

test('a nearly full disk: none are made until there is room, then each once, also after a pause in between', async () => {
  await onFullDisk()
  expect([await phones(), await runsAt()]).toEqual([[], tenSecondsLater])
  await asAccount(database.db, account, tx => pauseBroadcast(tx, account, broadcastId))
  await run(0)
  expect(await phones()).toEqual([])
  expect(await asAccount(database.db, account, tx => resumeBroadcast(tx, account, broadcastId, now))).toEqual({ state: 'sending' })
  await onFullDisk()
  expect([await phones(), await runsAt()]).toEqual([[], tenSecondsLater])
  await run(0)
  await run(0)
  expect(new Set(await phones()).size).toBe(phoneCount)
  expect(await phones()).toHaveLength(phoneCount)
  expect(await asAccount(database.db, account, tx => verifyLedger(tx, account))).toEqual([])
})

test('a full disk of the database: what did not fit is rolled back and made ten seconds later', async () => {
  const full = database.platformDb.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'UpdateQueryNode') throw Object.assign(new Error('could not extend file'), { code: '53100' })
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await run(0, full)
  expect([await phones(), await runsAt()]).toEqual([[], tenSecondsLater])
  await run(0)
  expect(await phones()).toHaveLength(phoneCount)
})

test('no enabled channel: the rest is made within ten seconds of the next one', async () => {
  const enable = (enabled: boolean) => database.platformDb.updateTable('channel').set({ enabled }).execute()
  await enable(false)
  await run(0)
  expect([await phones(), await runsAt()]).toEqual([[], tenSecondsLater])
  await enable(true)
  await run(0)
  expect(await phones()).toHaveLength(phoneCount)
})

test('a list that was sent within a day is known before it is sent again; another template or two days later is new', async () => {
  await run(0)
  const { uploadId, mapping } = await asAccount(database.db, account, tx =>
    tx.selectFrom('upload').select(['uploadId', 'mapping']).where('accountId', '=', account).executeTakeFirstOrThrow(),
  )
  const templateId = mapping?.templateId ?? ''
  const found = (changed: { templateId?: string; now?: Date }) =>
    asAccount(database.db, account, tx => sentBefore(tx, account, { uploadId, templateId, now: new Date(), ...changed }))
  expect(await found({})).toMatchObject({ checkedCount: phoneCount, seenCount: phoneCount })
  expect(await found({ templateId: newId() })).toBeNull()
  expect(await found({ now: new Date(Date.now() + 2 * 86_400_000) })).toBeNull()
})
