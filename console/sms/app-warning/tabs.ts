import type { ListTabsFacts } from '#ui/list/ListTabs.tsx'
import type { ListState } from '#ui/list/list-state.ts'
import { useUrlState } from '#ui/url-state.ts'

const items: ListTabsFacts['items'] = [
  { key: '', label: '预警记录' },
  { key: 'rules', label: '预警规则' },
  { key: 'limits', label: '发送限额' },
  { key: 'receivers', label: '接收人' },
]
export const alertTabs: ListTabsFacts = { name: 'tab', items }

/** The page's parts as tabs. A changed tab is not a filter. */
export function useAlertTabs(list: ListState): ListState {
  const [{ tab }, setTab] = useUrlState({ tab: '', cursor: '', id: '' })
  const change: ListState['change'] = (next, options) =>
    next.tab === undefined ? list.change(next, options) : setTab({ tab: next.tab, cursor: '', id: '' })
  return { ...list, values: { ...list.values, tab }, change }
}
