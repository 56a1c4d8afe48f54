import { expect, test } from 'vitest'
import { broadcastStates } from '#contract/broadcast/broadcast.ts'
import { keysOf } from '#values/keys.ts'
import { taskTabs } from './tabs.ts'

test('every state that a task may have is a tab with its count, and so are drafts', () => {
  const { items } = taskTabs(3, { sending: 2, scheduled: 1 })
  expect(items.map(item => item.key)).toEqual(['', 'draft', ...keysOf(broadcastStates)])
  expect(Object.fromEntries(items.slice(1).map(item => [item.label, 'count' in item ? item.count : undefined]))).toEqual({
    草稿: 3,
    待审核: 0,
    定时: 1,
    发送中: 2,
    已暂停: 0,
    暂缓: 0,
    已完成: 0,
    已取消: 0,
  })
  // Counts are unknown while the list loads: none is shown as zero.
  expect(taskTabs(undefined, undefined).items.every(item => !('count' in item) || item.count === undefined)).toBe(true)
})
