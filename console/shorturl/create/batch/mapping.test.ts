import { expect, test } from 'vitest'
import { firstOrThrow } from '#values/or-throw.ts'
import { batchInput, chooseColumn, emptyDraft, firstDraft, pastedFile, shownRows, unusedColumns } from './mapping.ts'

const shape = (rows: string[][]) => ({
  format: 'text' as const,
  encoding: 'utf-8' as const,
  delimiter: ',' as const,
  hasHeader: false,
  columns: firstOrThrow(rows).map((_, index) => `第${index + 1}列`),
  sample: rows,
  phoneColumn: null,
})
const now = new Date('2026-11-21T00:00:00Z')

test('mapping knows another service’s column names; a list without a header is recognized by its addresses', () => {
  const named = shape([
    ['slug', 'Long_URL', 'Labels', 'extra'],
    ['Spring', 'https://example.com/a', 'x', ''],
  ])
  expect(firstDraft(named, 'targets', emptyDraft)).toMatchObject({ hasHeader: true, columns: { code: 0, target: 1, tags: 2 } })
  expect(shownRows(named, true)).toEqual({ names: ['slug', 'Long_URL', 'Labels', 'extra'], rows: [named.sample[1]] })
  const plain = shape([
    ['a', 'https://example.com/a'],
    ['b', 'https://example.com/b'],
  ])
  expect(firstDraft(plain, 'targets', emptyDraft)).toMatchObject({ hasHeader: false, columns: { target: 1 } })
  expect(firstDraft(shape([['甲'], ['乙']]), 'targets', emptyDraft).columns).toEqual({})
})

test.each([
  '失效',
  '失效时间',
  '失效日期',
  '截止',
  '截止时间',
  '结束时间',
  '到期日',
  '过期时间',
  '有效期至',
  '有效天数',
  'end_date',
  'expires_at',
  'valid until'.replace(' ', '_'),
])('a column %s is the end of a link', name => {
  const named = shape([
    ['网址', name],
    ['https://example.com/a', '2026-12-31'],
  ])
  expect(firstDraft(named, 'targets', emptyDraft).columns).toEqual({ target: 0, ends: 1 })
})

test('unmapped columns are named', () => {
  const draft = { hasHeader: true, columns: { target: 1 } }
  expect(unusedColumns(draft, ['编号', '网址', '上线日'])).toEqual(['编号', '上线日'])
  expect(unusedColumns({ ...draft, hasHeader: false }, ['第1列', '第2列'])).toEqual([])
})

test('a column has one meaning, and a missing one is reported', () => {
  expect(chooseColumn({ target: 0, title: 1 }, 'code', 1)).toEqual({ target: 0, code: 1 })
  expect(batchInput('u', 'targets', { ...emptyDraft, columns: { code: 0 } }, now)).toEqual({
    problems: { target: '请选择目标网址所在的列' },
  })
  expect(batchInput('u', 'targets', { ...emptyDraft, columns: { target: 1, title: 0 }, dayCount: 2 }, now)).toMatchObject({
    batch: { targetColumn: 1, titleColumn: 0, codeColumn: null, endsAt: '2026-11-23T00:00:00.000Z' },
  })
})

test('pasted lines become a file; an address with commas stays one cell', async () => {
  expect(pastedFile(' \n\n', 'x.csv')).toBeNull()
  const file = pastedFile('https://example.com/a,b\n\nhttps://example.com/"c"\t标题', 'x.csv')
  expect(await file?.text()).toBe('"https://example.com/a,b"\n"https://example.com/""c"""\t"标题"\n')
})
