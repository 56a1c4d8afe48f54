import { expect, test } from 'vitest'
import { maskedFacts, periodText } from './facts.ts'

const at = (text: string) => new Date(`${text}+08:00`)

test.each([
  ['2026-11-15T00:00:00', '2026-11-21T18:30:59', '2026-11-15 至 2026-11-21 18:30'],
  ['2026-11-15T00:00:00', '2026-11-21T00:00:00', '2026-11-15 至 2026-11-20'],
  ['2026-11-15T00:00:00', '2026-11-16T00:00:00', '2026-11-15'],
  ['2026-11-15T08:00:00', null, '2026-11-15 08:00 起'],
  [null, '2026-11-21T00:00:00', '截至 2026-11-20'],
  [null, null, undefined],
])('period from %s until %s: “%s”', (from, until, text) =>
  expect(periodText(from ? at(from) : undefined, until ? at(until) : undefined)).toBe(text),
)

test('filter by phone number: masked; long ids are not', () =>
  expect(
    maskedFacts([
      ['手机号', '13800138000'],
      ['自定义编号', '2026113800138000'],
    ]),
  ).toEqual([
    ['手机号', '138****8000'],
    ['自定义编号', '2026113800138000'],
  ]))
