import { expect, test } from 'vitest'
import { type Carrying, type Rule, routesWithNoOther, takenByNoOther } from './channel.ts'

const channelOf = (channelId: string, facts: Partial<Carrying> = {}): Carrying => ({
  channelId,
  isEnabled: true,
  kinds: ['marketing'],
  carriers: ['mobile'],
  ...facts,
})
const routeOf = (channelIds: string[], facts: Partial<Rule> = {}): Rule => ({
  kind: 'marketing',
  carrier: 'mobile',
  province: null,
  accountId: null,
  accountName: null,
  channelIds,
  ...facts,
})
const [first, second] = [channelOf('chn_1'), channelOf('chn_2')]

test('a route that names one channel has no other, though another channel takes such messages', () => {
  expect(routesWithNoOther(first, [first, second], [routeOf(['chn_1'])])).toEqual(['推广 · 中国移动'])
  expect(routesWithNoOther(second, [first, second], [routeOf(['chn_1'])])).toEqual([])
  expect(routesWithNoOther(first, [first, channelOf('chn_2', { isEnabled: false })], [routeOf(['chn_1', 'chn_2'])])).toEqual([
    '推广 · 中国移动',
  ])
})

test('a particular route goes on with the general one', () => {
  const particular = routeOf(['chn_1'], { province: '广东', accountName: '演示客户', accountId: 'acc_1' })
  expect(routesWithNoOther(first, [first, second], [particular, routeOf(['chn_2'])])).toEqual([])
  expect(routesWithNoOther(first, [first, second], [particular])).toEqual(['演示客户 · 推广 · 中国移动 · 广东'])
})

test('where no route says which may, every channel that takes the messages does', () => {
  expect(takenByNoOther(first, [first, second], [])).toEqual([])
  expect(takenByNoOther(first, [first], [])).toEqual(['推广 · 中国移动'])
  expect(takenByNoOther(first, [first], [routeOf(['chn_1'])])).toEqual([])
})
