import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import { History } from '#admin/ui/History.tsx'
import { adminCouponCalls } from '#contract/orders/admin-coupon.ts'
import { terms } from '#contract/terms.ts'
import { useListCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { orderStateTags } from '#ui/labels/orders.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { couponStateTags } from '../ui/labels/orders.ts'
import { type Coupon, couponRule } from './package.ts'

/** A coupon: discount, uses, and who created and disabled it. */
export function CouponDetail({ row, onClose }: { row: Coupon; onClose: () => void }) {
  return (
    <DetailDrawer onClose={onClose} title={`优惠码${row.code}`}>
      <Facts
        facts={[
          fact('状态', <State tag={couponStateTags[row.state]} />),
          ['名称', row.name],
          [terms.discount, couponRule(row)],
          ['套餐', row.packageIds.length === 0 ? '全部套餐' : row.packageIds.join('、')],
          ['开始', <Moment key="start" at={row.startsAt} />],
          ['结束', <Moment key="end" at={row.endsAt} />],
          ['已用', <Count key="used" count={row.usedCount} unit="次" />],
          ['总次数', row.totalLimit === null ? '不限' : <Count key="total" count={row.totalLimit} unit="次" />],
          ['每个账户', row.accountLimit === null ? '不限' : <Count key="each" count={row.accountLimit} unit="次" />],
          ['已优惠', <Money key="off" hao={row.offHao} />],
        ]}
      />
      <Section title="使用记录">
        <Uses code={row.code} />
      </Section>
      <Section title="操作记录">
        <History call={adminCouponCalls.history} object={row.code} />
      </Section>
    </DetailDrawer>
  )
}

/** The orders that used it, a page at a time. */
function Uses({ code }: { code: string }) {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const query = useListCall(adminCouponCalls.uses, { code, ...(cursor ? { cursor } : {}) })
  if (query.error && !query.data) return <ErrorPanel title="使用记录没能加载" error={query.error} onRetry={() => void query.refetch()} />
  const next = query.data?.nextCursor
  return (
    <>
      <PlainTable
        label="使用记录"
        rows={query.data?.rows ?? []}
        rowKey={one => one.orderId}
        emptyText={query.data ? '还没有人使用' : '正在加载'}
        columns={[
          { title: '客户', render: one => <Link to={pathTo('/customers', { id: one.accountId })}>{one.accountName}</Link> },
          { title: '订单', render: one => <Link to={pathTo('/orders', { orderNumber: one.orderNumber })}>{one.name}</Link> },
          { title: '状态', render: one => <State tag={orderStateTags[one.state]} /> },
          { title: terms.discount, isNumber: true, render: one => <Money hao={one.couponHao} /> },
          { title: terms.due, isNumber: true, render: one => <Money hao={one.amountHao} /> },
          { title: '下单', render: one => <Moment at={one.createdAt} /> },
        ]}
      />
      {cursors.length > 0 ? <Button onClick={() => setCursors(cursors.slice(0, -1))}>上一页</Button> : null}
      {next ? <Button onClick={() => setCursors([...cursors, next])}>下一页</Button> : null}
    </>
  )
}
