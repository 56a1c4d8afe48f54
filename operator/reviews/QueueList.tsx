import { useEffect, useRef } from 'react'
import { relativeTime } from '#console/ui/Moment.tsx'
import { reviewObjects } from '#contract/operator-review.ts'
import style from './Reviews.module.css'
import { keyOf, titleOf, type Waiting } from './review.ts'

interface QueueListProps {
  rows: Waiting[]
  current: Waiting | null
  onChoose: (row: Waiting) => void
}

/** What the check wants to be looked at. */
const noteCount = (row: Waiting) => row.findings.filter(finding => finding.level === 'note').length

/** What waits, the urged first and then the oldest. */
export function QueueList({ rows, current, onChoose }: QueueListProps) {
  const list = useRef<HTMLOListElement>(null)
  const currentId = current?.objectId
  useEffect(() => {
    if (currentId) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  return (
    <ol ref={list} className={style.queue} aria-label="等待审核的内容">
      {rows.map(row => (
        <li key={keyOf(row)}>
          <button type="button" aria-current={row.objectId === current?.objectId ? 'true' : undefined} onClick={() => onChoose(row)}>
            <span className={style.line}>
              <b>
                {row.urgedAt ? <em>催 </em> : null}
                {titleOf(row)}
              </b>
              <small>{relativeTime(Date.parse(row.submittedAt), Date.now())}</small>
            </span>
            <span className={style.line}>
              <span>{row.accountName}</span>
              <small>
                {reviewObjects[row.object]}
                {noteCount(row) > 0 ? ` · ${noteCount(row)} 处留意` : ''}
              </small>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
