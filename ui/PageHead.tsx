import { createContext, type ReactNode, use } from 'react'
import style from './PageHead.module.css'

/** What stands below the head of whatever page is shown: the ways between pages that share an address. */
export const UnderHead = createContext<ReactNode>(null)

/** The one `h1` of a page, what it is in a line, its main action. */
export function PageHead({ title, note, action }: { title: string; note?: ReactNode; action?: ReactNode }) {
  const below = use(UnderHead)
  return (
    <>
      <header className={style.head}>
        <div>
          <h1>{title}</h1>
          {note ? <p>{note}</p> : null}
        </div>
        {action ? <div className={style.actions}>{action}</div> : null}
      </header>
      {below}
    </>
  )
}
