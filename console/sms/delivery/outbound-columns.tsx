import { messageKindNames } from '#contract/messages/delivery.ts'
import { terms } from '#contract/terms.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { Count } from '#ui/display/Count.tsx'
import { took } from '#ui/display/duration.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { Phone } from '#ui/display/Phone.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { messageStateTags } from '#ui/labels/messages.ts'
import { countColumn } from '#ui/list/columns.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { carrierNames } from '#values/phone.ts'
import style from './Delivery.module.css'
import type { DeliveryRow } from './delivery.ts'

/** Default columns of messages; others can be chosen. */
export const outboundColumns: ListColumn<DeliveryRow>[] = [
  { id: 'createdAt', onPhone: true, title: '提交时间', isAlways: true, width: 160, render: row => <Moment at={row.createdAt} /> },
  { id: 'phone', onPhone: true, card: 'name', title: '手机号', isAlways: true, width: 120, render: row => <Phone phone={row.phone} /> },
  { id: 'state', onPhone: true, title: '状态', isAlways: true, width: 110, render: row => <RowState row={row} /> },
  { id: 'kind', title: '类型', width: 80, render: row => messageKindNames[row.kind] },
  { id: 'content', onPhone: true, title: '内容', width: 240, render: row => <span className={style.content}>{row.content}</span> },
  countColumn(row => row.segmentCount, { id: 'segments', title: terms.segments, width: 64 }),
  { id: 'reason', title: '原因', width: 130, render: row => <Reason row={row} /> },
  {
    id: 'took',
    title: terms.latency,
    isNumber: true,
    width: 100,
    render: row => (row.state === 'delivered' ? took(row.submittedAt, row.finishedAt) : ''),
  },
  {
    id: 'clicks',
    title: terms.clicks,
    isNumber: true,
    isExtra: true,
    width: 90,
    render: row => (row.clicks ? <Count count={row.clicks.clickCount} /> : ''),
  },
  { id: 'signature', title: '签名', isExtra: true, width: 120, render: row => `【${row.signatureText}】` },
  { id: 'source', title: '来源', isExtra: true, width: 110, render: row => sourceText(row) },
  { id: 'charge', decimals: 4, title: '费用', isExtra: true, width: 120, render: row => <ChargeText row={row} /> },
  { id: 'code', title: '状态码', isExtra: true, width: 110, render: row => row.reason?.code ?? '' },
  { id: 'carrier', title: '运营商', isExtra: true, width: 100, render: row => carrierNames[row.carrier] },
  { id: 'province', title: '省份/国家', isExtra: true, width: 100, render: row => row.province ?? '未知' },
  { id: 'finishedAt', title: '回执时间', isExtra: true, width: 160, render: row => <Moment at={row.finishedAt} /> },
  { id: 'customId', title: '自定义编号', isExtra: true, width: 140, render: row => row.customId ?? '' },
  { id: 'messageId', title: '短信编号', isExtra: true, width: 180, render: row => <CopyableId id={row.messageId} /> },
]

const RowState = ({ row }: { row: DeliveryRow }) => <State tag={messageStateTags[row.state]} />

const Reason = ({ row }: { row: DeliveryRow }) =>
  row.reason ? (
    <span className={style.reason} title={`${row.reason.meaning}（${row.reason.code}）`}>
      {row.reason.meaning}
    </span>
  ) : null

const sourceText = ({ broadcastId, appName }: DeliveryRow) => (broadcastId ? '群发' : (appName ?? '控制台'))

const chargeWords = { held: terms.held, posted: '扣费', voided: '退回' } as const
const ChargeText = ({ row: { charge } }: { row: DeliveryRow }) =>
  charge ? (
    <span title={charge.grantName ?? '余额'}>
      {chargeWords[charge.state]} {charge.unitPriceHao > 0 ? <Money hao={charge.amountHao} /> : `${charge.segmentCount} 条`}
    </span>
  ) : (
    '–'
  )
