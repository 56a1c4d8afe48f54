import { writeXlsx } from 'hucre/xlsx'
import { afterAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { startUploading, uploadedAt } from '#test/support/upload.ts'
import { addUploads, previewAddition } from './addition.ts'
import { mapUpload } from './upload.ts'

const uploading = await startUploading()
const { database, files, prepare, receive, read, stateOf, recipientsOf, refusedOf, run } = uploading
afterAll(uploading.close)

const columns = { hasHeader: true, variables: { name: { column: 1 }, order: { column: 2 } } }
const list = [
  '手机号,姓名,订单',
  '13800138000,张三,A1',
  '1380013800,李四,A2',
  '13000130000,,A3',
  '13300133000,孙八,A4',
  'x,周九,A5',
  '',
].join('\r\n')

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Adds a file to a list and reads the result. */
async function add(prepared: Prepared, uploadId: string, bytes: Buffer | string) {
  const { account, memberId } = prepared
  const pair = { uploadId, addedId: await receive(prepared, bytes) }
  const preview = await previewAddition(database.db, account, files, pair)
  const made = await addUploads(database.db, account, files, { ...pair, memberId, now: uploadedAt })
  await asAccount(database.db, account, tx => mapUpload(tx, account, { ...made.mapping, uploadId: made.uploadId }))
  await read(account, made.uploadId)
  return { preview, upload: await stateOf(account, made.uploadId) }
}

test('a repaired file of refused rows replaces just its rows; the others stay, and no row comes twice', async () => {
  const prepared = await prepare()
  const { account } = prepared
  const { uploadId } = await run(prepared, list, columns)
  const refused = await refusedOf(account, uploadId)
  expect(refused).toHaveLength(4)
  // One is repaired, one stays wrong, one was deleted by the repairer, and a row of the list is added once more.
  const repaired = [refused[0], refused[1]?.replace('1380013800,', '13800138001,'), refused[2], '13300133000,孙八,A4,,,']
  const { preview, upload } = await add(prepared, uploadId, repaired.join('\r\n'))
  expect(preview).toEqual({ rowCount: 3, repairedCount: 2, keptCount: 3 })
  expect(upload.report).toMatchObject({ rowCount: 6, validCount: 3, duplicateCount: 1, malformedCount: 2 })
  expect((await recipientsOf(account, upload.uploadId)).map(one => [one.phone, one.variables])).toEqual([
    ['13800138000', ['张三', 'A1']],
    ['13300133000', ['孙八', 'A4']],
    ['13800138001', ['李四', 'A2']],
  ])
  // What is still refused can be repaired once more.
  expect((await refusedOf(account, upload.uploadId)).map(row => row.split(',')[1])).toEqual(['姓名', '周九', '', '孙八'])
})

test('a file of refused rows of another list repairs no row that is sent to', async () => {
  const prepared = await prepare()
  const { uploadId } = await run(prepared, list, columns)
  const foreign = '手机号,姓名,订单,行号,原因,有误的内容\r\n13000130009,吴十,A9,2,号码格式错误,x\r\n'
  const { preview, upload } = await add(prepared, uploadId, foreign)
  expect(preview).toEqual({ rowCount: 1, repairedCount: 0, keptCount: 5 })
  expect(upload.report).toMatchObject({ rowCount: 6, validCount: 3 })
})

test('more numbers come from a workbook with its columns in another order, or without a header in the same', async () => {
  const prepared = await prepare()
  const { uploadId } = await run(prepared, list, columns)
  const cells = [
    ['订单', '备注', '手机号', '姓名'],
    ['A6', '自提', '13800138006', '钱六'],
  ]
  const workbook = Buffer.from(await writeXlsx({ sheets: [{ name: '名单', rows: cells }] }))
  const first = await add(prepared, uploadId, workbook)
  expect(first.upload.report).toMatchObject({ rowCount: 6, validCount: 3 })
  const second = await add(prepared, first.upload.uploadId, '13800138007,孙七,A7\r\n')
  expect(second.upload.report).toMatchObject({ rowCount: 7, validCount: 4 })
  expect((await recipientsOf(prepared.account, second.upload.uploadId)).map(one => one.variables)).toContainEqual(['钱六', 'A6'])
})

test('a file without a column that the messages need is refused, and one that was not checked', async () => {
  const prepared = await prepare()
  const { account } = prepared
  const { uploadId } = await run(prepared, list, columns)
  const preview = async (pair: { uploadId: string; addedId: string }) => previewAddition(database.db, account, files, pair)
  const without = await receive(prepared, '手机号,姓名\r\n13800138006,钱六\r\n')
  await expect(preview({ uploadId, addedId: without })).rejects.toThrow('文件里没有“订单”列')
  await expect(preview({ uploadId: without, addedId: uploadId })).rejects.toThrow('号码文件还在处理中')
})
