import { Suspense, useState } from 'react'
import {
  expiringDays,
  type PackageKind,
  type PackageState,
  packageCalls,
  packageKinds,
  packageStates,
  packageUses,
  whenEmptyNames,
} from '#contract/package.ts'
import { useCall } from '../../call.ts'
import { pathTo } from '../../paths.ts'
import { CopyableId } from '../../ui/CopyButton.tsx'
import { Count, Segments } from '../../ui/Count.tsx'
import { lazyPart } from '../../ui/chunk.ts'
import type { FigureFacts } from '../../ui/Figures.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { ListPage } from '../../ui/ListPage.tsx'
import type { ListColumn } from '../../ui/list-columns.ts'
import { useListState } from '../../ui/list-state.ts'
import { Moment } from '../../ui/Moment.tsx'
import { Money } from '../../ui/Money.tsx'
import { useReachable } from '../../ui/RealLink.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import style from './Package.module.css'
import type { PackageRow, Remains } from './package.ts'

const isExpiring = (row: PackageRow) => row.state === 'usable' && row.availableCount > 0 && row.daysLeft <= expiringDays

const columns: ListColumn<PackageRow>[] = [
  {
    id: 'name',
    title: '套餐',
    isAlways: true,
    width: 160,
    render: row => (
      <span className={style.name}>
        {row.name}
        <span>
          {packageKinds[row.kind]} · {packageUses[row.kind]}
        </span>
      </span>
    ),
  },
  {
    id: 'available',
    title: '剩余',
    isNumber: true,
    isAlways: true,
    width: 132,
    render: row => (
      <span className={style.left}>
        <Segments count={row.availableCount} />
        <progress max={row.segmentCount} value={row.availableCount} aria-label={`${row.name}剩余`} />
      </span>
    ),
  },
  {
    id: 'state',
    title: '状态',
    width: 90,
    render: row => <StateTag tone={packageStates[row.state].tone}>{packageStates[row.state].name}</StateTag>,
  },
  {
    id: 'expiresAt',
    title: '到期',
    width: 150,
    render: row => (
      <span className={style.end}>
        <Moment at={row.expiresAt} short />
        {isExpiring(row) ? <StateTag tone="waiting">{`剩 ${row.daysLeft} 天`}</StateTag> : null}
      </span>
    ),
  },
  { id: 'held', title: '预扣中', isNumber: true, width: 80, render: row => <Count count={row.heldCount} /> },
  { id: 'spent', title: '已用', isNumber: true, width: 90, render: row => <Count count={row.spentCount} /> },
  { id: 'total', title: '总量', isNumber: true, width: 90, render: row => <Count count={row.segmentCount} /> },
  {
    id: 'source',
    title: '来源',
    width: 120,
    render: row =>
      row.order ? (
        <span className={style.name}>
          购买{row.order.quantity > 1 ? ` ×${row.order.quantity}` : ''}
          <span>
            <Money hao={row.order.amountHao} />
          </span>
        </span>
      ) : (
        '赠送'
      ),
  },
  { id: 'startsAt', title: '生效', width: 140, render: row => <Moment at={row.startsAt} short /> },
  { id: 'order', title: '订单号', isExtra: true, width: 170, render: row => (row.order ? <CopyableId id={row.order.orderId} /> : '–') },
]

const WhenEmpty = lazyPart('WhenEmpty', () => import('./WhenEmpty.tsx'))
const PackageDetail = lazyPart('PackageDetail', () => import('./PackageDetail.tsx'))

/** 短信套餐: what was bought and granted, how much is left and until when, and what happens when nothing is left. */
export function Page() {
  const list = useListState({ state: '', kind: '' })
  const [opened, setOpened] = useState<PackageRow | null>(null)
  const isReachable = useReachable()
  const state = list.values.state in packageStates ? (list.values.state as PackageState) : undefined
  const kind = list.values.kind in packageKinds ? (list.values.kind as PackageKind) : undefined
  const query = useCall(packageCalls.list, { state, kind, ...list.page })
  const remains = useCall(packageCalls.remains, {})
  const counts = query.data?.counts
  const buy = isReachable('/sms/combo/purchase') ? (
    <LinkButton type="primary" to={pathTo('/sms/combo/purchase')}>
      购买套餐
    </LinkButton>
  ) : null
  return (
    <ListPage
      id="packages"
      title="短信套餐"
      note="专用套餐先用，通用套餐后用；同类的先到期先用。发送时预扣，送达才扣除，没送达的退回原套餐。"
      action={buy}
      figures={figuresOf(remains.data)}
      list={list}
      query={query}
      columns={[
        ...columns,
        {
          id: 'actions',
          title: '操作',
          isAlways: true,
          fixed: 'end',
          width: 80,
          render: row => <RowActions actions={[{ label: '详情', onClick: () => setOpened(row) }]} />,
        },
      ]}
      onOpen={setOpened}
      rowKey={row => row.grantId}
      tabs={{
        name: 'state',
        items: [
          { key: '', label: '全部', count: counts ? Object.values(counts).reduce((sum, count) => sum + count, 0) : undefined },
          ...Object.entries(packageStates).map(([key, { name }]) => ({ key, label: name, count: counts?.[key as PackageState] })),
        ],
      }}
      filters={[
        {
          kind: 'select',
          name: 'kind',
          label: '类型',
          options: Object.entries(packageKinds).map(([value, label]) => ({ value, label })),
        },
      ]}
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
      {remains.data ? (
        <Suspense>
          <WhenEmpty whenEmpty={remains.data.whenEmpty} />
        </Suspense>
      ) : null}
    </ListPage>
  )
}

const kinds = ['industry', 'marketing', 'general'] as const

function figuresOf(remains: Remains | undefined): FigureFacts[] {
  const ofKinds = kinds.map((kind): FigureFacts => {
    const one = remains?.kinds.find(each => each.kind === kind)
    const isSoon = one?.daysLeft != null && one.daysLeft <= expiringDays
    return {
      label: `${packageKinds[kind]}套餐剩余`,
      value: one ? <Segments count={one.availableCount} /> : null,
      note: !one ? undefined : one.daysLeft === null ? '没有可用的' : `最早的 ${one.daysLeft} 天后到期`,
      ...(isSoon ? { tone: 'waiting' as const } : {}),
    }
  })
  const balance: FigureFacts = {
    label: '可用余额',
    value: remains ? <Money hao={remains.availableHao} /> : null,
    note: remains ? whenEmptyNames[remains.whenEmpty] : undefined,
  }
  return [...ofKinds, balance]
}
