import { expect, test } from 'vitest'
import { deliveryFilter, periodProblem } from './delivery.ts'

const now = new Date('2036-03-21T02:00:00Z')

test.each([
  ['no period', {}, null],
  ['the last week', { from: '2036-03-14' }, null],
  ['a start that is still to come', { from: '2036-03-22' }, '开始时间须早于结束时间'],
  ['a range that ends before it begins', { from: '2036-03-20', until: '2036-03-19' }, '开始时间须早于结束时间'],
  ['more than 31 days', { from: '2036-01-01', until: '2036-03-01' }, '一次最多查询31天'],
  ['a period before the retention', { from: '2035-01-01', until: '2035-01-09' }, '只能查询最近6个月，请选择之后的时间'],
])('%s, by the time that is given', (_, { from, until }: { from?: string; until?: string }, problem) =>
  expect(periodProblem({ from: from ? new Date(from) : undefined, until: until ? new Date(until) : undefined }, now)).toBe(problem),
)

test('messages are found by province, by country, and where neither is known', () => {
  for (const province of ['广东', '日本', '未知']) expect(deliveryFilter.parse({ province })).toMatchObject({ province })
  expect(deliveryFilter.safeParse({ province: '火星' }).success).toBe(false)
})
