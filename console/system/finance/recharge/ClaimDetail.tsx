import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { bankCalls, claimMay } from '#contract/payments/bank.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { useAct, useCall } from '#ui/call.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { claimStateTags } from '#ui/labels/payments.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { privateFileAddress } from '#ui/private-file.ts'
import { useMay } from '../../../session.ts'
import { ClaimForm } from './ClaimForm.tsx'
import style from './Recharge.module.css'

type Claim = CallAnswerWire<typeof bankCalls.one>

/** One claim: its content, result, and possible acts. */
export function ClaimDetail({ claimId, onClose }: { claimId: string; onClose: () => void }) {
  const query = useCall(bankCalls.one, { claimId })
  const cancel = useAct(bankCalls.cancel, { invalidates: [bankCalls.list, bankCalls.one] })
  const mayPay = useMay('finance.write')
  const [isMending, setMending] = useState(false)
  const state = query.data?.state
  const actions =
    mayPay && state && !isMending ? (
      <>
        {claimMay(state, 'resubmit') ? (
          <Button type="primary" onClick={() => setMending(true)}>
            补充后重新提交
          </Button>
        ) : null}
        {claimMay(state, 'cancel') ? (
          <Button loading={cancel.isPending} onClick={() => cancel.mutate({ claimId })}>
            撤销认领
          </Button>
        ) : null}
      </>
    ) : null
  return (
    <DetailDrawer onClose={onClose} title="汇款认领" query={query} actions={actions}>
      {claim => (
        <>
          {claim.reason ? <Alert type={claim.state === 'more' ? 'warning' : 'info'} showIcon title={claim.reason} /> : null}
          {isMending && claim.state === 'more' ? <Mending claim={claim} onDone={() => setMending(false)} /> : <ClaimFacts claim={claim} />}
          <FormRefusal error={cancel.error} />
        </>
      )}
    </DetailDrawer>
  )
}

function Mending({ claim, onDone }: { claim: Claim; onDone: () => void }) {
  const account = useCall(bankCalls.account, {})
  return <Section title="补充">{account.data ? <ClaimForm account={account.data} claim={claim} onDone={onDone} /> : null}</Section>
}

function ClaimFacts({ claim }: { claim: Claim }) {
  const { tone, name } = claimStateTags[claim.state]
  return (
    <>
      <Facts
        facts={[
          fact('状态', <StateTag tone={tone}>{name}</StateTag>),
          fact('金额', <Money hao={claim.amountHao} />),
          fact('汇款户名', claim.payerName),
          fact('汇款账号', claim.payerAccount),
          fact('汇款日期', claim.paidOn),
          fact('备注', claim.remark || null),
          fact('提交时间', <Moment at={claim.createdAt} />),
          fact('处理时间', claim.decidedAt ? <Moment at={claim.decidedAt} /> : null),
          fact('提交人', claim.memberName),
          fact('认领单号', <CopyableId id={claim.claimNumber} />),
        ]}
      />
      <Section title="银行回单">
        <a href={privateFileAddress(claim.slip.fileId)} target="_blank" rel="noreferrer">
          {claim.slip.kind === 'pdf' ? (
            claim.slip.fileName
          ) : (
            <img className={style.picked} src={privateFileAddress(claim.slip.fileId)} alt="银行回单" />
          )}
        </a>
      </Section>
    </>
  )
}
