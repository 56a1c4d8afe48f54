import { createHash } from 'node:crypto'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { addMessages, askedAt, startExporting } from '#test/support/export.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { purgeExports } from './clean.ts'
import { cancelExport, retryExport } from './control.ts'
import { beginWriting, Superseded, type Writing, withFence } from './job.ts'

let exporting: Awaited<ReturnType<typeof startExporting>>
beforeAll(async () => {
  exporting = await startExporting()
})
afterAll(() => exporting.close())

const many = (count: number) => Array.from({ length: count }, () => ({}))
const linesOf = (bytes: Buffer) => bytes.toString().trimEnd().split('\r\n')
const filesIn = (account: AccountId) => exporting.filesIn(account)
const rowOf = (account: AccountId, exportId: string) =>
  exporting.database.platformDb
    .selectFrom('exportJob')
    .selectAll()
    .where('accountId', '=', account)
    .where('exportId', '=', exportId)
    .executeTakeFirstOrThrow()
const control = { role: 'owner', now: new Date('2026-11-21T02:00:30Z') } as const

test('list: written in its order, with masked numbers, China times and state labels', async () => {
  const of = await exporting.prepare([
    { phone: '13800138000', content: '【山间茶舍】一,二' },
    { phone: '13900139000', content: '【山间茶舍】说"好"', state: 'undelivered', reason: 'MK:0001', customId: '20261121000000001' },
  ])
  const columns = ['createdAt', 'phone', 'signature', 'content', 'segments', 'state', 'code', 'finishedAt', 'took', 'customId']
  const exportId = await exporting.request(of, { columns })
  expect(await exporting.write(of.account, exportId)).toBe('ended')
  const { bytes, fileName, mediaType, byteCount } = await exporting.download(of, exportId)
  expect(fileName).toBe('发送记录_20261121100000.csv')
  expect(mediaType).toBe('text/csv; charset=utf-8')
  expect(byteCount).toBe(bytes.length)
  const file = firstOrThrow((await rowOf(of.account, exportId)).files)
  expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(bytes.toString()).toBe(
    [
      '\ufeff提交时间,手机号,签名,内容,条数,状态,状态码,回执时间,到达耗时（秒）,自定义编号',
      '2026-11-21 09:59:59,139****9000,山间茶舍,"【山间茶舍】说""好""",1,失败,MK:0001,2026-11-21 09:59:02,,20261121000000001\t',
      '2026-11-21 09:59:58,138****8000,山间茶舍,"【山间茶舍】一,二",1,成功,,2026-11-21 09:59:02,2.5,',
      '',
    ].join('\r\n'),
  )
  expect(await exporting.stateOf(of.account, exportId)).toMatchObject({
    state: 'done',
    rowCount: 2,
    totalCount: 2,
    byteCount,
    downloadCount: 1,
    expiresAt: new Date('2026-11-28T02:00:01Z'),
  })
})

test('snapshot: rows created after the request are not in the file, even if it is written later', async () => {
  const of = await exporting.prepare(many(3))
  const exportId = await exporting.request(of)
  await addMessages(exporting.database.db, of.account, of.signatureId, many(2), new Date(askedAt.getTime() + 60_000))
  await exporting.write(of.account, exportId)
  expect(linesOf((await exporting.download(of, exportId)).bytes)).toHaveLength(1 + 3)
})

test.each(['csv', 'xlsx'] as const)('interrupted %s: resumes between any two batches and yields the same bytes', async format => {
  const of = await exporting.prepare(many(57))
  const columns = ['messageId', 'content']
  const whole = await exporting.request(of, { format, columns })
  const size = { batchRows: 10, fileRows: 25 }
  await exporting.write(of.account, whole, size)
  const cut = await exporting.request(of, { format, columns })
  let turns = 0
  let outcome = 'more'
  while (outcome === 'more') {
    outcome = await exporting.write(of.account, cut, { ...size, turnMs: 0 })
    turns += 1
    // Bytes appended after the last checkpoint by a killed run.
    const { fileId, byteCount } = lastOrThrow((await rowOf(of.account, cut)).files)
    if (outcome === 'more') await (await exporting.files.resume(of.account, fileId, byteCount))?.add(Buffer.from('half a row,'))
  }
  expect(turns).toBeGreaterThan(5)
  const [expected, given] = [await exporting.download(of, whole), await exporting.download(of, cut)]
  expect(given.bytes.equals(expected.bytes)).toBe(true)
  expect((await rowOf(of.account, cut)).files.map(file => file.rowCount)).toEqual([25, 25, 7])
})

test('long CSV: an archive of files, each with a byte order mark and the heading', async () => {
  const of = await exporting.prepare(many(57))
  const exportId = await exporting.request(of, { columns: ['phone', 'content'] })
  await exporting.write(of.account, exportId, { batchRows: 10, fileRows: 25 })
  const { fileName, bytes } = await exporting.download(of, exportId)
  expect(fileName).toMatch(/^发送记录_\d{14}\.zip$/)
  // Its files are stored as they are.
  const parts = bytes.toString('utf8').split('\ufeff').slice(1)
  const rowsOf = (part: string) => part.split('\r\n').filter(line => /^1\d\d\*{4}\d{4},/.test(line))
  expect(parts.map(part => part.split('\r\n')[0])).toEqual(['手机号,内容', '手机号,内容', '手机号,内容'])
  expect(parts.map(part => rowsOf(part).length)).toEqual([25, 25, 7])
})

test('file shorter than its checkpoint: the export starts over', async () => {
  const of = await exporting.prepare(many(30))
  const exportId = await exporting.request(of)
  await exporting.write(of.account, exportId, { batchRows: 10, turnMs: 0 })
  const file = firstOrThrow((await rowOf(of.account, exportId)).files)
  await exporting.files.remove(of.account, file.fileId)
  await (await exporting.files.resume(of.account, file.fileId, 0))?.add(Buffer.alloc(50))
  await exporting.write(of.account, exportId)
  expect(linesOf((await exporting.download(of, exportId)).bytes)).toHaveLength(1 + 30)
  expect(await filesIn(of.account)).toHaveLength(1)
})

test('filter that skips most messages: reads on to the end', async () => {
  const of = await exporting.prepare(Array.from({ length: 40 }, (_, index) => ({ state: index % 20 === 0 ? 'rejected' : 'delivered' })))
  const exportId = await exporting.request(of, { filter: { state: 'failed' }, columns: ['state'] })
  await exporting.write(of.account, exportId, { batchRows: 1 })
  expect(linesOf((await exporting.download(of, exportId)).bytes).slice(1)).toEqual(['失败（被拒）', '失败（被拒）'])
})

test('canceled export: stops at once and leaves no file', async () => {
  const of = await exporting.prepare(many(30))
  const exportId = await exporting.request(of)
  await exporting.write(of.account, exportId, { batchRows: 10, turnMs: 0 })
  expect(await filesIn(of.account)).not.toEqual([])
  await asAccount(exporting.database.db, of.account, tx => cancelExport(tx, of.account, exportId, control))
  expect(await exporting.write(of.account, exportId)).toBe('ended')
  await purgeExports(exporting.database.platformDb, exporting.files, control.now)
  expect(await filesIn(of.account)).toEqual([])
  expect(await exporting.stateOf(of.account, exportId)).toMatchObject({ state: 'canceled', fileCount: 0 })
})

test('fencing: a run presumed dead appends nothing once another has begun', async () => {
  const of = await exporting.prepare(many(30))
  const exportId = await exporting.request(of)
  const { platformDb } = exporting.database
  const first = await beginWriting(platformDb, of.account, exportId, control.now)
  await exporting.write(of.account, exportId, { batchRows: 10, turnMs: 0 })
  const late = withFence(platformDb, first as Writing, async () => 'written')
  await expect(late).rejects.toBeInstanceOf(Superseded)
})

test('too many rows, full disk: fail with a reason; after a full disk a retry resumes', async () => {
  const of = await exporting.prepare(many(30))
  const large = await exporting.request(of)
  await exporting.write(of.account, large, { maxRows: 29 })
  expect(await exporting.stateOf(of.account, large)).toMatchObject({ state: 'failed', failure: 'too_many_rows' })
  const exportId = await exporting.request(of)
  await exporting.write(of.account, exportId, { batchRows: 10, turnMs: 0 })
  await exporting.write(of.account, exportId, { freeBytes: Number.MAX_SAFE_INTEGER })
  expect(await exporting.stateOf(of.account, exportId)).toMatchObject({ state: 'failed', failure: 'disk_full', rowCount: 10 })
  await asAccount(exporting.database.db, of.account, tx => retryExport(tx, of.account, exporting.files, exportId, control))
  await exporting.write(of.account, exportId)
  expect(linesOf((await exporting.download(of, exportId)).bytes)).toHaveLength(1 + 30)
})

test('finished export: expires after exactly a week', async () => {
  const of = await exporting.prepare(many(3))
  const exportId = await exporting.request(of)
  await exporting.write(of.account, exportId)
  const { expiresAt } = await exporting.stateOf(of.account, exportId)
  assert.exists(expiresAt)
  const clean = (now: Date) => purgeExports(exporting.database.platformDb, exporting.files, now)
  await clean(new Date(expiresAt.getTime() - 1))
  expect(await filesIn(of.account)).toHaveLength(1)
  // Even before the purge job has run.
  const late = exporting.download(of, exportId, exporting.requesterOf(of, 'owner', expiresAt))
  await expect(late).rejects.toMatchObject({ code: 'state_forbids' })
  await clean(expiresAt)
  expect(await filesIn(of.account)).toEqual([])
  expect(await exporting.stateOf(of.account, exportId)).toMatchObject({ state: 'expired', rowCount: 3, fileCount: 0 })
  await clean(new Date(expiresAt.getTime() + 91 * 86_400_000))
  await expect(exporting.stateOf(of.account, exportId)).rejects.toMatchObject({ code: 'not_found' })
})
