import { type Tab, Tabs } from '#ui/display/Tabs.tsx'
import type { ListState } from './list-state.ts'

export interface ListTabsFacts {
  /** The name in the query string that the tabs set. */
  name: string
  items: Tab[]
}

/** States of a list as tabs with their counts. */
export const ListTabs = ({ tabs: { name, items }, list }: { tabs: ListTabsFacts; list: ListState }) => (
  <Tabs label="按状态查看" tabs={items} current={list.values[name] ?? ''} onChoose={key => list.change({ [name]: key })} />
)
