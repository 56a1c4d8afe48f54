import { PageLink } from '#console/shared/PageLink.tsx'
import type { billCalls } from '#contract/billing/bill.ts'
import { lineItems, lineProducts, lineSources } from '#contract/billing/charge-line.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { terms } from '#contract/terms.ts'
import { Share } from '#ui/display/Count.tsx'
import { Figures } from '#ui/display/Figures.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money, MoneyMove } from '#ui/display/Money.tsx'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { type PlainColumn, PlainTable } from '#ui/display/PlainTable.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { monthAfter, monthName } from '#values/china-month.ts'
import { pathTo } from '../../../../paths.ts'
import { billStateTags } from '../../../../shared/labels/billing.ts'
import { Bridge } from '../../ui/Bridge.tsx'
import line from '../../ui/Line.module.css'
import { quantityText } from '../../ui/line.ts'

type Bill = CallAnswerWire<typeof billCalls.overview>
interface BillProps {
  bill: Bill
}

/** Summary of a month: totals, balance, and expenses. */
export const Month = ({ bill }: BillProps) => (
  <>
    <Sums bill={bill} />
    <Panels layout="one">
      <Balance bill={bill} />
    </Panels>
    <Panels>
      <ByItem bill={bill} />
      <BySource bill={bill} />
    </Panels>
    <Panels>
      <ByTask bill={bill} />
      <ByApp bill={bill} />
    </Panels>
  </>
)

function Sums({ bill }: BillProps) {
  const { totals, refunds } = bill
  const consumed = bill.orderHao + bill.usageHao
  const linesOf = (kind: string) => pathTo('/system/finance/bill/detail', { month: bill.month, kind })
  return (
    <Figures
      figures={[
        {
          label: `${monthName(bill.month)}${terms.spent}`,
          value: <Money hao={consumed} />,
          note: bill.before ? <Compared now={consumed} before={bill.before.orderHao + bill.before.usageHao} /> : '没有上月可比',
        },
        { label: '订单', value: <Money hao={bill.orderHao} />, to: linesOf('order') },
        { label: terms.usage, value: <Money hao={bill.usageHao} />, to: linesOf('usage') },
        {
          label: terms.packagePaid,
          value: <Money hao={totals.packageHao} />,
          note: `${(totals.packageSegments + totals.giftSegments).toLocaleString('en-US')}条，其中赠送${totals.giftSegments.toLocaleString('en-US')}条`,
        },
        { label: terms.bonusPaid, value: <Money hao={totals.bonusHao} />, note: '不计入消费，不可开票' },
        {
          label: terms.discount,
          value: <Money hao={totals.discountHao + refunds.discountHao} />,
          note:
            refunds.discountHao === 0 ? undefined : (
              <>
                已减去退款订单的 <Money hao={-refunds.discountHao} />
              </>
            ),
        },
        { label: '退款', value: <Money hao={bill.refundHao} />, note: bill.refundHao === 0 ? undefined : '不在消费中扣减' },
        ...(bill.adjustHao === 0 ? [] : [{ label: '调账', value: <MoneyMove hao={bill.adjustHao} />, note: '不计入消费' }]),
        ...(bill.state === 'open' ? [{ label: terms.held, value: <Money hao={bill.heldHao} />, note: '回执到达后计入扣费的月份' }] : []),
      ]}
    />
  )
}

const Balance = ({ bill }: BillProps) => (
  <Panel
    title={`${monthName(bill.month)}的余额`}
    action={<State tag={billStateTags[bill.state]} />}
    note={
      bill.state === 'open' ? (
        '本期还在出账中，下面是此刻的金额。'
      ) : bill.closedAt === null ? (
        `本期已结束，${monthAfter(bill.month)}-03 12:00后出账，出账后不再变化。`
      ) : (
        <>
          账单号 {bill.billNumber}，出账时间 <Moment at={bill.closedAt} />
          ，指纹 {bill.hash?.slice(0, 16)}…
        </>
      )
    }
  >
    <Bridge bridge={bill} state={bill.state} />
  </Panel>
)

const listColumn: PlainColumn<{ listHao: number }> = {
  title: terms.list,
  isNumber: true,
  isWide: true,
  render: one => <Money hao={one.listHao} />,
}
const bonusColumn: PlainColumn<{ bonusHao: number }> = {
  title: terms.bonusPaid,
  isNumber: true,
  isWide: true,
  render: one => <Money hao={one.bonusHao} />,
}
const cashColumn: PlainColumn<{ cashHao: number }> = { title: terms.cash, isNumber: true, render: one => <Money hao={one.cashHao} /> }
const countColumn = (title: string): PlainColumn<{ quantity: number }> => ({
  title,
  isNumber: true,
  render: one => one.quantity.toLocaleString('en-US'),
})

const ByItem = ({ bill: { month, items, totals } }: BillProps) => (
  <Panel title="按产品与计费项" action={<DetailLink month={month} />}>
    <PlainTable
      label="按产品与计费项"
      rows={items}
      rowKey={item => `${item.product} ${item.item}`}
      emptyText={
        <>
          这个月没有消费。<PageLink to="/sms/combo/purchase">购买套餐</PageLink>
        </>
      }
      columns={[
        {
          title: '计费项',
          render: item => (
            <PageLink to="/system/finance/bill/detail" query={{ month, item: item.item }}>
              {item.product && item.item === 'package' ? `${lineProducts[item.product]}套餐购买` : lineItems[item.item].name}
            </PageLink>
          ),
        },
        { title: terms.usage, isNumber: true, render: item => quantityText(item.item, item.quantity) },
        { title: terms.packagePaid, isNumber: true, isWide: true, render: item => <Money hao={item.packageHao} /> },
        bonusColumn,
        cashColumn,
      ]}
      foot={[
        '合计',
        '',
        <Money key="p" hao={totals.packageHao} />,
        <Money key="b" hao={totals.bonusHao} />,
        <Money key="c" hao={totals.cashHao} />,
      ]}
    />
  </Panel>
)

const BySource = ({ bill: { sources } }: BillProps) => (
  <Panel title="用量的支付来源">
    <PlainTable
      label="用量的支付来源"
      rows={sources}
      rowKey={one => `${one.product} ${one.source}`}
      emptyText={
        <>
          这个月没有用量。<PageLink to="/sms/broadcast">群发短信</PageLink>
        </>
      }
      columns={[
        { title: '支付来源', render: one => `${lineProducts[one.product]}：${lineSources[one.source]}` },
        {
          title: terms.usage,
          isNumber: true,
          render: one => `${one.quantity.toLocaleString('en-US')}${one.product === 'link' ? '次' : '条'}`,
        },
        {
          title: '占原价',
          isNumber: true,
          isWide: true,
          render: one => <Share part={one.listHao} whole={sources.reduce((sum, each) => sum + each.listHao, 0)} />,
        },
        listColumn,
        bonusColumn,
        cashColumn,
      ]}
    />
  </Panel>
)

const ByTask = ({ bill: { tasks } }: BillProps) => (
  <Panel title="花费最多的任务" note="前10个群发任务，按原价排列。">
    <PlainTable
      label="花费最多的任务"
      rows={tasks}
      rowKey={one => one.broadcast.broadcastId}
      emptyText={
        <>
          这个月没有群发任务扣费。<PageLink to="/sms/broadcast">群发短信</PageLink>
        </>
      }
      columns={[
        {
          title: '任务',
          render: one => (
            <span className={line.about}>
              <PageLink to="/sms/broadcast-history" query={{ id: one.broadcast.broadcastId }}>
                {one.broadcast.name}
              </PageLink>
            </span>
          ),
        },
        countColumn(terms.charged),
        listColumn,
        cashColumn,
      ]}
    />
  </Panel>
)

const ByApp = ({ bill: { apps } }: BillProps) => (
  <Panel title="按应用">
    <PlainTable
      label="按应用"
      rows={apps}
      rowKey={one => one.app?.appId ?? 'none'}
      emptyText={
        <>
          这个月没有短信扣费。<PageLink to="/sms/app-manage">管理应用</PageLink>
        </>
      }
      columns={[
        { title: '应用', render: one => <span className={line.about}>{one.app?.name ?? '控制台与群发'}</span> },
        countColumn(terms.charged),
        listColumn,
        cashColumn,
      ]}
    />
  </Panel>
)

const DetailLink = ({ month }: { month: string }) => (
  <PageLink to="/system/finance/bill/detail" query={{ month }}>
    账单明细与对账
  </PageLink>
)

function Compared({ now, before }: { now: number; before: number }) {
  if (before === 0) return <>上月没有消费</>
  const percent = ((now - before) / before) * 100
  return (
    <>
      上月 <Money hao={before} />，{percent >= 0 ? '增加' : '减少'}
      {Math.abs(percent).toFixed(1)}%
    </>
  )
}
