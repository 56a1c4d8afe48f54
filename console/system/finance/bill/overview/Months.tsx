import { Button } from 'antd'
import { BillChart } from '#console/shared/BillChart.tsx'
import type { billCalls } from '#contract/billing/bill.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { terms } from '#contract/terms.ts'
import { Money } from '#ui/display/Money.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { billStateTags } from '../../../../shared/labels/billing.ts'

type Month = CallAnswerWire<typeof billCalls.months>['months'][number]
const trendMonths = 12

/** The cost of each month, orders and usage separately. */
export function MonthTrend({ months }: { months: Month[] }) {
  const shown = months.slice(0, trendMonths).toReversed()
  return (
    <Panel title="近12个月消费">
      <BillChart months={shown} heightPx={220} emptyText="还没有消费；订单和用量会按月列在这里" />
    </Panel>
  )
}

/** Table of monthly bills. */
export function MonthTable({ months, month, onChoose }: { months: Month[]; month: string; onChoose: (month: string) => void }) {
  return (
    <Panel title="各月账单">
      <PlainTable<Month>
        label="各月账单"
        rows={months}
        rowKey={one => one.month}
        current={month}
        emptyText="还没有账单"
        columns={[
          {
            title: '账期',
            render: one => (
              <Button type="link" size="small" onClick={() => onChoose(one.month)} aria-label={`${one.month} 查看账单`}>
                {one.month}
              </Button>
            ),
          },
          { title: '状态', render: one => <State tag={billStateTags[one.state]} /> },
          { title: '订单', isNumber: true, isWide: true, render: one => <Money hao={one.orderHao} /> },
          { title: terms.usage, isNumber: true, isWide: true, render: one => <Money hao={one.usageHao} /> },
          { title: terms.spent, isNumber: true, render: one => <Money hao={one.orderHao + one.usageHao} /> },
          { title: '退款', isNumber: true, isWide: true, render: one => <Money hao={one.refundHao} /> },
          { title: '充值', isNumber: true, isWide: true, render: one => <Money hao={one.rechargeHao} /> },
          { title: terms.closing, isNumber: true, isWide: true, render: one => <Money hao={one.closingHao} /> },
        ]}
      />
    </Panel>
  )
}
