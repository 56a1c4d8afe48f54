import type { ReactNode } from 'react'
import { Count, Share } from './Count.tsx'
import layout from './layout.module.css'
import style from './RankedBars.module.css'

export interface RankedBar {
  key: string
  label: ReactNode
  count: number
  note?: ReactNode
}

/** A ranking as bars with their numbers: causes, carriers, provinces. Readable without a chart. */
export function RankedBars({ bars, emptyText }: { bars: RankedBar[]; emptyText: string }) {
  if (bars.length === 0) return <p className={style.empty}>{emptyText}</p>
  const most = Math.max(...bars.map(bar => bar.count), 1)
  const whole = bars.reduce((sum, bar) => sum + bar.count, 0)
  return (
    <ol className={`${layout.list} ${layout.stack12}`}>
      {bars.map(bar => (
        <li key={bar.key}>
          <div className={style.line}>
            <span className={`${layout.shrink} ${layout.anywhere} ${style.label}`}>{bar.label}</span>
            <span>
              <Count count={bar.count} /> · <Share part={bar.count} whole={whole} />
            </span>
          </div>
          <div className={style.track} aria-hidden="true">
            <div style={{ width: `${(bar.count / most) * 100}%` }} />
          </div>
          {bar.note ? <div className={style.note}>{bar.note}</div> : null}
        </li>
      ))}
    </ol>
  )
}
