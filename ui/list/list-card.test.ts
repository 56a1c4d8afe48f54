import { expect, test } from 'vitest'
import { cardColumns } from './list-card.ts'
import type { ListColumn } from './list-columns.ts'

const column = (id: string, title: string, more: Partial<ListColumn<never>> = {}): ListColumn<never> => ({
  id,
  title,
  render: () => '',
  ...more,
})
const rolesOf = (columns: ListColumn<never>[], hasDetail: boolean) =>
  Object.fromEntries(cardColumns(columns, hasDetail).map(one => [one.column.id, one.role]))

const at = column('at', '时间', { onPhone: true })
const phone = column('phone', '手机号', { onPhone: true, card: 'name' })
const state = column('state', '状态', { onPhone: true })
const amount = column('amount', '金额', { isNumber: true })
const remark = column('remark', '备注')
const actions = column('actions', '操作', { onPhone: true, isAlways: true })

test('a card has the marked columns, each at its place; the detail has the rest', () => {
  expect(rolesOf([at, phone, state, amount, remark, actions], true)).toEqual({
    at: 'fact',
    phone: 'name',
    state: 'state',
    actions: 'actions',
  })
})

test('without a detail a card has every column, and its title is the first fact', () => {
  expect(rolesOf([amount, at, remark], false)).toEqual({ amount: 'number', at: 'name', remark: 'fact' })
})

test('a list that marks none shows title, state, figures and actions', () => {
  const name = column('name', '名称', { isAlways: true })
  expect(rolesOf([name, remark, amount, column('state', '状态'), actions], true)).toEqual({
    name: 'name',
    amount: 'number',
    state: 'state',
    actions: 'actions',
  })
})
