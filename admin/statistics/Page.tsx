import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import { useMay } from '#admin/session.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminStatisticsCalls } from '#contract/messages/admin-statistics.ts'
import { terms } from '#contract/terms.ts'
import { type useCall, useListCall } from '#ui/call.ts'
import { Chart, ChartSpace } from '#ui/chart/Chart.tsx'
import { dayPresets } from '#ui/date-range.ts'
import { Count, Share } from '#ui/display/Count.tsx'
import { Figures } from '#ui/display/Figures.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { countColumn, moneyColumn } from '#ui/list/columns.tsx'
import { DaysFilter } from '#ui/list/DaysFilter.tsx'
import { ListTable } from '#ui/list/ListTable.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useUrlState } from '#ui/url-state.ts'
import { limits } from '#values/limits.ts'
import { formatFen, haoPerYuan } from '#values/money.ts'
import { destinationName } from '#values/phone.ts'
import { CostDialog } from './CostDialog.tsx'
import { headline } from './headline.ts'

type Statistics = CallAnswerWire<typeof adminStatisticsCalls.read>
type Customer = Statistics['customers'][number]
export type Channel = Statistics['channels'][number]

/** 平台统计: messages of all customers with revenue and cost, by day, customer and channel. */
export function Page() {
  const first = dayPresets.近7天(new Date())
  const [range, setRange] = useUrlState({ from: first.from, to: first.to })
  const query = useListCall(adminStatisticsCalls.read, range)
  const found = query.data
  return (
    <>
      <PageHead
        title="平台统计"
        note="按短信提交的日期统计全部客户，晚到的回执计入提交的那一天；平台自己发的验证码不计。"
        action={
          <DaysFilter label="日期" range={range} maxDays={limits.platformStatisticsDays} onChange={next => setRange(next ?? first)} />
        }
      />
      {query.error && !found ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} title="统计没能加载" />
      ) : (
        <>
          <Totals found={found} />
          <Panels layout="one">
            <Panel title="每天">
              {found ? (
                <Chart
                  title="平台每天的短信"
                  kind="line"
                  labels={found.days.map(row => row.day)}
                  series={[
                    { name: terms.accepted, colour: 0, values: found.days.map(row => row.acceptedCount) },
                    { name: terms.delivered, colour: 1, values: found.days.map(row => row.deliveredCount) },
                    { name: terms.failed, colour: 4, values: found.days.map(row => row.failedCount) },
                  ]}
                  unit="条"
                  emptyText="这几天没有短信"
                />
              ) : (
                <ChartSpace />
              )}
            </Panel>
            <Panel title="每天的毛利" note="经通道发出的短信；有短信的通道没有设成本的那一天不显示成本和毛利。">
              {found ? (
                <Chart
                  title="平台每天的收入、成本和毛利"
                  kind="line"
                  labels={found.days.map(row => row.day)}
                  series={[
                    { name: '收入', colour: 0, values: found.days.map(row => yuanOf(row.incomeHao)) },
                    { name: '成本', colour: 4, values: found.days.map(row => yuanOf(row.costHao)) },
                    { name: '毛利', colour: 1, values: found.days.map(row => yuanOf(row.marginHao)) },
                  ]}
                  unit="元"
                  emptyText="这几天没有收入和成本"
                />
              ) : (
                <ChartSpace />
              )}
            </Panel>
            <Channels found={found} query={query} />
            <Customers found={found} query={query} />
          </Panels>
        </>
      )}
    </>
  )
}

const yuanOf = (hao: number | null) => (hao === null ? null : hao / haoPerYuan)

type Earning = Pick<Customer, 'incomeHao' | 'costHao' | 'marginHao'>
const known = (hao: number | null) => (hao === null ? '–' : <Money hao={hao} />)
const incomeColumn: ListColumn<Earning> = {
  id: 'income',
  decimals: 4,
  title: '收入',
  width: 120,
  isNumber: true,
  sortBy: row => row.incomeHao,
  render: row => known(row.incomeHao),
}
const costColumn: ListColumn<Earning> = {
  id: 'cost',
  decimals: 4,
  title: '成本',
  width: 120,
  isNumber: true,
  render: row => known(row.costHao),
}
const marginColumn: ListColumn<Earning> = {
  id: 'margin',
  decimals: 4,
  title: '毛利',
  width: 120,
  isNumber: true,
  sortBy: row => row.marginHao ?? Number.NEGATIVE_INFINITY,
  render: row => known(row.marginHao),
}

const deliveryShare = (row: { deliveredCount: number; failedCount: number; unknownCount?: number }) => (
  <Share part={row.deliveredCount} whole={row.deliveredCount + row.failedCount + (row.unknownCount ?? 0)} />
)

function Totals({ found }: { found: Statistics | undefined }) {
  const { balanceHao, bonusHao, marginHao, unknownSegments } = headline(found)
  return (
    <Figures
      figures={[
        { label: terms.accepted, value: found ? <Count count={found.totals.acceptedCount} /> : null, note: '条短信' },
        {
          label: terms.delivered,
          value: found ? <Count count={found.totals.deliveredCount} /> : null,
          note: found ? (
            <>
              {terms.rate} {deliveryShare(found.totals)}
            </>
          ) : null,
        },
        { label: terms.charged, value: found ? <Count count={found.totals.chargedSegmentCount} /> : null, note: '套餐与余额合计' },
        {
          label: terms.cash,
          value: found ? <Money hao={balanceHao} /> : null,
          note: `不含套餐抵扣；另有赠送金支付${formatFen(bonusHao)}`,
        },
        {
          label: '毛利',
          value: found ? marginHao === null ? '–' : <Money hao={marginHao} /> : null,
          note: unknownSegments > 0 ? `另有${unknownSegments.toLocaleString('en-US')}条的通道没有设成本` : '通道成本已全部设置',
        },
      ]}
    />
  )
}

interface PartProps {
  found: Statistics | undefined
  query: ReturnType<typeof useCall<typeof adminStatisticsCalls.read>>
}

function Channels({ found, query }: PartProps) {
  const mayWrite = useMay('channel.write')
  const [priced, setPriced] = useState<Channel | null>(null)
  const columns: ListColumn<Channel>[] = [
    { id: 'name', title: '通道', isAlways: true, width: 160, render: row => row.name },
    countColumn(row => row.submittedCount, { id: 'submitted', title: terms.submitted, width: 90 }),
    countColumn(row => row.deliveredCount, { id: 'delivered', title: terms.delivered, width: 90 }),
    { id: 'share', title: terms.rate, width: 90, isNumber: true, render: row => deliveryShare(row) },
    countColumn(row => row.deliveredSegmentCount, { id: 'segments', title: terms.charged, width: 120 }),
    incomeColumn,
    {
      id: 'unit',
      decimals: 4,
      title: '成本单价',
      width: 150,
      isNumber: true,
      render: row => (
        <>
          {row.unitCostHao === null ? '未设' : <Money hao={row.unitCostHao} />}
          {row.destinationCosts.map(one => (
            <div key={one.destination}>
              {destinationName(one.destination)} <Money hao={one.unitCostHao} />
            </div>
          ))}
        </>
      ),
    },
    costColumn,
    marginColumn,
    {
      id: 'actions',
      title: '操作',
      isAlways: true,
      width: 90,
      render: row =>
        mayWrite ? (
          <Button type="link" size="small" onClick={() => setPriced(row)}>
            设成本
          </Button>
        ) : (
          '–'
        ),
    },
  ]
  return (
    <Panel
      title="通道"
      note="收入：余额按单价，套餐按实付金额分摊到每条，赠送的套餐计为零。成本＝成本单价×扣费条数，运营商或国家的成本单独设置的按它计算。"
    >
      <ListTable
        title="通道"
        query={{ ...query, data: found && { rows: found.channels } }}
        columns={columns}
        rowKey={row => row.channelId}
        density="middle"
        chosen={[]}
        onChoose={undefined}
        emptyState={{ title: '还没有通道', text: '' }}
        isFiltered={false}
        onReset={() => undefined}
      />
      {priced ? <CostDialog channel={priced} onClose={() => setPriced(null)} /> : null}
    </Panel>
  )
}

const customerColumns: ListColumn<Customer>[] = [
  {
    id: 'name',
    title: '客户',
    isAlways: true,
    width: 220,
    render: row => <Link to={pathTo('/customers', { id: row.accountId })}>{row.name}</Link>,
  },
  countColumn(row => row.acceptedCount, { id: 'accepted', title: terms.accepted, width: 110 }),
  countColumn(row => row.deliveredCount, { id: 'delivered', title: terms.delivered, width: 110 }),
  { id: 'share', title: terms.rate, width: 100, isNumber: true, render: row => deliveryShare(row) },
  countColumn(row => row.chargedSegmentCount, { id: 'charged', title: terms.charged, width: 120 }),
  moneyColumn(row => row.chargedHao, { id: 'money', decimals: 4, title: terms.balancePaid, width: 130 }),
  incomeColumn,
  costColumn,
  marginColumn,
]

const Customers = ({ found, query }: PartProps) => (
  <Panel title="客户" note={`共${found?.customerCount ?? '–'}个客户发送过，列出扣费条数最多的${limits.platformStatisticsCustomers}个。`}>
    <ListTable
      title="客户"
      query={{ ...query, data: found && { rows: found.customers } }}
      columns={customerColumns}
      rowKey={row => row.accountId}
      density="middle"
      chosen={[]}
      onChoose={undefined}
      emptyState={{ title: '这几天没有客户发送短信', text: '换一个日期试试。' }}
      isFiltered={false}
      onReset={() => undefined}
    />
  </Panel>
)
