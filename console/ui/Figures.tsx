import type { ReactNode } from 'react'
import { Link } from 'react-router'
import style from './Figures.module.css'
import type { Tone } from './StateTag.tsx'

export interface FigureFacts {
  label: string
  /** `<Money/>`, `<Count/>`, `<Share/>` or a word; null while it is on the way. */
  value: ReactNode
  /** A short line below: what it is compared with, or what to do. */
  note?: ReactNode
  /** Colours the value where attention is due. */
  tone?: Tone
  /** Page behind the number. */
  to?: string
}

/** One number of a card, 28/36. */
export function Figure({ label, value, note, tone, to }: FigureFacts) {
  const content = (
    <>
      <span className={style.label}>{label}</span>
      <span className={style.value} data-tone={tone}>
        {value ?? <i className={style.waiting} />}
      </span>
      {note ? <span className={style.note}>{note}</span> : null}
    </>
  )
  return to ? (
    <Link className={style.figure} to={to}>
      {content}
    </Link>
  ) : (
    <div className={style.figure}>{content}</div>
  )
}

/** The row of numbers on top of a list or a dashboard. */
export function Figures({ figures }: { figures: FigureFacts[] }) {
  return (
    <div className={style.row}>
      {figures.map(figure => (
        <Figure key={figure.label} {...figure} />
      ))}
    </div>
  )
}
