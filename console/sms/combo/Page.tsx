import { Suspense, useState } from 'react'
import { routes } from '#console/routes.tsx'
import { useReachable } from '#console/shared/PageLink.tsx'
import { packageColumns, packageTabs } from '#console/shared/purchase/package-columns.tsx'
import { Rebuy } from '#console/shared/purchase/Rebuy.tsx'
import { expiringDays, packageCalls, packageKinds } from '#contract/orders/package.ts'
import { terms } from '#contract/terms.ts'
import { send, useCall, useListCall } from '#ui/call.ts'
import { Segments } from '#ui/display/Count.tsx'
import type { FigureFacts } from '#ui/display/Figures.tsx'
import { Money } from '#ui/display/Money.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { saleUses } from '#ui/labels/orders.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import { useListState } from '#ui/list/list-state.ts'
import { oneOf } from '#ui/url-state.ts'
import { keysOf } from '#values/keys.ts'
import { formatFen } from '#values/money.ts'
import { pathTo } from '../../paths.ts'
import { packageStateTags, whenEmptyNames } from '../../shared/labels/orders.ts'
import { CountryPrices } from './CountryPrices.tsx'
import type { PackageRow, Remaining } from './package.ts'
import { WhenEmpty } from './WhenEmpty.tsx'

const columns = packageColumns<PackageRow>('条', row => `${packageKinds[row.kind]} · ${saleUses[row.kind]}`)

const PackageDetail = lazyPart('PackageDetail', () => import('./PackageDetail.tsx'))

/** 短信套餐: bought and granted packages, remaining segments with expiry, and what happens when all are used. */
export function Page() {
  const list = useListState({ state: oneOf(keysOf(packageStateTags), ''), kind: oneOf(keysOf(packageKinds), '') }, '100')
  const [opened, setOpened] = useState<PackageRow | null>(null)
  const isReachable = useReachable()
  const { state, kind } = list.values
  const filter = { state: state || undefined, kind: kind || undefined }
  const query = useListCall(packageCalls.list, { ...filter, ...list.page })
  const remains = useCall(packageCalls.remains, {})
  const buy = isReachable('/sms/combo/purchase') ? (
    <LinkButton type="primary" to={pathTo('/sms/combo/purchase')}>
      购买套餐
    </LinkButton>
  ) : null
  return (
    <ListPage
      id="packages"
      title="短信套餐"
      note={routes['/sms/combo'].note}
      action={buy}
      figures={figuresOf(remains.data)}
      list={list}
      query={query}
      columns={[...columns, actionColumn(80, (row: PackageRow) => [{ label: '详情', onClick: () => setOpened(row) }])]}
      onOpen={setOpened}
      rowKey={row => row.grantId}
      readPage={page => send(packageCalls.list, { ...filter, ...page })}
      tabs={packageTabs(query.data?.counts)}
      filters={[{ kind: 'select', name: 'kind', label: '类型', options: optionsOf(packageKinds) }]}
      emptyState={{
        title: '还没有短信套餐',
        text: '用余额购买，立即可用，买得多单价更低。没有套餐时怎样处理，可以在下方选择。',
        action: buy,
      }}
      errorTitle="套餐没能加载"
    >
      {opened ? (
        <Suspense>
          <PackageDetail row={opened} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
      {remains.isPending ? null : (
        <>
          {remains.data ? <WhenEmpty whenEmpty={remains.data.whenEmpty} /> : null}
          <Rebuy kinds={kinds} />
          {remains.data?.countryPrices ? <CountryPrices prices={remains.data.countryPrices} /> : null}
        </>
      )}
    </ListPage>
  )
}

const kinds = ['industry', 'marketing', 'general'] as const

function figuresOf(remains: Remaining | undefined): FigureFacts[] {
  const ofKinds = kinds.map((kind): FigureFacts => {
    const one = remains?.kinds.find(each => each.kind === kind)
    const isSoon = one?.daysLeft != null && one.daysLeft <= expiringDays
    return {
      label: `${packageKinds[kind]}套餐剩余`,
      value: one ? <Segments count={one.availableCount} /> : null,
      note: !one ? null : one.daysLeft === null ? '没有可用的套餐' : `最早的 ${one.daysLeft} 天后到期`,
      ...(isSoon ? { tone: 'waiting' as const } : {}),
    }
  })
  const balance: FigureFacts = {
    label: terms.available,
    value: remains ? <Money hao={remains.availableHao} /> : null,
    note: remains
      ? `${remains.bonusHao > 0 ? `另有赠送金${formatFen(remains.bonusHao)}，` : ''}${whenEmptyNames[remains.whenEmpty]}`
      : null,
  }
  return [...ofKinds, balance]
}
