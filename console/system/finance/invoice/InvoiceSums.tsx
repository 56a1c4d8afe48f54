import { PageLink } from '#console/shared/PageLink.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import type { invoiceCalls } from '#contract/invoicing/invoice.ts'
import { terms } from '#contract/terms.ts'
import { Section } from '#ui/display/Facts.tsx'
import { Money } from '#ui/display/Money.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { formatYuan } from '#values/money.ts'
import { rateText, wholeFen } from '#values/tax.ts'
import { invoiceProductNames } from '../../../shared/labels/invoicing.ts'
import style from './Invoice.module.css'

type Figures = CallAnswerWire<typeof invoiceCalls.figures>

/** 怎么算的: how each rate's invoiceable sum is calculated, with actual figures. */
export function InvoiceSums({ figures, onClose }: { figures: Figures; onClose: () => void }) {
  return (
    <DetailDrawer onClose={onClose} title={`${terms.invoiceable}怎么算的`}>
      <p className={style.note}>
        可开票金额 = 现金消费（已支付的订单 + 已结算的按量费用 − 退款）− 申请中 −
        已开票。充值没有消费的部分、赠送的套餐不能开票。每种税率分开计算，不能互相冲抵。
      </p>
      {figures.rates.length === 0 ? <p>还没有现金消费。</p> : null}
      {figures.rates.map(rate => (
        <RateSum key={rate.rateBp} rate={rate} />
      ))}
      <p className={style.note}>
        每一笔现金消费都能在 <PageLink to="/system/finance/transaction">收支明细</PageLink>
        中找到；上面的各项相加，与收支明细分毫不差，每天自动核对。
      </p>
    </DetailDrawer>
  )
}

function RateSum({ rate }: { rate: Figures['rates'][number] }) {
  const consumed = rate.availableHao + rate.heldHao + rate.issuedHao
  const rest = rate.availableHao - wholeFen(rate.availableHao)
  const names = rate.consumed.map(one => invoiceProductNames[one.product]).join('、')
  return (
    <Section title={`税率 ${rateText(rate.rateBp)}（${names}）`}>
      <dl className={style.sum}>
        {rate.consumed.map(one => (
          <div key={one.product} className={style.group}>
            {one.orderHao > 0 ? (
              <Line name={`${invoiceProductNames[one.product]}套餐订单（${one.orderCount} 笔）`} hao={one.orderHao} />
            ) : null}
            {one.usageHao > 0 ? <Line name={`${invoiceProductNames[one.product]}按量费用`} hao={one.usageHao} /> : null}
            {one.refundHao > 0 ? <Line name={`${invoiceProductNames[one.product]}退款`} hao={-one.refundHao} /> : null}
          </div>
        ))}
        <Line name={terms.netSpent} hao={consumed} isSum />
        <Line name={terms.invoiceRequested} hao={-rate.heldHao} />
        <Line name={terms.invoiced} hao={-rate.issuedHao} />
        <Line name={rate.availableHao < 0 ? '欠票' : '可开票'} hao={rate.availableHao} isSum />
      </dl>
      {rate.availableHao < 0 ? (
        <p className={style.note}>
          已开票的内容后来退了款，多开了 {formatYuan(-rate.availableHao)}。申请红冲后重新开具，或由之后的消费冲抵。
        </p>
      ) : rest > 0 ? (
        <p className={style.note}>发票以分为单位，不足一分的 {formatYuan(rest)} 留到以后一起开。</p>
      ) : null}
    </Section>
  )
}

const Line = ({ name, hao, isSum = false }: { name: string; hao: number; isSum?: boolean }) => (
  <div data-sum={isSum || undefined}>
    <dt>{name}</dt>
    <dd>
      <Money hao={hao === 0 ? 0 : hao} />
    </dd>
  </div>
)
