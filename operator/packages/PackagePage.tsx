import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useCall } from '#console/call.ts'
import { Count, Segments } from '#console/ui/Count.tsx'
import { lazyPart } from '#console/ui/chunk.ts'
import { ListPage } from '#console/ui/ListPage.tsx'
import type { ListColumn } from '#console/ui/list-columns.ts'
import type { ListState } from '#console/ui/list-state.ts'
import { Money } from '#console/ui/Money.tsx'
import { RowActions } from '#console/ui/RowActions.tsx'
import { StateTag } from '#console/ui/StateTag.tsx'
import { operatorPackageCalls } from '#contract/operator-package.ts'
import { packageKinds } from '#contract/package.ts'
import { type Package, packageTabs } from './package.ts'

const PackageDialog = lazyPart('PackageDialog', () => import('./PackageDialog.tsx'))
const SaleDialog = lazyPart('SaleDialog', () => import('./SaleDialog.tsx'))
const PackageHistory = lazyPart('PackageHistory', () => import('./PackageHistory.tsx'))

export interface PackageListProps {
  list: ListState<{ view: string; sale: string; account: string }>
}
type Asked = { act: 'set'; row: Package | null } | { act: 'sale'; row: Package } | { act: 'history'; row: Package }

const facts: ListColumn<Package>[] = [
  { id: 'id', title: '编号', isAlways: true, width: 100, render: row => row.packageId },
  { id: 'name', title: '套餐名称', isAlways: true, width: 200, render: row => row.name },
  {
    id: 'sale',
    title: '状态',
    width: 100,
    render: row => (row.isOnSale ? <StateTag tone="good">在售</StateTag> : <StateTag tone="ended">已下架</StateTag>),
  },
  { id: 'kind', title: '类型', width: 80, render: row => packageKinds[row.kind] },
  { id: 'segments', title: '条数', isNumber: true, width: 120, render: row => <Segments count={row.segmentCount} /> },
  { id: 'price', title: '价格', isNumber: true, width: 120, render: row => <Money hao={row.priceHao} /> },
  { id: 'each', title: '每条', isNumber: true, width: 90, render: row => <Money hao={Math.round(row.priceHao / row.segmentCount)} /> },
  { id: 'days', title: '有效期', isNumber: true, width: 80, render: row => <Count count={row.validityDays} unit="天" /> },
  { id: 'sold', title: '已售', isNumber: true, width: 80, render: row => <Count count={row.soldCount} unit="份" /> },
]

/** The packages of the shop: those on sale first. */
export function PackagePage({ list }: PackageListProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { sale } = list.values
  const query = useCall(operatorPackageCalls.list, sale === 'on' || sale === 'off' ? { sale } : {})
  const rows = query.data?.rows
  const columns: ListColumn<Package>[] = [
    ...facts,
    {
      id: 'acts',
      title: '',
      fixed: 'end',
      width: 150,
      render: row => (
        <RowActions
          actions={[
            { label: '修改', onClick: () => setAsked({ act: 'set', row }) },
            { label: row.isOnSale ? '下架' : '上架', isDanger: row.isOnSale, onClick: () => setAsked({ act: 'sale', row }) },
            { label: '记录', onClick: () => setAsked({ act: 'history', row }) },
          ]}
        />
      ),
    },
  ]
  const close = () => setAsked(null)
  return (
    <ListPage
      id="operator-package"
      title="套餐与价格"
      note="在售的套餐立即出现在客户的套餐页和产品首页。已有客户购买的套餐只能改名；要调整请下架后新建。"
      action={
        <Button type="primary" onClick={() => setAsked({ act: 'set', row: null })}>
          新建套餐
        </Button>
      }
      list={list}
      query={{ ...query, data: rows ? { rows, nextCursor: null } : undefined }}
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
        {asked?.act === 'set' ? <PackageDialog row={asked.row} onClose={close} /> : null}
        {asked?.act === 'sale' ? <SaleDialog row={asked.row} onClose={close} /> : null}
        {asked?.act === 'history' ? <PackageHistory row={asked.row} onClose={close} /> : null}
      </Suspense>
    </ListPage>
  )
}
