import { expect, test } from 'vitest'
import { formatSmppTime, parseSmppTime } from './time.ts'

const now = new Date('2026-11-21T04:00:00.000Z')

test.each([
  ['261121123000032+', '2026-11-21T04:30:00.000Z'],
  ['261121043000500+', '2026-11-21T04:30:00.500Z'],
  ['261120233000020-', '2026-11-21T04:30:00.000Z'],
  ['000000003000000R', '2026-11-21T04:30:00.000Z'],
  ['000002000000000R', '2026-11-23T04:00:00.000Z'],
  ['000100000000000R', '2026-12-21T04:00:00.000Z'],
])('%s is %s', (text, moment) => expect(parseSmppTime(text, now)?.toISOString()).toBe(moment))

test.each(['', '0', '261321123000032+', '261121253000032+', '261121123000049+', '26112112300003+', '261121123000032X', 'tomorrow'])(
  '%s is no moment',
  text => expect(parseSmppTime(text, now)).toBeNull(),
)

test('a formatted time is parsed back', () => {
  const moment = new Date('2026-11-21T04:30:12.700Z')
  expect(formatSmppTime(moment)).toBe('261121123012732+')
  expect(parseSmppTime(formatSmppTime(moment), now)).toEqual(moment)
})
