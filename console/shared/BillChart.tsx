import { terms } from '#contract/terms.ts'
import { Chart } from '#ui/chart/Chart.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { haoPerYuan } from '#values/money.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { pathTo } from '../paths.ts'
import { useReachable } from './PageLink.tsx'

interface BillChartProps {
  /** The oldest first. */
  months: readonly { month: string; orderHao: number; usageHao: number }[]
  heightPx: number
  emptyText: string
}

const kinds = ['order', 'usage'] as const

/** The cost of each month, orders and usage separately; a bar opens its lines in the bill. */
export function BillChart({ months, heightPx, emptyText }: BillChartProps) {
  const reaches = useReachable()
  const isReachable = reaches('/system/finance/bill/detail')
  return (
    <Chart
      title="近12个月消费"
      kind="stack"
      heightPx={heightPx}
      unit="元"
      labels={months.map(one => one.month)}
      emptyText={emptyText}
      emptyAction={reaches('/sms/combo/purchase') ? <LinkButton to={pathTo('/sms/combo/purchase')}>购买套餐</LinkButton> : null}
      linkOf={(step, place) =>
        isReachable
          ? pathTo('/system/finance/bill/detail', {
              month: itemOrThrow(months, step).month,
              kind: place === null ? undefined : itemOrThrow(kinds, place),
            })
          : undefined
      }
      series={[
        { name: '订单', colour: 4, values: months.map(one => one.orderHao / haoPerYuan) },
        { name: terms.usage, colour: 0, values: months.map(one => one.usageHao / haoPerYuan) },
      ]}
    />
  )
}
