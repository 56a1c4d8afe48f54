import { useUrlState } from '#ui/url-state.ts'
import type { ListTabsFacts } from './ListTabs.tsx'
import type { ListState } from './list-state.ts'

/** Lists of one page as tabs. A changed tab keeps what the lists have in common, and is not a filter. */
export function usePageTabs(list: ListState, tabs: ListTabsFacts): { tabs: ListTabsFacts; list: ListState } {
  const [{ tab }, setTab] = useUrlState({ tab: '', cursor: '', id: '' })
  const change: ListState['change'] = (next, options) =>
    next.tab === undefined ? list.change(next, options) : setTab({ tab: next.tab, cursor: '', id: '' })
  return { tabs, list: { ...list, values: { ...list.values, tab }, change } }
}
