import { thousands } from './Count.tsx'
import style from './List.module.css'
import type { ListState } from './list-state.ts'

export interface ListTabsFacts {
  /** The name in the query string that the tabs set. */
  name: string
  items: { key: string; label: string; count?: number | undefined }[]
}

/** States of a list as tabs with their counts. */
export function ListTabs({ tabs, list }: { tabs: ListTabsFacts; list: ListState }) {
  const current = list.values[tabs.name] ?? ''
  return (
    <nav className={style.tabs} aria-label="按状态查看">
      {tabs.items.map(({ key, label, count }) => (
        <button
          key={key}
          type="button"
          className={style.tab}
          aria-current={key === current ? 'true' : undefined}
          onClick={() => list.change({ [tabs.name]: key })}
        >
          {label}
          {count === undefined ? null : <span>{thousands(count)}</span>}
        </button>
      ))}
    </nav>
  )
}
