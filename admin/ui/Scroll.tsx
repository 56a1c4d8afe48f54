import type { ReactNode } from 'react'
import style from './Tables.module.css'

/** A table that may be wider than the screen: it scrolls inside itself, also by keys. */
export const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
  <section className={style.scroll} aria-label={label} tabIndex={0}>
    {children}
  </section>
)
