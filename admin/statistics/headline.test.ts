import { expect, test } from 'vitest'
import { headline } from './headline.ts'

test('revenue from balances is without gift money, and channels without a cost are left out of the margin', () => {
  const channels = [
    { bonusHao: 33_300, marginHao: 500, deliveredSegmentCount: 4 },
    { bonusHao: 0, marginHao: -200, deliveredSegmentCount: 3 },
    { bonusHao: 0, marginHao: null, deliveredSegmentCount: 7 },
  ]
  expect(headline({ totals: { chargedHao: 103_896 }, channels })).toEqual({
    bonusHao: 33_300,
    balanceHao: 70_596,
    marginHao: 300,
    unknownSegments: 7,
  })
  expect(headline({ totals: { chargedHao: 0 }, channels: channels.slice(2) })).toMatchObject({ marginHao: null })
})
