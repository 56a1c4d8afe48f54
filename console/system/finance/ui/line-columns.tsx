import { PageLink } from '#console/shared/PageLink.tsx'
import { lineItems, lineKinds, lineProducts, lineSources, lineStateOf } from '#contract/billing/charge-line.ts'
import { terms } from '#contract/terms.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Money, MoneyMove } from '#ui/display/Money.tsx'
import { moneyColumn, stateColumn } from '#ui/list/columns.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import layout from '#ui/theme/layout.module.css'
import { lineStateTags } from '../../../shared/labels/billing.ts'
import style from './Line.module.css'
import { type Line, quantityText } from './line.ts'

export const rateText = (rateBp: number | null): string => (rateBp === null ? '–' : `${rateBp / 100}%`)

/** The subject of a line: its order, its package, or the task and program that sent. */
export function Subject({ line }: { line: Line }) {
  if (line.order)
    return (
      <PageLink to="/system/finance/order" query={{ id: line.order.orderId }}>
        {line.order.name}
      </PageLink>
    )
  if (line.broadcast)
    return (
      <PageLink to="/sms/broadcast-history" query={{ id: line.broadcast.broadcastId }}>
        {line.broadcast.name}
      </PageLink>
    )
  return line.grant?.name ?? (line.kind === 'usage' ? '余额按条' : '–')
}

const hasPrice = (line: Line) => line.kind !== 'usage' || line.source === 'balance' || line.source === 'bonus'

/** Columns shared by consumption and bills. */
export const lineColumns: ListColumn<Line>[] = [
  {
    id: 'day',
    onPhone: true,
    title: '日期',
    isAlways: true,
    fixed: 'start',
    width: 100,
    render: line => <time dateTime={line.day}>{line.day}</time>,
  },
  { id: 'kind', title: '类型', isExtra: true, width: 64, render: line => lineKinds[line.kind] },
  { id: 'product', title: '产品', isExtra: true, width: 70, render: line => (line.product ? lineProducts[line.product] : '–') },
  { id: 'item', onPhone: true, title: '计费项', isAlways: true, width: 100, render: line => lineItems[line.item].name },
  {
    id: 'app',
    title: '应用',
    isExtra: true,
    width: 96,
    render: line => <span className={line.app ? style.about : layout.faint}>{line.app?.name ?? '–'}</span>,
  },
  { id: 'source', title: '支付来源', width: 96, render: line => lineSources[line.source] },
  {
    id: 'subject',
    title: '套餐、订单或任务',
    width: 138,
    render: line => (
      <span className={style.about}>
        <Subject line={line} />
        {line.app ? <small className={`${layout.block} ${layout.faint}`}>{line.app.name}</small> : null}
      </span>
    ),
  },
  { id: 'quantity', onPhone: true, title: terms.usage, isNumber: true, width: 80, render: line => quantityText(line.item, line.quantity) },
  {
    id: 'returned',
    title: terms.returned,
    isNumber: true,
    isExtra: true,
    width: 56,
    render: line => (line.returnedCount === 0 ? <span className={layout.faint}>0</span> : thousands(line.returnedCount)),
  },
  {
    id: 'unitPrice',
    decimals: 4,
    title: '单价',
    isNumber: true,
    width: 84,
    render: line => (hasPrice(line) && line.unitPriceHao > 0 ? <Money hao={line.unitPriceHao} /> : <span className={layout.faint}>–</span>),
  },
  { id: 'list', decimals: 4, title: terms.list, isNumber: true, width: 104, render: line => <Money hao={line.listHao} /> },
  moneyColumn(line => line.discountHao, { id: 'discount', decimals: 4, title: terms.discount, isExtra: true, width: 104 }),
  {
    id: 'package',
    decimals: 4,
    onPhone: true,
    title: terms.packagePaid,
    isNumber: true,
    width: 104,
    render: line => <Money hao={line.packageHao} />,
  },
  {
    id: 'bonus',
    decimals: 4,
    title: terms.bonusPaid,
    isNumber: true,
    width: 92,
    render: line => (line.bonusHao === 0 ? <span className={layout.faint}>–</span> : <Money hao={line.bonusHao} />),
  },
  {
    id: 'cash',
    decimals: 4,
    onPhone: true,
    title: terms.cash,
    isNumber: true,
    isAlways: true,
    width: 104,
    render: line =>
      line.kind === 'adjust' ? (
        <MoneyMove hao={line.adjustHao} />
      ) : (
        <span className={line.cashHao < 0 ? layout.good : line.cashHao === 0 ? layout.faint : undefined}>
          <Money hao={line.cashHao} />
        </span>
      ),
  },
  stateColumn(line => lineStateTags[lineStateOf(line)], { onPhone: true, isExtra: true, width: 90 }),
  { id: 'rate', title: '税率', isNumber: true, isExtra: true, width: 70, render: line => rateText(line.rateBp) },
  {
    id: 'net',
    decimals: 4,
    title: '不含税',
    isNumber: true,
    isExtra: true,
    width: 104,
    render: line => <Money hao={line.cashHao - line.taxHao} />,
  },
  { id: 'tax', decimals: 4, title: '税额', isNumber: true, isExtra: true, width: 96, render: line => <Money hao={line.taxHao} /> },
]
