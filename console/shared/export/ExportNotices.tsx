import { App } from 'antd'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#console/paths.ts'
import { exportCalls, exportFailures, exportNames } from '#contract/export/export.ts'
import { thousands } from '#ui/Count.tsx'
import { useCall } from '#ui/call.ts'
import { isUnfinished } from './ExportProgress.tsx'
import { unwatchExport, useWatched } from './watched.ts'

const pollMs = 3_000

/** Notifies on any page that an export is ready, or why it failed. */
export const ExportNotices = () => useWatched().map(exportId => <Notice key={exportId} exportId={exportId} />)

function Notice({ exportId }: { exportId: string }) {
  const { notification } = App.useApp()
  const { data: row, error } = useCall(exportCalls.one, { exportId }, { refetchInterval: pollMs })
  useEffect(() => {
    // An export that was deleted meanwhile is no longer watched.
    if (error?.code === 'not_found') return unwatchExport(exportId)
    if (!row || isUnfinished(row)) return
    unwatchExport(exportId)
    const toCentre = <Link to={pathTo('/sms/derivation')}>去导出中心</Link>
    if (row.state === 'done')
      notification.success({
        title: `${exportNames[row.source]}已导出`,
        description: (
          <>
            共{thousands(row.rowCount)}行，{toCentre}下载。
          </>
        ),
      })
    if (row.state === 'failed')
      notification.error({
        title: `${exportNames[row.source]}导出失败`,
        description: (
          <>
            {row.failure ? `${exportFailures[row.failure]}。` : null}
            {toCentre}
          </>
        ),
      })
  }, [row, error, exportId, notification])
  return null
}
