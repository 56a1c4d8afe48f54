import { assert, expect, test } from 'vitest'
import { lastDayOf } from '#contract/blacklist/blacklist.ts'
import { firstPlace, placeInput } from './place.ts'

test('an entry shows its last day as it was chosen, and not the midnight after it', () => {
  const { expiresAt } = placeInput({ ...firstPlace, lastDay: '2026-12-31' })
  assert.exists(expiresAt)
  expect(expiresAt).toBe('2026-12-31T16:00:00.000Z')
  expect(lastDayOf(expiresAt)).toBe('2026-12-31')
  expect(lastDayOf('2026-12-31T07:00:00.000Z')).toBeNull()
})
