import { thousands } from '#ui/display/Count.tsx'
import { formatChinaTime } from '#values/china-time.ts'
import style from './BroadcastProgress.module.css'
import { endedOf, reasonWords } from './broadcast.ts'
import { doneCount, durationWords, type LiveRow } from './progress.ts'

/** Progress of a broadcast: delivered, failed and pending shares of all its numbers, and its speed. */
export function BroadcastProgress({ row }: { row: LiveRow }) {
  const { counts, recipientCount } = row
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
        <p className={style.words}>
          {row.recallUntil
            ? '几秒后开始发送，打开可以撤回'
            : `${row.scheduledAt ? formatChinaTime(new Date(row.scheduledAt)).slice(0, 16) : '到计划时间'} 自动开始`}
        </p>
      ) : row.state === 'reviewing' ? null : (
        <p className={style.words}>
          已提交 {thousands(counts.submitted)} / {thousands(recipientCount)}，成功 {thousands(counts.delivered)}，失败{' '}
          {thousands(counts.failed)}
          {counts.unknown > 0 ? `，未知 ${thousands(counts.unknown)}` : ''}
          {counts.refused > 0 ? `，拦截 ${thousands(counts.refused)}` : ''}
        </p>
      )}
      {row.state === 'sending' && reason === null ? <p className={style.words}>{speedWords(row)}</p> : null}
      {reason ? <p className={style.words}>{reason}</p> : null}
    </div>
  )
}

/** Its speed and remaining time, or that no channel takes it. */
function speedWords({ noChannelSince, pace }: LiveRow): string {
  if (noChannelSince) return `${formatChinaTime(new Date(noChannelSince)).slice(5, 16)} 起没有可用的通道，恢复后自动继续`
  if (!pace) return '正在提交给运营商'
  const speed =
    pace.perSecond >= 1
      ? `每秒 ${thousands(Math.round(pace.perSecond))} 个`
      : `每分钟 ${thousands(Math.max(1, Math.round(pace.perSecond * 60)))} 个`
  return `${speed}，${durationWords(pace.secondsLeft)}提交完`
}
