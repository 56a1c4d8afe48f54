import { Button } from 'antd'
import { useState } from 'react'
import { History } from '#admin/ui/History.tsx'
import { adminPriceCalls } from '#contract/orders/admin-package.ts'
import { useCall } from '#ui/call.ts'
import { Figures } from '#ui/display/Figures.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { ListTabs } from '#ui/list/ListTabs.tsx'
import { Overlays } from '#ui/overlay/Overlays.tsx'
import layout from '#ui/theme/layout.module.css'
import { formatUnitPrice } from '#values/money.ts'
import { CountryPrices } from './CountryPrices.tsx'
import { OwnPrices } from './OwnPrices.tsx'
import type { PackageListProps } from './PackagePage.tsx'
import { type AskedPrice, PriceVersions } from './PriceVersions.tsx'
import { kinds, packageTabs, priceKinds } from './package.ts'

const PriceDialog = lazyPart('PriceDialog', () => import('./PriceDialog.tsx'))
const PriceDrawer = lazyPart('PriceDrawer', () => import('./PriceDrawer.tsx'))

/** 单价: the price of a segment without a package, now and from a given time on. */
export function PricePage({ list }: PackageListProps) {
  const query = useCall(adminPriceCalls.list, {})
  const [asked, setAsked] = useState<AskedPrice | null>(null)
  if (query.error && !query.data) return <ErrorPanel title="单价没能加载" error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const { current, versions } = query.data
  const future = versions.filter(version => version.isFuture)
  const next = (kind: (typeof kinds)[number]) => future.filter(version => version.kind === kind).at(-1)
  const open = (account: string) => list.change({ account })
  return (
    <>
      <PageHead
        title="套餐与价格"
        note="没有套餐可用时，每条按接受时的单价从余额扣除；已接受的短信不受调价影响。"
        action={
          <Button type="primary" onClick={() => setAsked({ act: 'set', accountId: null })}>
            设置单价
          </Button>
        }
      />
      <div className={`${layout.stack16} ${layout.one}`}>
        <ListTabs tabs={{ name: 'view', items: packageTabs }} list={list} />
        <Figures
          figures={kinds.map(kind => ({
            label: `${priceKinds[kind]}（每条）`,
            value: formatUnitPrice(current[kind]),
            note: nextText(next(kind)),
          }))}
        />
        <Panel title="价格的各个版本">
          <PriceVersions versions={versions} accountId={null} onCancel={setAsked} />
        </Panel>
        <OwnPrices onOpen={open} />
        <CountryPrices />
        <Panel title="修改记录">
          <History call={adminPriceCalls.history} namesObject />
        </Panel>
      </div>
      <Overlays>
        {list.values.account ? <PriceDrawer accountId={list.values.account} onClose={() => open('')} /> : null}
        {asked ? <PriceDialog asked={asked} onClose={() => setAsked(null)} /> : null}
      </Overlays>
    </>
  )
}

function nextText(version: { startsAt: string; unitPriceHao: number | null } | undefined) {
  if (!version) return '没有待生效的调价'
  return (
    <>
      {version.unitPriceHao === null ? null : formatUnitPrice(version.unitPriceHao)} 自{' '}
      {new Date(version.startsAt).toLocaleDateString('zh-CN', { timeZone: 'Asia/Shanghai' })} 起
    </>
  )
}
