import { thousands } from '../../ui/Count.tsx'
import style from './BroadcastProgress.module.css'
import { type BroadcastRow, waitingReasons } from './broadcast.ts'

/** How far a broadcast is: delivered, failed and on their way as parts of all its numbers. */
export function BroadcastProgress({ row }: { row: BroadcastRow }) {
  const { counts, recipientCount } = row
  const underWay = Math.max(0, counts.submitted - counts.delivered - counts.failed)
  const part = (count: number) => ({ width: `${(count / Math.max(1, recipientCount)) * 100}%` })
  return (
    <div>
      <div
        className={style.bar}
        role="progressbar"
        aria-label={`${row.name}的发送进度`}
        aria-valuemin={0}
        aria-valuemax={recipientCount}
        aria-valuenow={counts.submitted + counts.refused}
      >
        <i data-part="delivered" style={part(counts.delivered)} />
        <i data-part="failed" style={part(counts.failed + counts.refused)} />
        <i style={part(underWay)} />
      </div>
      <p className={style.words}>
        已提交 {thousands(counts.submitted)} / {thousands(recipientCount)}，成功 {thousands(counts.delivered)}，失败{' '}
        {thousands(counts.failed)}
        {counts.refused > 0 ? `，拦截 ${thousands(counts.refused)}` : ''}
      </p>
      {row.stateReason ? <p className={style.words}>{waitingReasons[row.stateReason]}</p> : null}
    </div>
  )
}
