import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { PaymentWaiting } from '#console/shared/payment/PaymentWaiting.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { isUnpaid, paymentMethodNames, rechargeCalls, rechargeReceiptRoute } from '#contract/payments/recharge.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { invalidate, queryString, useCall } from '#ui/call.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { closeReasonNames, rechargeStateTags } from '#ui/labels/payments.ts'
import layout from '#ui/layout.module.css'
import { Moment } from '#ui/Moment.tsx'
import { Money } from '#ui/Money.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { PageSkeleton } from '#ui/PageSkeleton.tsx'
import { Panel } from '#ui/Panel.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { ownAddress, pathTo } from '../../../paths.ts'
import { meCall } from '../../../session.ts'
import style from './Recharge.module.css'

type Recharge = CallAnswerWire<typeof rechargeCalls.one>

const pollMs = 2_000

/** One attempt: where to pay it, polled until it is final. */
export function RechargeProgress({ rechargeId }: { rechargeId: string }) {
  const [isWaiting, setWaiting] = useState(true)
  const query = useCall(rechargeCalls.one, { rechargeId }, { refetchInterval: isWaiting ? pollMs : false })
  const client = useQueryClient()
  const state = query.data?.state
  useEffect(() => {
    setWaiting(state === undefined || isUnpaid(state))
    // The frame of every page shows the balance.
    if (state === 'paid') invalidate(client, [meCall, rechargeCalls.list])
  }, [state, client])
  if (query.error && !query.data) return <ErrorPanel title="充值没能加载" error={query.error} onRetry={() => void query.refetch()} />
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
  const { state, closeReason } = recharge
  const [{ back }] = useUrlState({ back: '' })
  const backTo = state === 'paid' && back !== '' ? ownAddress(back) : null
  return (
    <>
      {state === 'failed' ? (
        <p className={style.note}>支付通道收到的金额与订单不一致，没有入账。我们的工作人员会核对并联系您，无需重复付款。</p>
      ) : null}
      {state === 'closed' ? (
        <p className={style.note}>{closeReasonNames[closeReason ?? 'expired']}，没有扣款。如果您已经付款，到账后会自动转入余额。</p>
      ) : null}
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
        {backTo ? (
          <LinkButton type="primary" to={backTo}>
            {backTo.startsWith('/sms/broadcast?') ? '返回继续群发' : '返回继续'}
          </LinkButton>
        ) : null}
        <LinkButton
          type={backTo ? 'default' : 'primary'}
          to={state === 'paid' ? pathTo('/sms/combo/purchase') : pathTo('/system/finance/recharge')}
        >
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
