import { createContext, type ReactNode, use } from 'react'
import style from './PageHead.module.css'

/** Content below the head of any page: the navigation between pages that share an address. */
export const UnderHead = createContext<ReactNode>(null)

/** Head of a page: its only `h1`, a line of description, its main action. */
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
