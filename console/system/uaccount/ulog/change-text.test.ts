import { expect, test } from 'vitest'
import { changesOf, valueText } from './change-text.ts'

test('changed fields come first, including added and removed ones', () => {
  expect(changesOf({ name: '甲', state: 'draft', old: 1 }, { name: '甲', state: 'reviewing', now: true })).toEqual([
    { name: 'state', before: 'draft', after: 'reviewing' },
    { name: 'old', before: '1', after: '–' },
    { name: 'now', before: '–', after: '是' },
    { name: 'name', before: '甲', after: '甲' },
  ])
  expect(changesOf(null, null)).toEqual([])
})

test('nested values are shown by their parts', () => {
  expect(valueText({ name: '甲', ids: ['a', 'b'], isFull: false, deep: { text: '' } })).toBe(
    '名称：甲；编号：a，b；含完整号码：否；deep：内容：–',
  )
})
