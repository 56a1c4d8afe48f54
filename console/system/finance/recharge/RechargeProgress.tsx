import { Button } from 'antd'
import { EndNote } from '#console/shared/payment/EndNote.tsx'
import { PaymentWaiting } from '#console/shared/payment/PaymentWaiting.tsx'
import { usePayment } from '#console/shared/payment/payment.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { isUnpaid, paymentMethodNames, rechargeCalls, rechargeReceiptRoute } from '#contract/payments/recharge.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { queryString } from '#ui/call.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { useSaid } from '#ui/frame/FocusKeeper.tsx'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { rechargeStateTags } from '#ui/labels/payments.ts'
import layout from '#ui/theme/layout.module.css'
import { pathTo } from '../../../paths.ts'
import style from './Recharge.module.css'

type Recharge = CallAnswerWire<typeof rechargeCalls.one>

/** One attempt: where to pay it, polled until it is final. */
export function RechargeProgress({ rechargeId }: { rechargeId: string }) {
  const query = usePayment(rechargeId)
  useSaid(query.data && isUnpaid(query.data.state) ? '等待付款' : '')
  if (query.error && !query.data) return <PageFailure page="充值" query={query} />
  if (!query.data) return <PageSkeleton />
  const { data } = query
  return (
    <>
      <PageHead title="充值" action={<LinkButton to={pathTo('/system/finance/recharge', { tab: 'record' })}>充值记录</LinkButton>} />
      <Panel title={paymentMethodNames[data.paymentMethod]}>
        <div role="status" className={layout.below12}>
          <StateTag tone={rechargeStateTags[data.state].tone}>
            {data.state === 'paid' ? '充值成功，已到账' : rechargeStateTags[data.state].name}
          </StateTag>
        </div>
        {isUnpaid(data.state) ? (
          <PaymentWaiting payment={data} cancelText="取消充值" invalidates={[rechargeCalls.list]} onChange={() => void query.refetch()} />
        ) : (
          <Ended recharge={data} />
        )}
      </Panel>
    </>
  )
}

function Ended({ recharge }: { recharge: Recharge }) {
  const { state } = recharge
  return (
    <>
      <EndNote {...recharge} />
      <Facts
        facts={[
          ['金额', <Money key="sum" hao={recharge.amountHao} />],
          ['已退回', recharge.refundedHao > 0 ? <Money key="back" hao={recharge.refundedHao} /> : null],
          ['现有余额', state === 'paid' ? <Money key="left" hao={recharge.availableHao} /> : null],
          ['到账时间', recharge.paidAt ? <Moment key="at" at={recharge.paidAt} /> : null],
          ['充值单号', <CopyableId key="number" id={recharge.tradeNumber} />],
          ['渠道流水号', recharge.gatewayNumber ? <CopyableId key="gateway" id={recharge.gatewayNumber} /> : null],
          // WeChat's payer id means nothing to people.
          ['付款人', recharge.paymentMethod === 'wechat' ? null : recharge.payer],
        ]}
      />
      <div className={style.buttons}>
        <LinkButton type="primary" to={state === 'paid' ? pathTo('/sms/combo/purchase') : pathTo('/system/finance/recharge')}>
          {state === 'paid' ? '购买短信套餐' : '重新充值'}
        </LinkButton>
        {state === 'paid' ? (
          <>
            <LinkButton to={pathTo('/system/finance/recharge')}>继续充值</LinkButton>
            <Button href={rechargeReceiptRoute.path + queryString({ rechargeId: recharge.rechargeId })} download>
              下载回单（PDF）
            </Button>
          </>
        ) : null}
      </div>
    </>
  )
}
