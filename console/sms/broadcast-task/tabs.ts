import type { BroadcastState } from '#contract/broadcast/broadcast.ts'
import { broadcastStateTags } from '../../shared/labels/broadcast.ts'

const taskStates = ['reviewing', 'scheduled', 'sending', 'paused', 'held', 'completed', 'canceled'] as const

/** Tabs of states that are unfinished or ended within a day; drafts are a list of their own. */
export const taskTabs = (draftCount: number | undefined, counts: Partial<Record<BroadcastState, number>> | undefined) => ({
  name: 'state',
  items: [
    { key: '', label: '全部' },
    { key: 'draft', label: '草稿', count: draftCount },
    ...taskStates.map(key => ({ key, label: broadcastStateTags[key].name, count: counts && (counts[key] ?? 0) })),
  ],
})
