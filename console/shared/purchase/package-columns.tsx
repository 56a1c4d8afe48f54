import type { ReactNode } from 'react'
import type { z } from 'zod'
import { expiringDays, type packageFacts } from '#contract/orders/package.ts'
import { terms } from '#contract/terms.ts'
import { Count } from '#ui/display/Count.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { State, StateTag } from '#ui/display/StateTag.tsx'
import { countColumn } from '#ui/list/columns.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { pairsOf } from '#values/keys.ts'
import { packageStateTags } from '../labels/orders.ts'
import { PageLink } from '../PageLink.tsx'
import style from './Package.module.css'

export type PackageFacts = z.input<typeof packageFacts>

const isExpiring = (row: PackageFacts) => row.state === 'usable' && row.availableCount > 0 && row.daysLeft <= expiringDays
const StateOf = ({ row }: { row: PackageFacts }) => <State tag={packageStateTags[row.state]} />

const OrderLink = ({ orderId }: { orderId: string }) => (
  <PageLink to="/system/finance/order" query={{ id: orderId }}>
    查看订单
  </PageLink>
)

/** A list of packages that count in `unit`; `about` adds a description under the name. */
export const packageColumns = <Row extends PackageFacts>(unit: string, about?: (row: Row) => ReactNode): ListColumn<Row>[] => [
  {
    id: 'name',
    title: '套餐',
    isAlways: true,
    width: 200,
    render: row => (
      <span className={style.name}>
        {row.name}
        {about ? <span>{about(row)}</span> : null}
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
        <Count count={row.availableCount} unit={unit} />
        <progress max={row.segmentCount} value={row.availableCount} aria-label={`${row.name}剩余`} />
      </span>
    ),
  },
  { id: 'state', title: '状态', width: 90, render: row => <StateOf row={row} /> },
  {
    id: 'expiresAt',
    title: '到期',
    width: 150,
    render: row => (
      <span className={style.end}>
        <Moment at={row.expiresAt} />
        {isExpiring(row) ? <StateTag tone="waiting">{`剩 ${row.daysLeft} 天`}</StateTag> : null}
      </span>
    ),
  },
  countColumn(row => row.heldCount, { id: 'held', title: terms.held, width: 80 }),
  { id: 'spent', title: '已用', isNumber: true, width: 80, sortBy: row => row.spentCount, render: row => <Count count={row.spentCount} /> },
  countColumn(row => row.segmentCount, { id: 'total', title: '总量', width: 76 }),
  {
    id: 'source',
    title: '来源',
    width: 96,
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
  { id: 'startsAt', title: '生效', width: 156, render: row => <Moment at={row.startsAt} /> },
  { id: 'order', title: '订单', isExtra: true, width: 90, render: row => (row.order ? <OrderLink orderId={row.order.orderId} /> : '–') },
]

/** Facts of a package in its drawer; `own` after the state. */
export const packageDetail = (row: PackageFacts, unit: string, own: ReturnType<typeof fact>[]) => [
  fact('状态', <StateOf row={row} />),
  ...own,
  fact('剩余', <Count count={row.availableCount} unit={unit} />),
  fact('已用', <Count count={row.spentCount} unit={unit} />),
  fact('总量', <Count count={row.segmentCount} unit={unit} />),
  fact('生效', <Moment at={row.startsAt} />),
  fact('到期', <Moment at={row.expiresAt} />),
  fact('来源', row.order ? `购买 ×${row.order.quantity}` : '赠送'),
  fact('金额', row.order ? <Money hao={row.order.amountHao} /> : null),
  fact('订单', row.order ? <OrderLink orderId={row.order.orderId} /> : null),
]

/** Tabs by state with their counts. */
export const packageTabs = (counts: Record<keyof typeof packageStateTags, number> | undefined) => ({
  name: 'state' as const,
  items: [
    { key: '', label: '全部', count: counts ? Object.values(counts).reduce((sum, count) => sum + count, 0) : undefined },
    ...pairsOf(packageStateTags).map(([key, { name }]) => ({ key, label: name, count: counts?.[key] })),
  ],
})
