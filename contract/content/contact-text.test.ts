import { expect, test } from 'vitest'
import { readContactSearch, splitContacts } from './contact-text.ts'

test.each([
  ['13800138000', [['13800138000', '']]],
  ['13800138000 张三', [['13800138000', '张三']]],
  ['138 0013 8000\t张三', [['138 0013 8000', '张三']]],
  ['张三，13800138000', [['13800138000', '张三']]],
  ['张三13800138000', [['13800138000', '张三']]],
  ['1号店张三,13800138000', [['13800138000', '1号店张三']]],
  ['+86 138-0013-8000,Anna Li', [['+86 138-0013-8000', 'Anna Li']]],
  [
    '13800138000,13900139000',
    [
      ['13800138000', ''],
      ['13900139000', ''],
    ],
  ],
  ['手机号,姓名', [['手机号,姓名', '']]],
  ['+852 5123 4567 张三', [['+852 5123 4567', '张三']]],
  ['  ', []],
])('%j is read as contacts', (line, contacts) => expect(splitContacts(line).map(({ number, name }) => [number, name])).toEqual(contacts))

test('positions are lines of the text, including empty ones', () => {
  expect(splitContacts('13800138000\r\n\r\n13900139000 李四')).toEqual([
    { position: 1, number: '13800138000', name: '' },
    { position: 3, number: '13900139000', name: '李四' },
  ])
})

test('a line without end is one row and is cheap', () => {
  const [row, ...others] = splitContacts(`${'1'.repeat(300_000)}a`)
  expect(row?.number).toHaveLength(41)
  expect(others).toEqual([])
})

test('a search is a whole number, its last four digits or the prefix of a name', () => {
  expect(readContactSearch(' +86 138-0013-8000 ')).toEqual({ kind: 'phone', text: '13800138000' })
  expect(readContactSearch('8000')).toEqual({ kind: 'phoneEnd', text: '8000' })
  expect(readContactSearch('张')).toEqual({ kind: 'name', text: '张' })
})
