import type { ReactNode } from 'react'
import layout from '#ui/theme/layout.module.css'
import { Moment } from './Moment.tsx'
import { type Tone, ToneShape } from './StateTag.tsx'
import style from './Timeline.module.css'

export interface TimelineStep {
  key: string
  tone: Tone
  title: ReactNode
  /** Null: it hasn't happened yet. */
  at: string | null
  children?: ReactNode
}

/** History of an object in order; the last step may still be to come. */
export function Timeline({ steps }: { steps: TimelineStep[] }) {
  return (
    <ol className={`${layout.list} ${style.steps}`}>
      {steps.map(({ key, tone, title, at, children }) => (
        <li key={key}>
          {at === null ? <i /> : <ToneShape tone={tone} />}
          <div className={style.line}>
            <strong>{title}</strong>
            {at === null ? null : <Moment at={at} />}
          </div>
          {children ? <div className={style.note}>{children}</div> : null}
        </li>
      ))}
    </ol>
  )
}
