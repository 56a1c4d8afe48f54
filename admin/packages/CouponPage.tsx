import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { adminCouponCalls } from '#contract/orders/admin-coupon.ts'
import { send, useListCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { keyOf, optionsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { countColumn, stateColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { couponStateTags } from '../ui/labels/orders.ts'
import type { PackageListProps } from './PackagePage.tsx'
import { type Coupon, couponRule, packageTabs } from './package.ts'

const CouponDialog = lazyPart('CouponDialog', () => import('./CouponDialog.tsx'))
const StopDialog = lazyPart('StopDialog', () => import('./StopDialog.tsx'))
const CouponDetail = lazyPart('CouponDetail', () => import('./CouponDetail.tsx'))

type Asked = { act: 'create' } | { act: 'stop' | 'detail'; row: Coupon }

const times = (limit: number | null) => (limit === null ? '不限' : <Count count={limit} unit="次" />)

const facts: ListColumn<Coupon>[] = [
  { id: 'code', onPhone: true, title: '优惠码', isAlways: true, width: 120, render: row => row.code },
  { id: 'name', title: '名称', width: 120, render: row => row.name },
  stateColumn(row => couponStateTags[row.state], { onPhone: true, width: 90 }),
  { id: 'rule', title: '优惠', isAlways: true, width: 150, render: couponRule },
  { id: 'packages', title: '套餐', width: 90, render: row => (row.packageIds.length === 0 ? '全部' : row.packageIds.join('、')) },
  { id: 'startsAt', title: '开始', isExtra: true, width: 156, render: row => <Moment at={row.startsAt} /> },
  { id: 'endsAt', onPhone: true, title: '结束', width: 156, render: row => <Moment at={row.endsAt} /> },
  countColumn(row => row.usedCount, { id: 'used', title: '已用', width: 80, unit: '次' }),
  { id: 'total', title: '总次数', isNumber: true, width: 80, render: row => times(row.totalLimit) },
  { id: 'each', title: '每个账户', isNumber: true, isExtra: true, width: 90, render: row => times(row.accountLimit) },
  { id: 'off', title: '已优惠', isNumber: true, width: 110, sortBy: row => row.offHao, render: row => <Money hao={row.offHao} /> },
]

/** 优惠码: coupons for packages, newest first. */
export function CouponPage({ list }: PackageListProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { state, code } = list.values
  const filter = { state: keyOf(couponStateTags, state), code: code || undefined }
  const query = useListCall(adminCouponCalls.list, { ...filter, ...list.page })
  const close = () => setAsked(null)
  return (
    <ListPage
      id="admin-coupon"
      title="套餐与价格"
      note="客户购买套餐时填写优惠码。优惠的部分不计入可开票金额，退款只退实付。"
      action={
        <Button type="primary" onClick={() => setAsked({ act: 'create' })}>
          新建优惠码
        </Button>
      }
      // The tab is not a filter of this list.
      list={{ ...list, isFiltered: state !== '' || code !== '', reset: () => list.change({ state: '', code: '' }) }}
      query={query}
      columns={[
        ...facts,
        actionColumn<Coupon>(110, row => [
          { label: '详情', onClick: () => setAsked({ act: 'detail', row }) },
          ...(row.state === 'stopped' || row.state === 'ended'
            ? []
            : [{ label: '停用', isDanger: true, onClick: () => setAsked({ act: 'stop', row }) }]),
        ]),
      ]}
      rowKey={row => row.code}
      readPage={page => send(adminCouponCalls.list, { ...filter, ...page })}
      onOpen={row => setAsked({ act: 'detail', row })}
      tabs={{ name: 'view', items: packageTabs }}
      filters={[
        { kind: 'search', name: 'code', label: '优惠码', placeholder: '优惠码，可只填开头' },
        { kind: 'select', name: 'state', label: '状态', options: optionsOf(couponStateTags) },
      ]}
      emptyState={{ title: '没有优惠码', text: '新建后客户购买套餐时就可以使用。' }}
      errorTitle="优惠码没能加载"
    >
      <Suspense>
        {asked?.act === 'create' ? <CouponDialog onClose={close} /> : null}
        {asked?.act === 'stop' ? <StopDialog row={asked.row} onClose={close} /> : null}
        {asked?.act === 'detail' ? <CouponDetail row={asked.row} onClose={close} /> : null}
      </Suspense>
    </ListPage>
  )
}
