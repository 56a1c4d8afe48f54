import { useState } from 'react'
import type { z } from 'zod'
import { FileDialog } from '#admin/ui/FileDialog.tsx'
import { adminPortedCalls, portedFileRoute } from '#contract/messages/admin-segment.ts'
import { thousands } from '#ui/display/Count.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { limits } from '#values/limits.ts'
import { carrierNames } from '#values/phone.ts'
import { segmentAnswers } from './segment.ts'

type ReadFile = z.input<typeof portedFileRoute.answer>
type Row = ReadFile['rows'][number]

const sample = {
  name: '携号转网模板',
  rows: [
    ['手机号', '现运营商'],
    ['13800138000', '联通'],
  ],
}

/** 导入号码: ported numbers with their current carrier. */
export function PortedFileDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<ReadFile | null>(null)
  const act = useDialogAct(adminPortedCalls.apply, {
    invalidates: segmentAnswers,
    done: ({ changedCount }) => `已导入，${thousands(changedCount)} 个号码是新的或有变化`,
    onClose,
  })
  return (
    <FileDialog<Row, typeof portedFileRoute.answer>
      title="导入携号转网号码"
      route={portedFileRoute}
      hint={`须有“手机号”“现运营商”两列，同一号码以最后一行为准。一次最多 ${thousands(limits.portedFileRows)} 行。`}
      sample={sample}
      file={file}
      onPick={() => setFile(null)}
      onRead={answer => {
        act.reset()
        setFile(answer)
      }}
      effect={({ row }) => (row ? `现为${carrierNames[row.carrier]}` : '')}
      isChange={({ row }) => row !== null}
      act={act}
      onApply={(rows, reason) => act.mutate({ rows: rows.flatMap(({ row }) => (row ? [row] : [])), reason })}
      onClose={onClose}
    />
  )
}
