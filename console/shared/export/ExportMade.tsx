import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { pathTo } from '#console/paths.ts'
import { unwatchTask, watchTask } from '#console/shared/tasks/watched.ts'
import { exportCalls } from '#contract/export/export.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import layout from '#ui/theme/layout.module.css'
import { useDownload } from './download.ts'
import style from './Export.module.css'
import { bytesText, ExportProgress, type ExportRow, isUnfinished } from './ExportProgress.tsx'

const pollMs = 1_000

/** A just requested export: a small one is finished before the dialog is closed. */
export function ExportMade({ exportId, onClose }: { exportId: string; onClose: () => void }) {
  const [isOver, setOver] = useState(false)
  const { data: row, error } = useCall(exportCalls.one, { exportId }, { refetchInterval: isOver ? false : pollMs })
  if (row && !isUnfinished(row) && !isOver) setOver(true)
  const download = useDownload()
  // A member who closes the dialog earlier is notified at the end.
  useEffect(() => {
    unwatchTask('export', exportId)
    return isOver ? undefined : () => watchTask('export', exportId)
  }, [isOver, exportId])
  return (
    <div aria-live="polite">
      {row ? <ExportProgress row={row} /> : null}
      <p>{row?.state === 'done' ? doneText(row) : isOver ? '请到导出中心查看。' : '可以关闭这个窗口做别的事，完成后会通知您。'}</p>
      {row?.state === 'done'
        ? row.sha256s.map(hash => (
            <p key={hash} className={style.hash}>
              SHA-256 <code>{hash}</code>
              <CopyButton text={hash} label="复制指纹" />
            </p>
          ))
        : null}
      <FormRefusal error={download.error ?? error} />
      <div className={`${layout.above16} ${layout.beside} ${layout.end}`}>
        <Button onClick={onClose}>关闭</Button>
        <LinkButton to={pathTo('/sms/derivation')}>去导出中心</LinkButton>
        {row?.state === 'done' ? (
          <Button type="primary" loading={download.isPending} onClick={() => download.mutate({ exportId })}>
            下载
          </Button>
        ) : null}
      </div>
    </div>
  )
}

const doneText = ({ rowCount, byteCount }: ExportRow) => `共${thousands(rowCount)}行，${bytesText(byteCount)}。之后也可以在导出中心下载。`
