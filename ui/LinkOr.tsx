import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface LinkOrProps {
  /** Undefined: there is nothing to open. */
  to: string | undefined
  className?: string | undefined
  /** Of the link, where its text alone doesn't say what it opens. */
  title?: string | undefined
  children: ReactNode
}

/** A link, or its text alone where it leads nowhere. */
export const LinkOr = ({ to, className, title, children }: LinkOrProps) =>
  to === undefined ? (
    children
  ) : (
    <Link to={to} className={className} title={title}>
      {children}
    </Link>
  )
