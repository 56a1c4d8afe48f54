import { expect, test } from 'vitest'
import { prepareTestDatabase } from '#test/support/database.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { readReceiptFile, statementTime } from './admin-bank-file.ts'

const database = prepareTestDatabase()

const now = new Date('2026-11-21T03:00:00Z')
const read = async (text: string) => (await readReceiptFile(database.platformDb, Buffer.from(text), now)).rows

test('a bank statement is parsed by its own column titles; unreadable lines are reported by line', async () => {
  const rows = await read(
    [
      '交易日期,核心流水号,贷方金额,对方户名,对方账号,摘要',
      '2026-11-20 09:30:00,A1,"1,234.50",某某（北京）公司,622202,充值 12345678',
      '20261120,A2,88,某某公司,,',
      '2026-11-20,A3,,某某公司,,手续费',
      '2026-11-20,A1,5.00,某某公司,,',
      '2026-11-22,A5,5.00,某某公司,,',
      '昨天,A6,5.00,某某公司,,',
    ].join('\n'),
  )
  expect(rows.map(row => row.problem)).toEqual([
    null,
    null,
    '请输入0.01~9999999范围内的数字，最多两位小数',
    '与前面的行重复',
    '到账时间晚于现在',
    '到账时间格式不正确',
  ])
  expect(firstOrThrow(rows).row).toEqual({
    bankSerial: 'A1',
    amount: '1234.50',
    payerName: '某某（北京）公司',
    payerAccount: '622202',
    memo: '充值 12345678',
    cameAt: new Date('2026-11-20T01:30:00Z'),
  })
  expect(itemOrThrow(rows, 1).row?.cameAt).toEqual(new Date('2026-11-20T04:00:00Z'))
  await expect(read('日期,金额\n1,2')).rejects.toMatchObject({ code: 'table_columns_missing' })
})

test('the day and the time may be columns of their own, in either order', async () => {
  for (const [titles, cells] of [
    ['交易日,交易时间', '20261120,09:30:00'],
    ['交易时间,交易日期', '09:30,2026-11-20'],
    ['记账日,交易时间', '2026-11-21,2026-11-20 09:30:00'],
  ]) {
    const rows = await read(`${titles},流水号,金额,对方户名\n${cells},S1,10,某某公司`)
    expect(firstOrThrow(rows).row?.cameAt, titles).toEqual(new Date('2026-11-20T01:30:00Z'))
  }
})

test('moments are parsed as statements write them, impossible ones are refused', () => {
  const noon = new Date('2026-03-05T04:00:00Z')
  for (const text of ['2026-03-05', '2026/3/5', '20260305', '2026年3月5日', '2026.03.05']) expect(statementTime(text)).toEqual(noon)
  for (const text of ['2026-02-30', '2026-13-01', '', '5/3/2026', '2026-03-05 25:00']) expect(statementTime(text)).toBeNull()
})
