import { useState } from 'react'
import type { z } from 'zod'
import { FileDialog } from '#admin/ui/FileDialog.tsx'
import { adminSegmentCalls, segmentFileRoute } from '#contract/messages/admin-segment.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { limits } from '#values/limits.ts'
import { segmentAnswers, segmentText } from './segment.ts'

type ReadFile = z.input<typeof segmentFileRoute.answer>
type Row = ReadFile['rows'][number]

const sample = {
  name: '号段模板',
  rows: [
    ['号段', '运营商', '虚拟运营商'],
    ['154', '联通', ''],
    ['1709', '联通', '是'],
  ],
}

const isChange = ({ row, before }: Row) => row !== null && (before === null || segmentText(before) !== segmentText(row))
function effect({ row, before }: Row): string {
  if (row === null) return ''
  if (before === null) return `新增：${segmentText(row)}`
  return segmentText(before) === segmentText(row) ? '与现在相同' : `${segmentText(before)} 改为 ${segmentText(row)}`
}

/** 批量导入: segments from a file; others stay unchanged. */
export function SegmentFileDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<ReadFile | null>(null)
  const act = useDialogAct(adminSegmentCalls.apply, {
    invalidates: segmentAnswers,
    done: ({ addedCount, changedCount }) => `已导入：新增 ${addedCount} 个，修改 ${changedCount} 个`,
    onClose,
  })
  return (
    <FileDialog<Row, typeof segmentFileRoute.answer>
      title="批量导入号段"
      route={segmentFileRoute}
      hint={`须有“号段”“运营商”两列，“虚拟运营商”一列填“是”。文件中没有的号段不变。一次最多 ${limits.segmentFileRows} 行。`}
      sample={sample}
      file={file}
      onPick={() => setFile(null)}
      onRead={answer => {
        act.reset()
        setFile(answer)
      }}
      effect={effect}
      isChange={isChange}
      act={act}
      onApply={(rows, reason) =>
        act.mutate({ fileName: file?.fileName ?? '', rows: rows.flatMap(({ row }) => (row ? [row] : [])), reason })
      }
      onClose={onClose}
    />
  )
}
