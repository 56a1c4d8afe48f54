import { RightOutlined } from '@ant-design/icons'
import { type ReactNode, Suspense } from 'react'
import { PageSkeleton } from '#ui/PageSkeleton.tsx'
import style from './Link.module.css'

interface FoldProps {
  title: string
  /** What is set inside, in a few words: shown while it is closed as well. */
  summary: string
  /** A problem inside opens it: nobody looks for an error in a closed fold. */
  hasProblem?: boolean
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

/** A part of a form that few need, closed until it is asked for. */
export function Fold({ title, summary, hasProblem = false, isOpen, onToggle, children }: FoldProps) {
  const isShown = isOpen || hasProblem
  return (
    <details className={style.fold} open={isShown} onToggle={event => onToggle(event.currentTarget.open)}>
      <summary>
        <RightOutlined aria-hidden />
        <b>{title}</b>
        <span className={`${style.summary} ${hasProblem ? style.bad : ''}`}>{hasProblem ? '有内容需要修改' : summary}</span>
      </summary>
      <div className={style.folded}>{isShown ? <Suspense fallback={<PageSkeleton />}>{children}</Suspense> : null}</div>
    </details>
  )
}
