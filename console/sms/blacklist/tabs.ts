import type { ListTabsFacts } from '#ui/list/ListTabs.tsx'
import type { ListState } from '#ui/list/list-state.ts'
import { useUrlState } from '#ui/url-state.ts'

const items: ListTabsFacts['items'] = [
  { key: '', label: '生效中' },
  { key: 'lapsed', label: '已到期' },
  { key: 'removed', label: '已移除' },
  { key: 'opt-out-page', label: '退订页面记录' },
  { key: 'rules', label: '退订规则' },
]
export const blacklistTabs: ListTabsFacts = { name: 'tab', items }

/** The page's parts as tabs. A changed tab keeps the number, which all lists have, and is not a filter. */
export function useBlacklistTabs(list: ListState): ListState {
  const [{ tab }, setTab] = useUrlState({ tab: '', cursor: '' })
  const change: ListState['change'] = (next, options) =>
    next.tab === undefined ? list.change(next, options) : setTab({ tab: next.tab, cursor: '' })
  return { ...list, values: { ...list.values, tab }, change }
}
