import { expect, test } from 'vitest'
import { dayPresets, momentsOf } from './date-range.ts'

// 00:30 on 1 March in China is still February in UTC.
const now = new Date('2026-02-28T16:30:00Z')

test.each([
  ['今天', '2026-03-01', '2026-03-01'],
  ['昨天', '2026-02-28', '2026-02-28'],
  ['近7天', '2026-02-23', '2026-03-01'],
  ['近30天', '2026-01-31', '2026-03-01'],
  ['本月', '2026-03-01', '2026-03-01'],
])('%s is the Chinese days %s to %s', (name, from, to) =>
  expect(new Map(Object.entries(dayPresets)).get(name)?.(now)).toEqual({ from, to }),
)

test('a range of days ends at the start of the day after its last', () => {
  expect(momentsOf({ from: '2026-02-28', to: '2026-03-01' })).toEqual({
    from: '2026-02-27T16:00:00.000Z',
    until: '2026-03-01T16:00:00.000Z',
  })
})
