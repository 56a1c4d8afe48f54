import { App } from 'antd'
import { exportCalls, exportNames } from '#contract/export/export.ts'
import { useAct } from '#ui/call.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import type { ExportRow } from './ExportProgress.tsx'

interface ExportActDialogProps {
  act: 'cancel' | 'delete'
  row: ExportRow
  onClose: () => void
}

/** Confirms that an export is stopped or deleted, and shows the server's refusal. */
export function ExportActDialog({ act, row, onClose }: ExportActDialogProps) {
  const { message } = App.useApp()
  const done = (words: string) => () => {
    message.success(words)
    onClose()
  }
  const cancel = useAct(exportCalls.cancel, { invalidates: [exportCalls.list], onDone: done('已取消') })
  const remove = useAct(exportCalls.delete, { invalidates: [exportCalls.list], onDone: done('已删除') })
  const [current, words] =
    act === 'cancel'
      ? [cancel, '已经生成的部分会删除，需要时请重新导出。']
      : [remove, row.state === 'done' ? '文件会一并删除，之后不能再下载。' : '这条记录会从列表中移除。']
  const name = act === 'cancel' ? '取消导出' : '删除'
  return (
    <AskDialog
      title={act === 'cancel' ? `取消导出“${exportNames[row.source]}”？` : `删除“${exportNames[row.source]}”的导出？`}
      okText={name}
      isDanger
      act={current}
      onOk={() => current.mutate({ exportId: row.exportId })}
      onClose={onClose}
    >
      <p>{words}</p>
    </AskDialog>
  )
}
