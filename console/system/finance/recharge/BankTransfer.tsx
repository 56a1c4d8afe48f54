import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { bankCalls, bankLetterRoute } from '#contract/payments/bank.ts'
import { useCall } from '#ui/call.ts'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { pathTo } from '../../../paths.ts'
import { useMay } from '../../../session.ts'
import { ClaimForm } from './ClaimForm.tsx'
import { PayerNames } from './PayerNames.tsx'
import { Receiving } from './Receiving.tsx'
import style from './Recharge.module.css'

/** 对公转账: the bank account and reference, the payer's name, and the claim of a payment. */
export function BankTransfer() {
  const query = useCall(bankCalls.account, {})
  const mayPay = useMay('finance.write')
  const navigate = useNavigate()
  if (query.error && !query.data) return <PageFailure page="对公转账" query={query} />
  if (!query.data) return <PageSkeleton />
  const account = query.data
  if (!account.receiving)
    return (
      <>
        <PageHead title="对公转账" />
        <Panel title="对公转账暂未开通">
          <p className={style.note}>平台还没有公布收款账户，请使用在线充值，或联系平台客服。</p>
        </Panel>
      </>
    )
  const letter = (
    <Button href={bankLetterRoute.path} download>
      下载汇款信息（PDF）
    </Button>
  )
  return (
    <>
      <PageHead title="对公转账" note="汇款时在附言里填写识别码，到账后更快入账；户名须与实名一致或已登记。" action={letter} />
      <Panels layout="even">
        <Panel title="收款账户">
          <Receiving receiving={account.receiving} transferCode={account.transferCode} />
        </Panel>
        <Panel title="汇款人户名" note="用这些户名汇来的钱可以直接入账，其他户名须人工核对。">
          <PayerNames account={account} />
        </Panel>
      </Panels>
      {mayPay ? (
        <Panel title="汇款认领" note="汇款后上传银行回单，工作人员核对银行到账后计入余额，通常在一个工作日内。">
          <ClaimForm account={account} onDone={claim => void navigate(pathTo('/system/finance/recharge', { tab: 'claims', claim }))} />
        </Panel>
      ) : null}
    </>
  )
}
