import type { ReactNode } from 'react'
import { LinkOr } from '#ui/LinkOr.tsx'
import layout from '#ui/theme/layout.module.css'
import { Count, Share } from './Count.tsx'
import style from './RankedBars.module.css'

export interface RankedBar {
  key: string
  label: ReactNode
  count: number
  note?: ReactNode
  /** Where the list behind it is. */
  to?: string | undefined
}

/** A ranking as bars with their numbers: causes, carriers, provinces. Readable without a chart. */
export function RankedBars({ bars, emptyText }: { bars: RankedBar[]; emptyText: string }) {
  if (bars.length === 0) return <p className={style.empty}>{emptyText}</p>
  const most = Math.max(...bars.map(bar => bar.count), 1)
  const whole = bars.reduce((sum, bar) => sum + bar.count, 0)
  return (
    <ol className={`${layout.list} ${layout.stack12} ${style.bars}`} data-bars="">
      {bars.map(bar => (
        <li key={bar.key}>
          <LinkOr to={bar.to} className={style.link}>
            <span className={style.line}>
              <span className={`${layout.shrink} ${layout.anywhere} ${style.label}`}>{bar.label}</span>
              <span className={style.count}>
                <Count count={bar.count} /> · <Share part={bar.count} whole={whole} />
              </span>
            </span>
            <span className={style.track} aria-hidden="true">
              <span style={{ width: `${(bar.count / most) * 100}%` }} />
            </span>
          </LinkOr>
          {bar.note ? <div className={style.note}>{bar.note}</div> : null}
        </li>
      ))}
    </ol>
  )
}
