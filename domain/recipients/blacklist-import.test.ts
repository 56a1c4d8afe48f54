import { Readable } from 'node:stream'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { asAccount, type Tx } from '#db/connect.ts'
import { blacklistFigures, listBlacklist } from '#domain/blacklist/blacklist-list.ts'
import { startUploading, uploadedAt } from '#test/support/upload.ts'
import { type AccountId, newId } from '#values/id.ts'
import { cancelBlacklistImport, latestBlacklistImport, readBlacklistImport, startBlacklistImport } from './blacklist-import.ts'
import { importBlacklist } from './blacklist-import-run.ts'
import { receiveUpload, refusedFile } from './upload/upload.ts'

let uploading: Awaited<ReturnType<typeof startUploading>>
beforeAll(async () => {
  uploading = await startUploading()
})
afterAll(() => uploading.close())

const place = { signatureId: null, scope: 'all', reason: '历史投诉', expiresAt: null } as const

/** An account with an uploaded file of its own. */
async function arrived(text: string) {
  const { database, files, prepare } = uploading
  const { account, memberId } = await prepare()
  const run = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
  const bytes = Readable.from([Buffer.from(text)])
  const uploadId = await receiveUpload(database.db, account, files, { fileName: '黑名单.csv', bytes, memberId, now: uploadedAt })
  const start = (facts: { phoneColumn?: number; hasHeader?: boolean } = {}, as: AccountId = account) =>
    asAccount(database.db, as, tx =>
      startBlacklistImport(tx, as, { uploadId, phoneColumn: 0, hasHeader: false, ...place, memberId, now: uploadedAt, ...facts }),
    )
  const work = (batchRows?: number) =>
    importBlacklist(account, uploadId, { db: database.platformDb, files, now: () => uploadedAt, ...(batchRows ? { batchRows } : {}) })
  const state = () => run(tx => readBlacklistImport(tx, account, { uploadId, now: uploadedAt }))
  return { account, uploadId, run, start, work, state }
}
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `138${String(index).padStart(8, '0')}`)

test('an import puts the file on the blacklist, and its report counts every row once', async () => {
  const { account, run, start, work, state, uploadId } = await arrived(
    '姓名,手机\n张,13800000001\n李,+86 138-0000-0002\n王,13800000001\n赵,12345\n孙,\n',
  )
  await start({ phoneColumn: 1, hasHeader: true })
  await work()
  expect(await state()).toMatchObject({
    state: 'done',
    fileName: '黑名单.csv',
    totalCount: 5,
    doneCount: 5,
    addedCount: 2,
    knownCount: 1,
    malformedCount: 2,
    problems: [
      { line: 5, text: '12345', reason: '号码格式错误' },
      { line: 6, text: '', reason: '号码为空' },
    ],
  })
  const { rows } = await run(tx => listBlacklist(tx, account, { state: 'active', pageSize: 20 }, uploadedAt))
  expect(rows.map(row => row.phone).sort()).toEqual(['13800000001', '13800000002'])
  expect(rows[0]).toMatchObject({ source: 'import', scope: 'all', reason: '历史投诉', addedBy: '张三' })
  expect(await run(tx => latestBlacklistImport(tx, account, uploadedAt))).toEqual({ uploadId })
  // The malformed rows as they were, to be repaired and imported again.
  expect(await uploading.refusedOf(account, uploadId)).toEqual([
    '\ufeff姓名,手机,行号,原因,有误的内容',
    '赵,12345,5,号码格式错误,12345',
    '孙,,6,号码为空,',
  ])
  expect(await run(tx => refusedFile(tx, account, uploadId))).toMatchObject({ fileName: '黑名单.csv' })
})

test('a killed import resumes, and counts no row twice', async () => {
  const { account, run, start, work, state } = await arrived(['x', ...numbers(249)].join('\n'))
  await start()
  const isKilled = new Error('killed')
  const { platformDb } = uploading.database
  let commits = 0
  const dying = {
    db: new Proxy(platformDb, {
      get: (target, key) => {
        if (key !== 'transaction') return Reflect.get(target, key)
        commits += 1
        // Two transactions begin the run and read the import, two more write a batch each.
        if (commits > 4) throw isKilled
        return target.transaction.bind(target)
      },
    }),
  }
  const { uploadId } = await run(tx => latestBlacklistImport(tx, account, uploadedAt))
  assert.exists(uploadId)
  const options = { ...dying, files: uploading.files, now: () => uploadedAt, batchRows: 100 }
  await expect(importBlacklist(account, uploadId, options)).rejects.toBe(isKilled)
  expect(await state()).toMatchObject({ state: 'running', doneCount: 200, addedCount: 199, malformedCount: 1 })
  await work(100)
  expect(await state()).toMatchObject({
    state: 'done',
    doneCount: 250,
    addedCount: 249,
    knownCount: 0,
    malformedCount: 1,
    problems: [{ line: 1 }],
  })
  expect(await run(tx => blacklistFigures(tx, account, uploadedAt))).toMatchObject({ activeCount: 249 })
  // Its file has the malformed rows of both runs, once.
  expect(await uploading.refusedOf(account, uploadId)).toHaveLength(2)
})

test('a stopped import adds no more, and what it added stays', async () => {
  const { account, run, start, work, state, uploadId } = await arrived(numbers(30).join('\n'))
  await start()
  await run(tx => cancelBlacklistImport(tx, account, uploadId, uploadedAt))
  await work(10)
  expect(await state()).toMatchObject({ state: 'canceled', addedCount: 0 })
  await expect(run(tx => cancelBlacklistImport(tx, account, uploadId, uploadedAt))).rejects.toMatchObject({ code: 'state_forbids' })
})

test('a file is used once, by its own account, with an existing column', async () => {
  const { start } = await arrived('13800000001\n')
  const { account: stranger } = await uploading.prepare()
  await expect(start({}, stranger)).rejects.toMatchObject({ code: 'not_found' })
  await expect(start({ phoneColumn: 5 })).rejects.toMatchObject({ code: 'input_invalid' })
  await start()
  await expect(start()).rejects.toMatchObject({ code: 'upload_already_used' })
  await expect(
    asAccount(uploading.database.db, stranger, tx => readBlacklistImport(tx, stranger, { uploadId: newId(), now: uploadedAt })),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})
