import { thousands } from './Count.tsx'
import style from './Tabs.module.css'

export interface Tab {
  key: string
  label: string
  /** Undefined: not known yet, its room is kept. */
  count?: number | undefined
}

interface TabsProps {
  /** Name of the tabs for screen readers. */
  label: string
  tabs: readonly Tab[]
  current: string
  onChoose: (key: string) => void
  /** Parts of a page, not views of one list. */
  isPage?: boolean
}

/** Tabs: buttons of which one is current. Needs no antd. */
export function Tabs({ label, tabs, current, onChoose, isPage }: TabsProps) {
  return (
    <nav className={style.tabs} data-page={isPage} aria-label={label}>
      {tabs.map(tab => (
        <button
          key={tab.key}
          type="button"
          aria-current={tab.key !== current ? undefined : isPage ? 'page' : 'true'}
          onClick={() => onChoose(tab.key)}
        >
          {tab.label}
          {'count' in tab ? <span>{tab.count === undefined ? null : thousands(tab.count)}</span> : null}
        </button>
      ))}
    </nav>
  )
}
