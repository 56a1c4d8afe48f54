import { useState } from 'react'
import type { z } from 'zod'
import { useDialogAct } from '#console/ui/dialog-act.ts'
import { operatorBankCalls, receiptFileDoor } from '#contract/operator-bank.ts'
import { limits } from '#values/limits.ts'
import { formatYuan, parseYuan } from '#values/money.ts'
import { FileDialog } from '../ui/FileDialog.tsx'
import { bankAnswers } from './bank.ts'

type ReadFile = z.input<typeof receiptFileDoor.answer>
type Row = ReadFile['rows'][number]

const sample = {
  name: '银行流水模板',
  rows: [
    ['交易时间', '银行流水号', '金额', '付款户名', '付款账号', '附言'],
    ['2026-11-20 09:30:00', '202611200001', '1000.00', '示例科技有限公司', '6222021234567890', '充值 12345674'],
  ],
}

const effect = ({ row, isKnown }: Row) =>
  row === null ? '' : isKnown ? '已登记过' : `登记 ${formatYuan(parseYuan(row.amount)!)}，${row.payerName}`

/** 导入银行流水: lines of a bank's own file; those that are known already are left as they are. */
export function ReceiptFileDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<ReadFile | null>(null)
  const note = useDialogAct(operatorBankCalls.note, {
    invalidates: bankAnswers,
    done: ({ notedCount, creditedCount }) => `已登记 ${notedCount} 笔，其中 ${creditedCount} 笔直接入账`,
    onClose,
  })
  return (
    <FileDialog<Row>
      title="导入银行流水"
      door={receiptFileDoor}
      hint={`须有“银行流水号”“金额”“付款户名”“交易时间”四列，可有“付款账号”“附言”。支出和没有金额的行不导入。一次最多 ${limits.bankFileRows} 行。`}
      sample={sample}
      file={file}
      onRead={answer => {
        note.reset()
        setFile(answer as ReadFile)
      }}
      effect={effect}
      isChange={row => row.row !== null && !row.isKnown}
      act={note}
      onApply={(rows, reason) => note.mutate({ rows: rows.flatMap(({ row }) => (row ? [row] : [])), reason })}
      onClose={onClose}
    />
  )
}
