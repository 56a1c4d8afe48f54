import type { ListTabsFacts } from '#ui/ListTabs.tsx'
import type { ListState } from '#ui/list-state.ts'
import { useUrlState } from '#ui/url-state.ts'

const tabs: ListTabsFacts = {
  name: 'tab',
  items: [
    { key: '', label: '发送记录' },
    { key: 'inbound', label: '收到的回复' },
  ],
}

/** The page's two lists as tabs. A changed tab keeps number and days, which both have, and is not a filter. */
export function useDeliveryTabs(list: ListState): { tabs: ListTabsFacts; list: ListState } {
  const [{ tab }, setTab] = useUrlState({ tab: '', cursor: '', id: '' })
  const change: ListState['change'] = (next, options) =>
    next.tab === undefined ? list.change(next, options) : setTab({ tab: next.tab, cursor: '', id: '' })
  return { tabs, list: { ...list, values: { ...list.values, tab }, change } }
}
