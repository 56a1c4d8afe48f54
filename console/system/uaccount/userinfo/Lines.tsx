import type { ReactNode } from 'react'
import layout from '#ui/theme/layout.module.css'
import style from './Userinfo.module.css'

/** A person's facts in lines, each with its action. */
export const Lines = ({ children }: { children: ReactNode }) => <dl className={layout.flush}>{children}</dl>

export function Line({ label, hint, acts, children }: { label: string; hint?: ReactNode; acts?: ReactNode; children: ReactNode }) {
  return (
    <div className={style.line}>
      <dt>{label}</dt>
      <dd>
        {children}
        {hint ? <div className={layout.note}>{hint}</div> : null}
      </dd>
      {acts ? <dd className={style.acts}>{acts}</dd> : null}
    </div>
  )
}

/** A member's avatar, or the first letter of its name. */
export function Avatar({ name, avatarId, isLarge = false }: { name: string; avatarId: string | null; isLarge?: boolean }) {
  return (
    <span className={style.avatar} data-large={isLarge || undefined} aria-hidden="true">
      {avatarId ? <img src={`/api/avatar?avatarId=${avatarId}`} alt="" /> : [...name][0]}
    </span>
  )
}
