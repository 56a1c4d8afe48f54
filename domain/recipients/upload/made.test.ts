import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startUploading, uploadedAt } from '#test/support/upload.ts'
import { generateUpload } from './made.ts'

let uploading: Awaited<ReturnType<typeof startUploading>>
beforeAll(async () => {
  uploading = await startUploading()
})
afterAll(() => uploading.close())

const columns = ['手机号', '姓名', '订单']

test('a generated upload is processed like any other, and its cells arrive unchanged', async () => {
  const { database, files, prepare, map, read, stateOf, recipientsOf } = uploading
  const prepared = await prepare()
  const { account, memberId } = prepared
  async function* rows() {
    yield ['13800000001', '=1+1, "王"', 'A1']
    yield ['13800000001', '=1+1, "王"', 'A1']
    yield ['12345', '李', '']
  }
  const facts = { origin: 'phonebook', fileName: '通讯录：老客户', columns, rows: rows(), memberId, now: uploadedAt } as const
  const { uploadId, rowCount } = await generateUpload(database.db, account, files, facts)
  expect(rowCount).toBe(3)
  expect(await stateOf(account, uploadId)).toMatchObject({
    fileName: '通讯录：老客户',
    state: 'received',
    origin: 'phonebook',
    rowCount: 3,
    isMasked: true,
    shape: {
      columns,
      hasHeader: true,
      phoneColumn: 0,
      sample: [['138****0001', '=1+1, "王"', 'A1'], expect.anything(), expect.anything()],
    },
  })
  await map(prepared, uploadId, { hasHeader: true, variables: { name: { column: 1 }, order: { column: 2 } } })
  await read(account, uploadId)
  expect((await stateOf(account, uploadId)).report).toMatchObject({ rowCount: 3, validCount: 1, duplicateCount: 1, malformedCount: 1 })
  expect(await recipientsOf(account, uploadId)).toMatchObject([{ line: 2, variables: ['=1+1, "王"', 'A1'] }])
})

test('failing or missing rows leave nothing behind', async () => {
  const { database, files, prepare } = uploading
  const { account, memberId } = await prepare()
  async function* broken() {
    yield ['13800000001', '', '']
    throw new Error('the rows are gone')
  }
  const make = (rows: AsyncIterable<string[]> | Iterable<string[]>) =>
    generateUpload(database.db, account, files, { origin: 'broadcast', fileName: '失败的号码', columns, rows, memberId, now: uploadedAt })
  await expect(make(broken())).rejects.toThrow('the rows are gone')
  await expect(make([])).rejects.toMatchObject({ code: 'no_recipient' })
  expect(await readdir(path.join(files.place, account))).toEqual([])
})
