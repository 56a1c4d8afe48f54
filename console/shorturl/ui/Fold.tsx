import { RightOutlined } from '@ant-design/icons'
import { type ReactNode, Suspense } from 'react'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import style from './Link.module.css'

interface FoldProps {
  title: string
  /** Short summary of the content: also visible while closed. */
  summary: string
  /** An error inside opens it: nobody looks for one in a closed section. */
  hasProblem?: boolean
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

/** Collapsible section of a form for rarely used fields. */
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
