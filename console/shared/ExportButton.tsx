import { DownloadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { Suspense, useState } from 'react'
import { useMay } from '#console/session.ts'
import type { ExportName } from '#contract/export/export.ts'
import { lazyPart } from '#ui/frame/chunk.ts'

const ExportDialog = lazyPart('ExportDialog', () => import('./export/ExportDialog.tsx'))

export interface ExportButtonProps {
  source: ExportName
  /** The input of the list's own call, without its page. */
  filter: Readonly<Record<string, string | number | boolean | undefined>>
  /** Number of matching rows, where the list knows it. */
  count?: number | null | undefined
}

/** 导出: export button of a list, beside its main action. */
export function ExportButton(props: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false)
  if (!useMay('export.write')) return null
  const isEmpty = props.count === 0
  return (
    <>
      {/* Not `disabled`: the reason is for keys and touch too. */}
      <Tooltip title={isEmpty ? '按这些条件没有可导出的内容' : undefined} trigger={['hover', 'focus', 'click']}>
        <Button data-page-export="" icon={<DownloadOutlined />} aria-disabled={isEmpty} onClick={() => setOpen(!isEmpty)}>
          导出
        </Button>
      </Tooltip>
      {isOpen ? (
        <Suspense>
          <ExportDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
