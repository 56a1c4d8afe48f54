import type { ReactNode } from 'react'
import style from './PageHead.module.css'

/** The one `h1` of a page, what it is in a line, its main action. */
export function PageHead({ title, note, action }: { title: string; note?: ReactNode; action?: ReactNode }) {
  return (
    <header className={style.head}>
      <div>
        <h1>{title}</h1>
        {note ? <p>{note}</p> : null}
      </div>
      {action ? <div className={style.actions}>{action}</div> : null}
    </header>
  )
}
