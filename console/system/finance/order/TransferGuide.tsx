import { Button } from 'antd'
import { dueHao } from '#contract/orders/order.ts'
import { bankCalls, bankLetterRoute } from '#contract/payments/bank.ts'
import { useCall } from '#ui/call.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import layout from '#ui/theme/layout.module.css'
import { formatFen, formatYuan } from '#values/money.ts'
import { wholeFen } from '#values/tax.ts'
import { pathTo } from '../../../paths.ts'
import { useMe } from '../../../session.ts'
import { Receiving } from '../recharge/Receiving.tsx'
import type { OrderDetailFacts } from './order.ts'

/** Payment of an order by bank transfer: the missing amount, the bank account, and the next steps. */
export function TransferGuide({ order }: { order: OrderDetailFacts }) {
  const query = useCall(bankCalls.account, {})
  const availableHao = useMe().data?.availableHao ?? null
  if (query.error && !query.data) return <ErrorPanel title="收款账户没能加载" error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const { receiving, transferCode } = query.data
  if (!receiving) return <p role="alert">平台暂停了对公转账，请换一种支付方式。</p>
  return (
    <>
      <p>
        请汇款<strong> {formatYuan(dueHao(order.amountHao, availableHao ?? 0))} </strong>
        到下面的账户{availableHao !== null && availableHao < 0 ? '（含账户的欠费，到账先归还）' : ''}
        。到账后自动支付这个订单，多出的款留在余额里
        {availableHao !== null && availableHao > 0 && availableHao < order.amountHao
          ? `；您的余额有 ${formatFen(availableHao)}，也可以只汇差额 ${formatYuan(order.amountHao - wholeFen(availableHao))}。`
          : '。'}
      </p>
      <Receiving receiving={receiving} transferCode={transferCode} />
      <div className={`${layout.above16} ${layout.row}`}>
        <Button href={bankLetterRoute.path} download>
          下载汇款信息（PDF）
        </Button>
        <LinkButton to={pathTo('/system/finance/recharge', { tab: 'bank' })}>已汇款，上传回单</LinkButton>
      </div>
    </>
  )
}
