import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Logo } from './Logo.tsx'
import style from './PublicFrame.module.css'

/** The frame of pages without sign-in: a slim header, the page, a line at the foot. Lightweight: no antd. */
export function PublicFrame({ links, footer, children }: { links: ReactNode; footer: ReactNode; children: ReactNode }) {
  return (
    <div className={style.page}>
      <a className="hy-skip" href="#main">
        跳到主要内容
      </a>
      <header className={style.header}>
        <Link className={style.brand} to="/" aria-label="鸿雁首页">
          <Logo size={26} withName />
        </Link>
        <nav className={style.links} aria-label="主要">
          {links}
        </nav>
      </header>
      <main id="main" className={style.main} tabIndex={-1}>
        {children}
      </main>
      <footer className={style.footer}>{footer}</footer>
    </div>
  )
}

/** The emphasized link of the header. */
export const strongLink = style.strong
