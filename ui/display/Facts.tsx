import type { ReactNode } from 'react'
import style from './Facts.module.css'
import { Term } from './Term.tsx'

/** Facts in two columns, one on a phone; lines with null are left out. */
export function Facts({ facts }: { facts: [label: string, value: ReactNode][] }) {
  return (
    <dl className={style.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([label, value]) => (
          <div key={label}>
            <dt>
              <Term word={label} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** A titled part of a drawer or a page. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={style.section}>
      <header>
        <h2>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  )
}
