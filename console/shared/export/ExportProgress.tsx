import type { CallAnswerWire } from '#contract/call.ts'
import { type exportCalls, exportFailures } from '#contract/export/export.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { timeLeftText } from '#ui/display/time-left.ts'
import { exportStateTags } from '../labels/export.ts'
import style from './Export.module.css'

export type ExportRow = CallAnswerWire<typeof exportCalls.one>

export const isUnfinished = ({ state }: ExportRow): boolean => state === 'queued' || state === 'writing'

/** An export's state, with its progress or the reason of its failure. */
export function ExportProgress({ row }: { row: ExportRow }) {
  const { name, tone } = exportStateTags[row.state]
  return (
    <>
      <StateTag tone={tone}>{name}</StateTag>
      {row.state === 'writing' ? <Written row={row} /> : null}
      {row.state === 'done' && row.expiresAt ? (
        <p className={style.words}>
          <Moment at={row.expiresAt} /> 前可下载
        </p>
      ) : null}
      {row.failure && row.state === 'failed' ? <p className={style.words}>{exportFailures[row.failure]}</p> : null}
    </>
  )
}

function Written({ row: { rowCount, totalCount, startedAt } }: { row: ExportRow }) {
  if (totalCount === null) return <p className={style.words}>正在统计行数</p>
  const part = totalCount === 0 ? 1 : Math.min(1, rowCount / totalCount)
  return (
    <>
      <div
        className={style.bar}
        role="progressbar"
        aria-label="导出进度"
        aria-valuemin={0}
        aria-valuemax={totalCount}
        aria-valuenow={Math.min(rowCount, totalCount)}
      >
        <i style={{ width: `${part * 100}%` }} />
      </div>
      <p className={style.words}>
        {thousands(rowCount)} / {thousands(totalCount)} 行{timeLeftText({ doneCount: rowCount, totalCount, startedAt })}
      </p>
    </>
  )
}

/** 「1.2 MB」. */
export function bytesText(byteCount: number): string {
  if (byteCount < 1024) return `${byteCount} B`
  if (byteCount < 1024 ** 2) return `${Math.ceil(byteCount / 1024)} KB`
  const mega = byteCount / 1024 ** 2
  return mega < 1024 ? `${mega.toFixed(1)} MB` : `${(mega / 1024).toFixed(2)} GB`
}
