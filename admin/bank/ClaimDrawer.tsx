import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import { useMay } from '#admin/session.ts'
import { staffFileReading } from '#contract/account/private-file.ts'
import { adminBankCalls } from '#contract/payments/admin-bank.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { queryString, useCall } from '#ui/call.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { State, StateTag } from '#ui/display/StateTag.tsx'
import { claimStateTags } from '#ui/labels/payments.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { nameSupportTags } from '../ui/labels/payments.ts'
import style from './Bank.module.css'
import { AnswerDialog, CreditDialog } from './BankDialogs.tsx'
import type { Claim } from './bank.ts'

type Asked = { kind: 'credit'; receiptId: string; bankSerial: string; isListed: boolean } | { kind: 'askMore' } | { kind: 'reject' }

/** A claim beside the receipts that may match it. */
export function ClaimDrawer({ accountId, claimId, onClose }: { accountId: string; claimId: string; onClose: () => void }) {
  const query = useCall(adminBankCalls.claim, { accountId, claimId })
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayAct = useMay('payment.confirm')
  const claim = query.data
  const isOpen = claim?.state === 'waiting'
  const close = () => setAsked(null)
  return (
    <DetailDrawer
      onClose={onClose}
      title={claim ? `认领 ${claim.claimNumber}` : '汇款认领'}
      query={query}
      actions={
        mayAct && (isOpen || claim?.state === 'more') ? (
          <>
            {isOpen ? <Button onClick={() => setAsked({ kind: 'askMore' })}>要求补充</Button> : null}
            <Button data-review="reject" danger onClick={() => setAsked({ kind: 'reject' })}>
              驳回
            </Button>
          </>
        ) : null
      }
    >
      {one => (
        <>
          <Warnings claim={one} />
          <Facts facts={factsOf(one)} />
          <Section title="金额相同、还没有入账的银行到账">
            <Candidates
              claim={one}
              mayAct={mayAct && one.state === 'waiting'}
              onCredit={receipt => setAsked({ kind: 'credit', ...receipt })}
            />
          </Section>
          <Section title="银行回单">
            <Slip claim={one} />
          </Section>
          {asked?.kind === 'credit' ? (
            <CreditDialog
              receipt={{ receiptId: asked.receiptId, bankSerial: asked.bankSerial, isListed: asked.isListed, amountHao: one.amountHao }}
              customer={{ accountId, name: one.accountName }}
              claimId={claimId}
              nameSupport={one.nameSupport}
              onClose={close}
            />
          ) : null}
          {asked && asked.kind !== 'credit' ? <AnswerDialog kind={asked.kind} claim={one} onClose={close} /> : null}
        </>
      )}
    </DetailDrawer>
  )
}

function Warnings({ claim }: { claim: Claim }) {
  return (
    <div className={style.alerts}>
      {claim.nameSupport === 'none' ? (
        <Alert
          type="error"
          showIcon
          title={`汇款户名与客户实名“${claim.attestedName ?? '未认证'}”不一致，也没有登记；入账须由另一位同事复核。`}
        />
      ) : null}
      {claim.alikeCount > 0 ? (
        <Alert type="warning" showIcon title={`另有 ${claim.alikeCount} 个认领的户名、金额和日期与此相同，请核对是否重复。`} />
      ) : null}
      {claim.reason ? <Alert type="info" showIcon title={claim.reason} /> : null}
    </div>
  )
}

const factsOf = (claim: Claim) => [
  fact('状态', <State tag={claimStateTags[claim.state]} />),
  fact('客户', <Link to={pathTo('/customers', { id: claim.accountId })}>{claim.accountName}</Link>),
  fact('认领金额', <Money hao={claim.amountHao} />),
  fact('汇款日期', claim.paidOn),
  fact('汇款户名', claim.payerName),
  fact('户名核对', <State tag={nameSupportTags[claim.nameSupport]} />),
  fact('汇款账号', claim.payerAccount),
  fact('备注', claim.remark || null),
  fact('提交', <Moment at={claim.createdAt} />),
  fact('提交人', claim.memberName),
]

interface CandidatesProps {
  claim: Claim
  mayAct: boolean
  onCredit: (receipt: { receiptId: string; bankSerial: string; isListed: boolean }) => void
}

function Candidates({ claim, mayAct, onCredit }: CandidatesProps) {
  if (claim.receipts.length === 0)
    return <p className={layout.lead}>没有。银行到账还没有登记，或金额不同；请先在“银行到账”中登记，或要求客户补充。</p>
  return (
    <ul className={style.receipts}>
      {claim.receipts.map(receipt => (
        <li key={receipt.receiptId}>
          <div>
            <CopyableId id={receipt.bankSerial} /> <Moment at={receipt.cameAt} />
            <div>
              {receipt.payerName}{' '}
              <StateTag tone={receipt.hasName ? 'good' : 'bad'}>{receipt.hasName ? '户名与认领一致' : '户名与认领不同'}</StateTag>
              {receipt.hasCode ? <StateTag tone="good">识别码一致</StateTag> : null}
            </div>
            <div className={layout.faint}>{receipt.memo || '没有附言'}</div>
          </div>
          {mayAct ? (
            <Button data-review="pass" type="primary" onClick={() => onCredit(receipt)}>
              确认入账
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function Slip({ claim: { accountId, slip } }: { claim: Claim }) {
  const address = staffFileReading.path + queryString({ accountId, fileId: slip.fileId })
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {slip.kind === 'pdf' ? slip.fileName : <img className={style.slip} src={address} alt="客户上传的银行回单" />}
    </a>
  )
}
