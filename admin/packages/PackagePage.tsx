import { Button } from 'antd'
import { Suspense, useState } from 'react'
import style from '#admin/ui/Tables.module.css'
import { adminPackageCalls } from '#contract/orders/admin-package.ts'
import { saleKinds, saleUnit } from '#contract/orders/package.ts'
import { useListCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { countColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import type { ListState } from '#ui/list/list-state.ts'
import { formatUnitPrice } from '#values/money.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { type Package, packageTabs } from './package.ts'

const PackageDialog = lazyPart('PackageDialog', () => import('./PackageDialog.tsx'))
const SaleDialog = lazyPart('SaleDialog', () => import('./SaleDialog.tsx'))
const PackageHistory = lazyPart('PackageHistory', () => import('./PackageHistory.tsx'))

export interface PackageListProps {
  list: ListState<{ view: string; sale: string; account: string; state: string; code: string }>
}
type Asked = { act: 'set'; row: Package | null } | { act: 'sale'; row: Package } | { act: 'history'; row: Package }

const facts: ListColumn<Package>[] = [
  { id: 'id', title: '编号', isAlways: true, width: 72, render: row => row.packageId },
  { id: 'name', title: '套餐名称', isAlways: true, width: 160, render: row => row.name },
  {
    id: 'sale',
    title: '状态',
    width: 90,
    render: row => {
      if (!row.isOffered) return <StateTag tone="ended">已下架</StateTag>
      return row.isOnSale ? <StateTag tone="good">在售</StateTag> : <StateTag tone="waiting">不在售期</StateTag>
    },
  },
  { id: 'kind', title: '类型', width: 64, render: row => saleKinds[row.kind] },
  {
    id: 'segments',
    title: '数量',
    isNumber: true,
    width: 110,
    render: row => <Count count={row.segmentCount} unit={saleUnit(row.kind) + (row.tiers ? '起' : '')} />,
  },
  {
    id: 'price',
    title: '售价',
    isNumber: true,
    width: 120,
    render: row =>
      row.tiers ? (
        '按档位'
      ) : (
        <>
          <Money hao={row.priceHao} />
          {row.listPriceHao > row.priceHao ? (
            <s className={style.text}>
              {' '}
              <Money hao={row.listPriceHao} />
            </s>
          ) : null}
        </>
      ),
  },
  { id: 'each', title: '单价', isNumber: true, width: 112, render: row => eachText(row) },
  countColumn(row => row.validityDays, { id: 'days', title: '有效期', width: 80, unit: '天' }),
  { id: 'limit', title: '限购', width: 70, render: row => (row.limitPerAccount === null ? '不限' : `${row.limitPerAccount}份`) },
  {
    id: 'version',
    title: '版本',
    width: 72,
    render: row =>
      row.pending ? (
        <>
          {row.version}，新版 <Moment at={row.pending.startsAt} /> 生效
        </>
      ) : (
        row.version
      ),
  },
  countColumn(row => row.soldCount, { id: 'sold', title: '已售', width: 70, unit: '份' }),
]

/** The unit price; with a free size, from the lowest to the highest. */
function eachText({ tiers, priceHao, segmentCount }: Package): string {
  const each = formatUnitPrice(Math.round(priceHao / segmentCount))
  return tiers && tiers.length > 1 ? `${formatUnitPrice(lastOrThrow(tiers).unitPriceHao)}–${each.slice(1)}` : each
}

/** The packages of the shop: those on sale first. */
export function PackagePage({ list }: PackageListProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { sale } = list.values
  const query = useListCall(adminPackageCalls.list, sale === 'on' || sale === 'off' ? { sale } : {})
  const columns: ListColumn<Package>[] = [
    ...facts,
    actionColumn(150, row => [
      { label: '修改', onClick: () => setAsked({ act: 'set', row }) },
      { label: row.isOffered ? '下架' : '上架', isDanger: row.isOffered, onClick: () => setAsked({ act: 'sale', row }) },
      { label: '版本', onClick: () => setAsked({ act: 'history', row }) },
    ]),
  ]
  const close = () => setAsked(null)
  return (
    <ListPage
      id="admin-package"
      title="套餐与价格"
      note="在售的套餐立即出现在客户的套餐页和产品首页。修改会成为新的版本，可以定时生效；已下的订单不受影响。"
      action={
        <Button type="primary" onClick={() => setAsked({ act: 'set', row: null })}>
          新建套餐
        </Button>
      }
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.packageId}
      tabs={{ name: 'view', items: packageTabs }}
      filters={[
        {
          kind: 'select',
          name: 'sale',
          label: '状态',
          options: [
            { value: 'on', label: '在售' },
            { value: 'off', label: '已下架' },
          ],
        },
      ]}
      emptyState={{ title: '没有套餐', text: '新建后客户就可以购买。' }}
      errorTitle="套餐没能加载"
    >
      <Suspense>
        {asked?.act === 'set' && query.data ? <PackageDialog row={asked.row} measures={query.data.measures} onClose={close} /> : null}
        {asked?.act === 'sale' ? <SaleDialog row={asked.row} onClose={close} /> : null}
        {asked?.act === 'history' ? <PackageHistory row={asked.row} onClose={close} /> : null}
      </Suspense>
    </ListPage>
  )
}
