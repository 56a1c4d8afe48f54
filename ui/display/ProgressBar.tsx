import type { ReactNode } from 'react'
import layout from '#ui/theme/layout.module.css'
import style from './ProgressBar.module.css'

interface ProgressBarProps {
  label: string
  /** 0 to 1; null while it is not known. */
  share: number | null
  note: ReactNode
  action: ReactNode
}

/** Progress bar with a cancel action. */
export function ProgressBar({ label, share, note, action }: ProgressBarProps) {
  const percent = share === null ? null : Math.min(100, Math.floor(share * 100))
  return (
    <div className={layout.stack8}>
      <div className={style.line}>
        <b>{label}</b>
        <span>{percent === null ? '' : `${percent}%`}</span>
      </div>
      <div
        className={style.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent === null ? {} : { 'aria-valuenow': percent })}
      >
        <div style={{ width: `${percent ?? 0}%` }} />
      </div>
      <div className={style.line}>
        <span className={layout.note}>{note}</span>
        {action}
      </div>
    </div>
  )
}
