import { expect, test } from 'vitest'
import type { ListColumn } from './list-columns.ts'
import { canSort, sortAfter, sortOf, sortRows } from './list-sort.ts'

interface Row {
  name: string
  count: number | null
  tags: string[]
}
const rows: Row[] = [
  { name: '模板10', count: null, tags: [] },
  { name: '模板9', count: 3, tags: [] },
  { name: '安', count: 12, tags: [] },
]
const column = (id: string, more: Partial<ListColumn<Row>> = {}): ListColumn<Row> => ({ id, title: id, render: () => '', ...more })
const names = (sorted: Row[]) => sorted.map(row => row.name)

test('rows sort by a field or by what the column names, by numbers in texts and with empty values last', () => {
  expect(names(sortRows(rows, column('name'), false))).toEqual(['安', '模板9', '模板10'])
  expect(names(sortRows(rows, column('count'), true))).toEqual(['安', '模板9', '模板10'])
  expect(names(sortRows(rows, column('count'), false))).toEqual(['模板9', '安', '模板10'])
  expect(names(sortRows(rows, column('x', { sortBy: row => row.name.length }), false))[0]).toBe('安')
})

test('only columns with a value for every row sort', () => {
  expect([canSort(column('name'), rows), canSort(column('tags'), rows), canSort(column('gone'), rows)]).toEqual([true, false, false])
  expect(canSort(column('name'), rows.slice(1, 2))).toBe(false)
})

test('presses go through both directions and back; figures begin with the largest', () => {
  const text = ['', 'name', '-name'].map(sort => sortAfter(sort, { id: 'name' }))
  expect(text).toEqual(['name', '-name', ''])
  expect(['', '-count', 'count'].map(sort => sortAfter(sort, { id: 'count', isNumber: true }))).toEqual(['-count', 'count', ''])
  expect([sortOf('-name'), sortOf('name')]).toEqual([
    { by: 'name', isDescending: true },
    { by: 'name', isDescending: false },
  ])
})
