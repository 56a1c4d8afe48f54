import { Suspense, useState } from 'react'
import { routes } from '#console/routes.tsx'
import { type LinkUnits, useLinkUnits } from '#console/shared/link-units.ts'
import { useReachable } from '#console/shared/PageLink.tsx'
import { packageColumns, packageTabs } from '#console/shared/purchase/package-columns.tsx'
import { Rebuy } from '#console/shared/purchase/Rebuy.tsx'
import { linkPackageCalls } from '#contract/links/link-package.ts'
import { expiringDays } from '#contract/orders/package.ts'
import { terms } from '#contract/terms.ts'
import { send, useListCall } from '#ui/call.ts'
import { Count, thousands } from '#ui/display/Count.tsx'
import { type FigureFacts, Reserved } from '#ui/display/Figures.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { actionColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import { useListState } from '#ui/list/list-state.ts'
import layout from '#ui/theme/layout.module.css'
import { oneOf } from '#ui/url-state.ts'
import { keysOf } from '#values/keys.ts'
import { pathTo } from '../../paths.ts'
import { packageStateTags } from '../../shared/labels/orders.ts'
import { UnitsNote } from '../ui/UnitsNote.tsx'
import type { LinkPackageRow } from './link-package.ts'
import { UseChart } from './UseChart.tsx'

const columns = packageColumns<LinkPackageRow>('次').filter(column => column.id !== 'held')
const PackageDetail = lazyPart('PackageDetail', () => import('./PackageDetail.tsx'))

/** 短链套餐: bought and given packages, remaining units with expiry, and their use. */
export function Page() {
  const list = useListState({ state: oneOf(keysOf(packageStateTags), '') }, '100')
  const [opened, setOpened] = useState<LinkPackageRow | null>(null)
  const isReachable = useReachable()
  const filter = { state: list.values.state || undefined }
  const query = useListCall(linkPackageCalls.list, { ...filter, ...list.page })
  const units = useLinkUnits()
  const buy = isReachable('/shorturl/combo/purchase') ? (
    <LinkButton type="primary" to={pathTo('/shorturl/combo/purchase')}>
      购买套餐
    </LinkButton>
  ) : null
  return (
    <>
      <UnitsNote />
      <ListPage
        id="link-packages"
        title="短链套餐"
        note={routes['/shorturl/combo'].note}
        action={buy}
        figures={figuresOf(units)}
        list={list}
        query={query}
        columns={[...columns, actionColumn(80, (row: LinkPackageRow) => [{ label: '详情', onClick: () => setOpened(row) }])]}
        onOpen={setOpened}
        rowKey={row => row.grantId}
        readPage={page => send(linkPackageCalls.list, { ...filter, ...page })}
        tabs={packageTabs(query.data?.counts)}
        emptyState={{ title: '还没有短链套餐', text: '购买后就可以创建短链接、统计访问。', action: buy }}
        errorTitle="套餐没能加载"
      >
        {opened ? (
          <Suspense>
            <PackageDetail row={opened} onClose={() => setOpened(null)} />
          </Suspense>
        ) : null}
        <div className={layout.above16}>
          <Panel title={`近30天${terms.usage}`}>
            <UseChart title="短链套餐近30天用量" />
          </Panel>
        </div>
        <Rebuy kinds={['link']} />
      </ListPage>
    </>
  )
}

function figuresOf(units: LinkUnits | undefined): FigureFacts[] {
  const isSoon = units?.daysLeft != null && units.daysLeft <= expiringDays
  return [
    {
      label: '剩余次数',
      value: units ? <Count count={units.total - units.used} unit="次" /> : null,
      note: !units ? (
        <Reserved>最早的 100 天后到期；群发约够 100,000 人</Reserved>
      ) : units.daysLeft === null ? (
        '没有可用的'
      ) : (
        `最早的 ${units.daysLeft} 天后到期；群发约够 ${thousands(Math.floor(Math.max(0, units.total - units.used) / 2))} 人`
      ),
      ...(isSoon ? { tone: 'waiting' as const } : {}),
    },
    {
      label: '当前套餐已用',
      value: units ? <Count count={units.used} unit="次" /> : null,
      note: units ? `共 ${units.total.toLocaleString('en-US')} 次` : null,
    },
    {
      label: '超出的访问',
      value: units ? <Count count={units.over} unit="次" /> : null,
      note: '照常跳转，不另收费',
      ...(units && units.over > 0 ? { tone: 'waiting' as const } : {}),
    },
  ]
}
