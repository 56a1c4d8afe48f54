import { thousands } from '#ui/Count.tsx'
import style from './BroadcastProgress.module.css'
import { endedOf, reasonWords } from './broadcast.ts'
import { doneCount, durationWords, type LiveRow } from './progress.ts'

/** Progress of a broadcast: delivered, failed and pending shares of all its numbers, and its speed. */
export function BroadcastProgress({ row }: { row: LiveRow }) {
  const { counts, pace, recipientCount } = row
  const underWay = Math.max(0, counts.submitted - endedOf(counts))
  const reason = reasonWords(row)
  const part = (count: number) => ({ width: `${(count / Math.max(1, recipientCount)) * 100}%` })
  return (
    <div>
      <div
        className={style.bar}
        role="progressbar"
        aria-label={`${row.name}的发送进度`}
        aria-valuemin={0}
        aria-valuemax={recipientCount}
        aria-valuenow={Math.min(recipientCount, doneCount(counts))}
      >
        <i data-part="delivered" style={part(counts.delivered)} />
        <i data-part="failed" style={part(counts.failed + counts.unknown + counts.refused)} />
        <i style={part(underWay)} />
      </div>
      {row.state === 'scheduled' ? (
        <p className={style.words}>到计划时间自动开始</p>
      ) : row.state === 'reviewing' ? null : (
        <p className={style.words}>
          已提交 {thousands(counts.submitted)} / {thousands(recipientCount)}，成功 {thousands(counts.delivered)}，失败{' '}
          {thousands(counts.failed)}
          {counts.unknown > 0 ? `，未知 ${thousands(counts.unknown)}` : ''}
          {counts.refused > 0 ? `，拦截 ${thousands(counts.refused)}` : ''}
        </p>
      )}
      {row.state === 'sending' && reason === null ? (
        <p className={style.words}>
          {pace
            ? `每秒 ${thousands(Math.max(1, Math.round(pace.perSecond)))} 个，${durationWords(pace.secondsLeft)}提交完`
            : '正在提交给运营商'}
        </p>
      ) : null}
      {reason ? <p className={style.words}>{reason}</p> : null}
    </div>
  )
}
