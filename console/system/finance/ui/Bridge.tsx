import { PageLink } from '#console/shared/PageLink.tsx'
import { type BillState, closingNames, type Bridge as Facts } from '#contract/billing/bill.ts'
import type { PagePath } from '#contract/pages.ts'
import { terms } from '#contract/terms.ts'
import { Money } from '#ui/display/Money.tsx'
import { Term } from '#ui/display/Term.tsx'
import style from './Line.module.css'

type Part = [sign: string, name: string, hao: number, to: PagePath | null]

/**
 * The month's balance equation in one line: opening, income, expenses, closing. Zero terms are omitted except the usual
 * ones.
 */
export function Bridge({ bridge, state }: { bridge: Facts; state: BillState }) {
  const parts: Part[] = [
    ['', terms.opening, bridge.openingHao, null],
    ['＋', '充值', bridge.rechargeHao, '/system/finance/recharge'],
    ['＋', '退款', bridge.refundHao, '/system/finance/order'],
    ...(bridge.adjustHao === 0 ? [] : [['＋', '调账', bridge.adjustHao, '/system/finance/transaction'] satisfies Part]),
    ...(bridge.withdrawHao === 0 ? [] : [['−', '提现', bridge.withdrawHao, '/system/finance/transaction'] satisfies Part]),
    ['−', '订单', bridge.orderHao, '/system/finance/order'],
    ['−', terms.usage, bridge.usageHao, '/system/finance/consume'],
    ['＝', closingNames[state], bridge.closingHao, null],
  ]
  return (
    <ul className={style.bridge} aria-label="余额的变化">
      {parts.map(([sign, name, hao, to]) => (
        <li key={name}>
          {sign ? <span className={style.sign}>{sign}</span> : null}
          <span className={style.term} data-sum={sign === '＝' || undefined}>
            <small>{to ? <PageLink to={to}>{name}</PageLink> : <Term word={name} />}</small>
            <Money hao={hao} />
          </span>
        </li>
      ))}
    </ul>
  )
}
