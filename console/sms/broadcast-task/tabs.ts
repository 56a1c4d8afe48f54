import { broadcastStates } from '#contract/broadcast.ts'

const openStates = ['reviewing', 'scheduled', 'sending', 'paused', 'held'] as const

/** The states of what isn't finished; drafts are a list of their own. */
export const taskTabs = (draftCount: number | undefined) => ({
  name: 'state',
  items: [
    { key: '', label: '全部' },
    { key: 'draft', label: '草稿', count: draftCount },
    ...openStates.map(key => ({ key, label: broadcastStates[key].name })),
  ],
})
