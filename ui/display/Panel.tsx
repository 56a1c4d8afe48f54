import type { ReactNode } from 'react'
import style from './Panel.module.css'

/** A card with a title: no shadow, one line around it. */
export function Panel({ title, note, action, children }: { title: string; note?: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={style.panel}>
      <header>
        <h2>{title}</h2>
        {action}
      </header>
      {note ? <p className={style.note}>{note}</p> : null}
      {children}
    </section>
  )
}

/** Panels side by side: `wide` gives the first one two thirds. */
export function Panels({ layout = 'even', children }: { layout?: 'even' | 'wide' | 'one'; children: ReactNode }) {
  return <div className={`${style.panels} ${style[layout]}`}>{children}</div>
}
