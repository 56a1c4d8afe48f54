import { Form, Input } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { FileDialog } from '#admin/ui/FileDialog.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminBankCalls, balanceRule, receiptFileRoute } from '#contract/payments/admin-bank.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { limits } from '#values/limits.ts'
import { formatYuan, parseYuanOrThrow } from '#values/money.ts'
import { bankAnswers } from './bank.ts'

type ReadFile = z.input<typeof receiptFileRoute.answer>
type Row = ReadFile['rows'][number]

const sample = {
  name: '银行流水模板',
  rows: [
    ['交易时间', '银行流水号', '金额', '支出金额', '余额', '付款户名', '付款账号', '附言'],
    ['2026-11-20 09:30:00', '202611200001', '1000.00', '', '51000.00', '示例科技有限公司', '6222021234567890', '充值 12345674'],
    ['2026-11-20 17:00:00', '202611200002', '', '10.00', '50990.00', '示例银行', '', '手续费'],
  ],
}

const effect = ({ row, isKnown }: Row) =>
  row === null ? '' : isKnown ? '已登记过' : `登记 ${formatYuan(parseYuanOrThrow(row.amount))}，${row.payerName}`

/** 导入银行流水: a day's statement from the bank, with the balances before and after; known lines stay unchanged. */
export function ReceiptFileDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<ReadFile | null>(null)
  const take = useDialogAct(adminBankCalls.importStatement, {
    invalidates: bankAnswers,
    done: ({ recordedCount, creditedCount, isChained }) =>
      isChained
        ? `已登记 ${recordedCount} 笔，其中 ${creditedCount} 笔直接入账`
        : `已登记 ${recordedCount} 笔；期初与前一份流水的期末不同，没有自动入账，请先查明`,
    onClose,
  })
  const statement = file?.statement
  const { first, read } = useBalances()
  return (
    <FileDialog<Row, typeof receiptFileRoute.answer>
      title="导入银行流水"
      route={receiptFileRoute}
      hint={`一天一份，从网上银行导出全天的流水。须有“银行流水号”“金额”“付款户名”“交易时间”四列，可有“支出金额”“余额”“付款账号”“附言”。支出只用来核对余额。一次最多 ${limits.bankFileRows} 行。`}
      sample={sample}
      file={file}
      onPick={() => setFile(null)}
      onRead={answer => {
        take.reset()
        setFile(answer)
        read(answer)
      }}
      effect={effect}
      isChange={row => row.row !== null && !row.isKnown}
      act={take}
      mayApply={statement ? !statement.isImported : false}
      first={first}
      onApply={(_, reason, { openingBalance = '', closingBalance = '' }) =>
        statement && take.mutate({ statementId: statement.statementId, openingBalance, closingBalance, reason })
      }
      onClose={onClose}
    >
      {statement ? <Balances statement={statement} /> : null}
    </FileDialog>
  )
}

type Statement = NonNullable<ReadFile['statement']>

/** Balances that the file states; those that were typed stay for a corrected file of the same day. */
function useBalances() {
  const [{ day, first }, setState] = useState<{ day: string; first: Record<string, string> }>({ day: '', first: {} })
  const read = ({ statement }: ReadFile) => {
    if (!statement) return
    const { balances } = statement
    const stated = balances && { openingBalance: plainYuan(balances.openingHao), closingBalance: plainYuan(balances.closingHao) }
    setState({ day: statement.day, first: stated ?? (statement.day === day ? {} : { openingBalance: '', closingBalance: '' }) })
  }
  return { first, read }
}
const plainYuan = (hao: number) => formatYuan(hao).replace(/[¥,]/g, '')

const Balances = ({ statement }: { statement: Statement }) => (
  <>
    <p>
      {statement.day}：收入 {statement.inCount} 笔 {formatYuan(statement.inHao)}，支出 {statement.outCount} 笔{' '}
      {formatYuan(statement.outHao)}
      {statement.problemCount > 0 ? `，${statement.problemCount} 行没有读懂` : ''}
    </p>
    <div className={style.pair}>
      <Form.Item name="openingBalance" label="期初余额" extra="当天第一笔之前的余额。" rules={[zodRule(balanceRule)]}>
        <Input prefix="¥" inputMode="decimal" autoComplete="off" />
      </Form.Item>
      <Form.Item name="closingBalance" label="期末余额" extra="当天最后一笔之后的余额。" rules={[zodRule(balanceRule)]}>
        <Input prefix="¥" inputMode="decimal" autoComplete="off" />
      </Form.Item>
    </div>
  </>
)
