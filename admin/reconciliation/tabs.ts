import type { ListTabsFacts } from '#ui/list/ListTabs.tsx'
import type { ListState } from '#ui/list/list-state.ts'
import { useUrlState } from '#ui/url-state.ts'

export const tabs: ListTabsFacts = {
  name: 'tab',
  items: [
    { key: '', label: '日账单' },
    { key: 'bank', label: '银行流水' },
    { key: 'differences', label: '未处理差异' },
    { key: 'resolved', label: '已处理差异' },
  ],
}

/** The page's lists as tabs, which are not filters. */
export function useTabs(list: ListState): ListState {
  const [{ tab }, setTab] = useUrlState({ tab: '', cursor: '' })
  const change: ListState['change'] = (next, options) =>
    next.tab === undefined ? list.change(next, options) : setTab({ tab: next.tab, cursor: '' })
  return { ...list, values: { ...list.values, tab }, change }
}
