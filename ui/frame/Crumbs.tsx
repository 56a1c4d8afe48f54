import { Link } from 'react-router'
import style from './AppFrame.module.css'

export interface Crumb {
  title: string
  path?: string
}

/**
 * The way to the page, each step before it a link, also that of a group whose first page this is. `title` is what the
 * page shows, such as the name of an object: then the page's own step leads back to its list.
 */
export function Crumbs({ crumbs, title }: { crumbs: readonly Crumb[]; title: string }) {
  const own = crumbs.at(-1)
  const shown: readonly Crumb[] = title === '' || title === own?.title ? crumbs : [...crumbs, { title }]
  return (
    <nav className={style.crumbs} aria-label="当前位置">
      <ol>
        {shown.map(({ title: name, path }, index) => {
          const current = index === shown.length - 1 ? 'page' : undefined
          return (
            <li key={name} data-current={current}>
              {path && !current ? <Link to={path}>{name}</Link> : <span aria-current={current}>{name}</span>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
