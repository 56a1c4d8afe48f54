import { Skeleton } from 'antd'
import { useState } from 'react'
import { exportCalls, exportNames } from '#contract/export/export.ts'
import { useCall } from '#ui/call.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { FocusKeeper } from '#ui/frame/FocusKeeper.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { ExportButtonProps } from '../ExportButton.tsx'
import { ExportForm } from './ExportForm.tsx'
import { ExportMade } from './ExportMade.tsx'

/** The export's options, and then its progress. */
export function ExportDialog({ source, filter, count, onClose }: ExportButtonProps & { onClose: () => void }) {
  const [exportId, setExportId] = useState<string | null>(null)
  const [sent] = useState(() => JSON.stringify(filter))
  const offer = useCall(exportCalls.offer, { source, filter: sent })
  const { data } = offer
  return (
    <Dialog
      open
      title={`导出${exportNames[source]}`}
      width={680}
      style={{ top: 48 }}
      onCancel={onClose}
      footer={null}
      // A click outside must not discard the choice.
      maskClosable={exportId !== null}
    >
      <FocusKeeper label="导出">
        {exportId ? (
          <ExportMade exportId={exportId} onClose={onClose} />
        ) : data ? (
          <ExportForm source={source} filter={sent} count={count ?? null} offer={data} onMade={setExportId} onClose={onClose} />
        ) : offer.error ? (
          <ErrorPanel title="没能取得可导出的内容" error={offer.error} onRetry={() => void offer.refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </FocusKeeper>
    </Dialog>
  )
}
