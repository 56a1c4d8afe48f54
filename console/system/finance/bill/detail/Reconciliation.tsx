import type { billCalls } from '#contract/billing/bill.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { Money } from '#ui/display/Money.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import layout from '#ui/theme/layout.module.css'
import { Bridge } from '../../ui/Bridge.tsx'
import style from '../../ui/Line.module.css'

type Totals = CallAnswerWire<typeof billCalls.totals>

/** 对账: the month's balance equation, and each reconciliation with both of its sides. */
export function Reconciliation({ month, equations }: Pick<Totals, 'month' | 'equations'>) {
  const isWhole = equations.every(equation => equation.leftHao === equation.rightHao)
  return (
    <div className={layout.above16}>
      <Panel
        title="对账"
        note="充值、订单、消费、收支明细和账单出自同一本账，下面的等式每晚对全部账户检查一遍，精确到毫（万分之一元）。"
        action={isWhole ? <StateTag tone="good">全部相符</StateTag> : <StateTag tone="bad">有差异，已通知工作人员</StateTag>}
      >
        <Bridge bridge={month} state={month.state} />
        <ul className={`${layout.list} ${layout.above12} ${style.equations}`}>
          {equations.map(equation => (
            <li key={equation.name}>
              <span>{equation.name}</span>
              <span>
                <Money hao={equation.leftHao} /> ＝ <Money hao={equation.rightHao} />{' '}
                {equation.leftHao === equation.rightHao ? <StateTag tone="good">相符</StateTag> : <StateTag tone="bad">不符</StateTag>}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
