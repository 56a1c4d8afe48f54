import { BillChart } from '#console/shared/BillChart.tsx'
import { PageLink } from '#console/shared/PageLink.tsx'
import { homeCalls } from '#contract/home/home.ts'
import { terms } from '#contract/terms.ts'
import { useCall } from '#ui/call.ts'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { formatYuan } from '#values/money.ts'
import { PendingBlock } from './PendingBlock.tsx'

const refreshMs = 300_000

/** 近12个月消费: a year of bills, a forecast of this month from the last days, and the invoiceable sum. */
export function MoneyPanel() {
  const query = useCall(homeCalls.money, {}, { refetchInterval: refreshMs, staleTimeMs: 60_000 })
  const money = query.data
  const month = money?.months.at(-1)
  return (
    <Panels layout="one">
      <Panel
        title="近12个月消费"
        note={
          money && month
            ? `本月${terms.netSpent}${formatYuan(month.orderHao + month.usageHao - month.refundHao)}，按近7天预计${formatYuan(money.forecastHao)}；${terms.invoiceable}${formatYuan(
                money.invoiceableHao,
              )}${money.owedHao > 0 ? `，${terms.invoiceOwed}${formatYuan(money.owedHao)}` : ''}`
            : undefined
        }
        action={
          <span>
            <PageLink to="/system/finance/bill/overview">账单</PageLink>　<PageLink to="/system/finance/invoice">开票</PageLink>
          </span>
        }
      >
        {money ? (
          <BillChart months={money.months} heightPx={180} emptyText="近12个月没有消费。购买套餐或按条付费后，每个月的金额会显示在这里。" />
        ) : (
          <PendingBlock query={query} heightPx={232} />
        )}
      </Panel>
    </Panels>
  )
}
