import { createContext, type ReactNode, use, useLayoutEffect } from 'react'
import { Link } from 'react-router'
import layout from '#ui/theme/layout.module.css'
import { PageCount } from './PageCount.tsx'
import style from './PageHead.module.css'
import { PageFrame } from './page-frame.ts'

/** Content below the head of any page: the navigation between pages that share an address. */
export const UnderHead = createContext<ReactNode>(null)

/**
 * Head of a page: its only `h1`, a line of description, its main action. Pages of one entry of the menu are tabs beside
 * the `h1`.
 */
export function PageHead({ title, note, action }: { title: string; note?: ReactNode; action?: ReactNode }) {
  const below = use(UnderHead)
  const { siblings, onTitle } = use(PageFrame)
  useLayoutEffect(() => {
    onTitle(title)
    return () => onTitle('')
  }, [title, onTitle])
  return (
    <>
      <header className={style.head}>
        <div>
          {siblings.length > 0 ? <PageTabs title={title} /> : <h1>{title}</h1>}
          {note ? <p>{note}</p> : null}
        </div>
        {action ? <div className={`${layout.row} ${style.actions}`}>{action}</div> : null}
      </header>
      {below}
    </>
  )
}

/** The current tab is the `h1`; a page that shows one object of its list has that name there, and no link. */
function PageTabs({ title }: { title: string }) {
  const { siblings } = use(PageFrame)
  return (
    <nav className={style.tabs} aria-label="同组页面">
      {siblings.map(page => {
        const link = (
          <Link key={page.to} to={page.to} aria-current={page.isCurrent ? 'page' : undefined}>
            {page.title}
            {page.isCurrent ? null : <PageCount count={page.count} />}
          </Link>
        )
        return page.isCurrent ? <h1 key={page.to}>{title === page.title ? link : title}</h1> : link
      })}
    </nav>
  )
}
