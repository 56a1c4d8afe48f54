import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import { useMay } from '#admin/session.ts'
import { adminBankCalls } from '#contract/payments/admin-bank.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { useCall } from '#ui/call.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { State, StateTag } from '#ui/display/StateTag.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { nameSupportTags, receiptRuleNames, receiptStateTags } from '../ui/labels/payments.ts'
import style from './Bank.module.css'
import { CreditDialog, ReturnDialog } from './BankDialogs.tsx'
import type { ReceiptDetail } from './bank.ts'

type Proposal = ReceiptDetail['proposals'][number]

/** A line of the bank's statement, and the customers it may belong to. */
export function ReceiptDrawer({ receiptId, onClose }: { receiptId: string; onClose: () => void }) {
  const query = useCall(adminBankCalls.receipt, { receiptId })
  const [credited, setCredited] = useState<Proposal | 'somebody' | null>(null)
  const [isReturning, setReturning] = useState(false)
  const mayAct = useMay('payment.confirm') && query.data?.state === 'waiting'
  return (
    <DetailDrawer
      onClose={onClose}
      title="银行到账"
      query={query}
      actions={
        mayAct ? (
          <>
            <Button onClick={() => setCredited('somebody')}>指定客户入账</Button>
            <Button danger onClick={() => setReturning(true)}>
              登记退汇
            </Button>
          </>
        ) : null
      }
    >
      {receipt => (
        <>
          <Facts facts={factsOf(receipt)} />
          {receipt.state === 'waiting' ? (
            <Section title="可能是谁的">
              <Proposals proposals={receipt.proposals} mayAct={mayAct} onCredit={setCredited} />
            </Section>
          ) : null}
          {credited === 'somebody' ? <CreditDialog receipt={receipt} claimId={null} onClose={() => setCredited(null)} /> : null}
          {credited && credited !== 'somebody' ? (
            <CreditDialog
              receipt={receipt}
              customer={{ accountId: credited.accountId, name: credited.accountName }}
              claimId={credited.claimId}
              nameSupport={credited.nameSupport}
              onClose={() => setCredited(null)}
            />
          ) : null}
          {isReturning ? <ReturnDialog receipt={receipt} onClose={() => setReturning(false)} /> : null}
        </>
      )}
    </DetailDrawer>
  )
}

const factsOf = (receipt: ReceiptDetail) => [
  fact('状态', <State tag={receiptStateTags[receipt.state]} />),
  fact('金额', <Money hao={receipt.amountHao} />),
  fact('付款户名', receipt.payerName),
  fact('付款账号', receipt.payerAccount || null),
  fact('附言', receipt.memo || '–'),
  fact('到账时间', <Moment at={receipt.cameAt} />),
  fact('银行流水号', <CopyableId id={receipt.bankSerial} />),
  fact('客户', receipt.accountId ? <Link to={pathTo('/customers', { id: receipt.accountId })}>{receipt.accountName}</Link> : null),
  fact('依据', receipt.rule ? receiptRuleNames[receipt.rule] : null),
  fact('原因', receipt.reason),
  fact('退汇流水号', receipt.returnSerial),
  fact(
    '登记',
    <>
      {receipt.recordedBy ?? '–'} <Moment at={receipt.recordedAt} />
    </>,
  ),
  fact(
    '处理',
    receipt.decidedAt ? (
      <>
        {receipt.decidedBy ?? '–'} <Moment at={receipt.decidedAt} />
      </>
    ) : null,
  ),
]

function Proposals({ proposals, mayAct, onCredit }: { proposals: Proposal[]; mayAct: boolean; onCredit: (proposal: Proposal) => void }) {
  if (proposals.length === 0) return <p className={layout.lead}>没有识别码、认领或户名与它相符；请联系付款方，或指定客户、退汇。</p>
  return (
    <ul className={style.receipts}>
      {proposals.map(proposal => (
        <li key={proposal.accountId}>
          <div>
            <Link to={pathTo('/customers', { id: proposal.accountId })}>{proposal.accountName}</Link>
            <div>
              <StateTag tone="good">{receiptRuleNames[proposal.rule]}</StateTag>
              <State tag={nameSupportTags[proposal.nameSupport]} />
            </div>
            {proposal.claimNumber ? <div className={layout.faint}>认领单号 {proposal.claimNumber}</div> : null}
          </div>
          {mayAct ? (
            <Button type="primary" onClick={() => onCredit(proposal)}>
              入账
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
