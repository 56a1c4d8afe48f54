import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPortedCalls, adminSegmentCalls, portedFileRoute, segmentFileRoute } from '#contract/messages/admin-segment.ts'
import { loadCarrierFinder } from '#domain/numbering/number-segment.ts'
import { type BackOffice, officeTime, startBackOffice } from '#test/support/back-office.ts'
import { prepareTestDatabase } from '#test/support/database.ts'

const at = officeTime()
const reason = '工信部公告'
const database = prepareTestDatabase()
let office: BackOffice

beforeAll(async () => {
  office = await startBackOffice(database, () => at)
  await database.platformDb.deleteFrom('numberSegment').execute()
})
afterAll(() => office.close())

const segment = { prefix: '154', carrier: 'unicom', isVirtual: false, seen: null, reason } as const

test('a number segment is added, changed and removed by operations staff alone; concurrent edits are detected', async () => {
  expect((await office.act(adminSegmentCalls.set, segment, 'finance')).code).toBe('staff_not_allowed')
  expect((await office.act(adminSegmentCalls.set, { ...segment, prefix: '12' })).fields).toHaveProperty('prefix')
  expect((await office.act(adminSegmentCalls.set, segment, 'operations')).code).toBe('ok')
  expect((await loadCarrierFinder(database.db))('15400000001')).toBe('unicom')
  expect((await office.act(adminSegmentCalls.set, { ...segment, isVirtual: true })).code).toBe('changed_meanwhile')
  const seen = { carrier: 'unicom', isVirtual: false } as const
  expect((await office.act(adminSegmentCalls.set, { ...segment, carrier: 'telecom', seen })).code).toBe('ok')
  const longer = { ...segment, prefix: '15401', isVirtual: true }
  expect((await office.act(adminSegmentCalls.set, longer)).code).toBe('ok')
  const { rows, found } = await office.get(adminSegmentCalls.list, { search: '15401000000' })
  expect(rows.map(row => row.prefix)).toEqual(['154', '15401'])
  expect(found).toMatchObject({ carrier: 'unicom', prefix: '15401', portedTo: null })
  expect((await office.act(adminSegmentCalls.remove, { prefix: '15401', reason })).code).toBe('ok')
  expect((await office.act(adminSegmentCalls.remove, { prefix: '15401', reason })).code).toBe('not_found')
  expect((await loadCarrierFinder(database.db))('15401000000')).toBe('telecom')
  const history = await office.get(adminSegmentCalls.history, { object: '154' })
  expect(history.rows.map(row => row.detail)).toEqual([
    { before: '中国联通', after: '中国电信', reason },
    { before: '无', after: '中国联通', reason },
  ])
})

test('a file of segments is previewed with the effect or error of each row, then applied at once', async () => {
  const file = '运营商,号段,虚拟运营商\n中国移动,154,\n电信,162,是\n火星,163,\n移动,162,\n移动,1,否\n'
  const read = await office.send(segmentFileRoute, Buffer.from(file), '号段.csv')
  expect(read.rows.map(row => [row.line, row.row?.prefix ?? null, row.before?.carrier ?? null, row.problem])).toEqual([
    [2, '154', 'telecom', null],
    [3, '162', null, null],
    [4, null, null, '运营商须为移动、联通、电信或广电'],
    [5, null, null, '与前面的行重复'],
    [6, null, null, '号段为3-7位数字，以13-19开头'],
  ])
  const rows = read.rows.flatMap(row => (row.row ? [row.row] : []))
  const done = await office.act(adminSegmentCalls.apply, { fileName: read.fileName, rows, reason })
  expect(done.answer).toEqual({ addedCount: 1, changedCount: 1 })
  expect((await office.act(adminSegmentCalls.apply, { fileName: read.fileName, rows, reason })).answer).toEqual({
    addedCount: 0,
    changedCount: 0,
  })
  expect((await loadCarrierFinder(database.db))('16200000000')).toBe('telecom')
})

test('ported numbers take precedence over their segment, from a file or singly, and can be removed', async () => {
  const read = await office.send(
    portedFileRoute,
    Buffer.from('手机号,现运营商\n+86 154 0000 0001,联通\n123,联通\n15400000002,x\n'),
    '携转.csv',
  )
  expect(read.rows.map(row => [row.row, row.problem])).toEqual([
    [{ phone: '15400000001', carrier: 'unicom' }, null],
    [null, '手机号格式不正确'],
    [null, '运营商须为移动、联通、电信或广电'],
  ])
  const rows = read.rows.flatMap(row => (row.row ? [row.row] : []))
  expect((await office.act(adminPortedCalls.apply, { rows, reason })).answer).toEqual({ changedCount: 1 })
  expect((await office.act(adminPortedCalls.apply, { rows, reason })).answer).toEqual({ changedCount: 0 })
  const find = async () => (await loadCarrierFinder(database.db, ['15400000001']))('15400000001')
  expect(await find()).toBe('unicom')
  expect((await office.get(adminPortedCalls.list, { phone: '15400000001' })).rows).toMatchObject([
    { phone: '15400000001', carrier: 'unicom', segmentCarrier: 'mobile' },
  ])
  expect((await office.act(adminPortedCalls.remove, { phone: '15400000001', reason })).code).toBe('ok')
  expect(await find()).toBe('mobile')
  expect((await office.act(adminPortedCalls.remove, { phone: '15400000001', reason })).code).toBe('not_found')
})
