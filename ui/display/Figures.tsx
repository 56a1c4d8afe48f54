import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import layout from '#ui/theme/layout.module.css'
import style from './Figures.module.css'
import { WholeFen } from './Money.tsx'
import type { Tone } from './StateTag.tsx'
import { Term } from './Term.tsx'

export interface FigureFacts {
  label: string
  /** `<Money/>`, `<Count/>`, `<Share/>` or a word; null while loading. */
  value: ReactNode
  /** A short line below: a comparison, or what to do; null while it loads. */
  note?: ReactNode
  /** Colours a value that needs attention. */
  tone?: Tone
  /** The page that the number links to. */
  to?: string
}

/** Room for a note that takes more than a line; its text is of the usual length. */
export const Reserved = ({ children }: { children: string }) => (
  <span className={style.reserved} aria-hidden="true">
    {children}
  </span>
)

/** One number of a card, 28/36. */
function Figure({ label, value, note, tone, to }: FigureFacts) {
  const content = (
    <>
      <span className={style.label}>
        <Term word={label} />
      </span>
      <span className={style.value} data-tone={tone}>
        {value ?? <i className={style.waiting} />}
      </span>
      {note || note === null ? <span className={`${layout.note} ${layout.anywhere} ${style.note}`}>{note ?? '\u00a0'}</span> : null}
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

/** As many fit in one row legibly; more are split into two rows. */
const maxInRow = 8
const maxInRowOfPaper = 6
/** A note of this length fits beside its number. */
const shortNote = 6

const isShort = (note: ReactNode) => note === undefined || note === false || (typeof note === 'string' && note.length <= shortNote)

interface FiguresProps {
  figures: FigureFacts[]
  /** Keeps notes below their numbers however short they are, so that those of all accounts load into the same room. */
  hasNotesBelow?: boolean
}

/** The row of key figures above a list or a dashboard. Notes are beside all of its numbers, or below all of them. */
export function Figures({ figures, hasNotesBelow = false }: FiguresProps) {
  const columns = (most: number) => (figures.length > most ? Math.ceil(figures.length / 2) : figures.length)
  return (
    <div
      className={style.row}
      data-notes={!hasNotesBelow && figures.every(figure => isShort(figure.note)) ? 'beside' : 'below'}
      style={{ '--columns': columns(maxInRow), '--paper-columns': columns(maxInRowOfPaper) } as CSSProperties}
    >
      <WholeFen>
        {figures.map(figure => (
          <Figure key={figure.label} {...figure} />
        ))}
      </WholeFen>
    </div>
  )
}
