import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { BulkDialog, type BulkProps } from '#admin/ui/BulkDialog.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminBankCalls } from '#contract/payments/admin-bank.ts'
import { callQuery, useAct } from '#ui/call.ts'
import { Money } from '#ui/display/Money.tsx'
import { receiptRuleNames } from '../ui/labels/payments.ts'
import { bankAnswers, type Receipt, type ReceiptDetail } from './bank.ts'

type Proposal = ReceiptDetail['proposals'][number]

/** The customer that a receipt surely belongs to: the only one whose name the payer has. */
function sureProposal(receipt: ReceiptDetail | undefined): Proposal | null {
  const [first, ...others] = receipt?.proposals.filter(({ nameSupport }) => nameSupport !== 'none') ?? []
  return first && others.length === 0 ? first : null
}

/** Credits several receipts, each to the customer that it surely belongs to; the others stay for a person to decide. */
export function CreditManyDialog({ rows, ...bulk }: BulkProps<Receipt>) {
  const credit = useAct(adminBankCalls.credit)
  const details = useQueries({ queries: rows.map(({ receiptId }) => callQuery(adminBankCalls.receipt, { receiptId }, {})) })
  const isLoading = details.some(({ isPending }) => isPending)
  const now = rows.map((receipt, index) => ({
    receipt,
    proposal: sureProposal(details[index]?.data),
    failure: details[index]?.error?.message ?? null,
  }))
  // What was agreed to stays: a credited receipt has no proposals any more.
  const [agreed, setAgreed] = useState<typeof now | null>(null)
  if (agreed === null && !isLoading) setAgreed(now)
  const found = agreed ?? now
  const sure = found.flatMap(({ receipt, proposal }) => (proposal ? [{ receipt, proposal }] : []))
  return (
    <BulkDialog
      {...bulk}
      rows={sure}
      onDone={done => bulk.onDone(done.map(({ receipt }) => receipt))}
      title={`确认入账：${sure.length} 笔`}
      okText="入账"
      nameOf={({ receipt }) => `${receipt.payerName} ${receipt.bankSerial}`}
      act={({ receipt, proposal: { accountId, claimId } }, reason) =>
        credit.mutateAsync({ receiptId: receipt.receiptId, accountId, claimId, reason })
      }
      answers={bankAnswers}
      problem={isLoading ? '正在核对，请稍候' : sure.length === 0 ? '没有一笔能确定是哪个客户的，请逐笔处理' : null}
      reason={{ rule: adminBankCalls.credit.input.shape.reason, label: '原因', hint: '记入操作记录。' }}
    >
      <p>只入账户名相符、并且只有一个客户的；手工登记的和金额大的会提交复核，由另一位同事同意后入账。入账后不能撤销。</p>
      <ul className={style.each} aria-label="要入账的汇款">
        {found.map(({ receipt, proposal, failure }) => (
          <li key={receipt.receiptId}>
            <b>{receipt.payerName}</b> <Money hao={receipt.amountHao} />
            {proposal
              ? ` → ${proposal.accountName}（${receiptRuleNames[proposal.rule]}）`
              : isLoading
                ? ' …'
                : `：${failure ?? '不能确定是哪个客户的，不入账'}`}
          </li>
        ))}
      </ul>
    </BulkDialog>
  )
}
