import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { Files } from '#domain/platform/files.ts'
import { mapUpload, readUpload, receiveUpload, refusedFile } from '#domain/recipients/upload/upload.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { Program } from '#test/support/engine.ts'
import { newId } from '#values/id.ts'

const database = prepareTestDatabase()
let dataDir: string
let jobs: Program
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hongyan-whole-'))
  jobs = new Program('jobs', {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    HONGYAN_SECRET: 'a secret of at least thirty-two characters',
  })
})
afterAll(async () => {
  await jobs.stop()
  await rm(dataDir, { recursive: true })
})

test('the reading of a file is killed at half: another program resumes it, and every row is there once', async () => {
  const { account, memberId } = await createAccount(database.db)
  const [signatureId, templateId] = [newId(), newId()]
  await asAccount(database.db, account, async tx => {
    const own = { accountId: account, state: 'approved' }
    await tx
      .insertInto('signature')
      .values({ ...own, signatureId, text: '山间茶舍', kind: 'company', purpose: 'own', extension: '100041' })
      .execute()
    await tx
      .insertInto('template')
      .values({ ...own, templateId, code: 'SMS_41', name: '到货', kind: 'transactional', text: '新茶到店', variables: '[]' })
      .execute()
  })
  await database.platformDb.insertInto('numberSegment').values({ prefix: '138', carrier: 'mobile' }).execute()
  // Of ten rows nine are distinct numbers and one is invalid.
  const rowCount = 300_000
  const content = Array.from({ length: rowCount }, (_, index) => (index % 10 === 9 ? `x${index}` : `138${String(index).padStart(8, '0')}`))
  const files = new Files(path.join(dataDir, 'files'))
  const bytes = Readable.from([Buffer.from(content.join('\n'))])
  const uploadId = await receiveUpload(database.db, account, files, { fileName: '名单.txt', bytes, memberId, now: new Date() })
  const state = () => asAccount(database.db, account, tx => readUpload(tx, account, uploadId))
  await jobs.start()
  await asAccount(database.db, account, tx =>
    mapUpload(tx, account, {
      uploadId,
      signatureId,
      templateId,
      phoneColumn: 0,
      hasHeader: false,
      repeats: 'all',
      consent: 'declared',
      variables: {},
    }),
  )
  while (((await state()).progress?.rowCount ?? 0) < rowCount / 2) await new Promise(resolve => setTimeout(resolve, 5))
  await jobs.kill()
  expect((await state()).state).toBe('reading')

  await jobs.start()
  while ((await state()).state === 'reading') await new Promise(resolve => setTimeout(resolve, 200))
  const { report, failure } = await state()
  expect(failure).toBeNull()
  expect(report).toMatchObject({ rowCount, validCount: 270_000, malformedCount: 30_000, duplicateCount: 0, segments: { 1: 270_000 } })
  const kept = await asAccount(database.db, account, tx =>
    tx
      .selectFrom('recipient')
      .select(row => [row.fn.countAll<number>().as('rows'), row.fn.count<number>('phone').distinct().as('phones')])
      .where('accountId', '=', account)
      .where('uploadId', '=', uploadId)
      .executeTakeFirstOrThrow(),
  )
  expect(kept).toEqual({ rows: 270_000, phones: 270_000 })
  const { fileId } = await asAccount(database.db, account, tx => refusedFile(tx, account, uploadId))
  const refused = (await buffer(files.open(account, fileId))).toString().trimEnd().split('\r\n')
  expect(refused).toHaveLength(1 + 30_000)
  expect(refused.at(-1)).toBe(`x${rowCount - 1},${rowCount},号码格式错误,x${rowCount - 1}`)
  // The killed program's unfinished file is deleted by the next cleanup.
  await files.removeUnfinished(new Date(Date.now() + 1000))
  expect((await readdir(path.join(files.place, account))).sort()).toEqual([uploadId, fileId].sort())
})
