import type { CallAnswerWire } from '#contract/call.ts'
import { invoiceShipmentCalls } from '#contract/invoicing/invoice-delivery.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import layout from '#ui/theme/layout.module.css'
import { note, tabs, title } from './express.ts'

type Row = CallAnswerWire<typeof invoiceShipmentCalls.list>['rows'][number]

const columns: ListColumn<Row>[] = [
  { id: 'invoiceNumber', title: '发票号码', isAlways: true, width: 220, render: row => <CopyableId id={row.invoiceNumber} /> },
  { id: 'title', title: '抬头', width: 200, render: row => row.titleName },
  { id: 'gross', title: '金额', isNumber: true, width: 120, sortBy: row => row.grossHao, render: row => <Money hao={row.grossHao} /> },
  { id: 'state', title: '状态', width: 110, render: row => <ShipmentState row={row} /> },
  { id: 'courier', title: '快递', width: 100, render: row => row.courier ?? '–' },
  { id: 'number', title: '运单号', width: 180, render: row => (row.trackingNumber ? <CopyableId id={row.trackingNumber} /> : '–') },
  { id: 'shippedTo', title: '收件信息', width: 260, render: row => <span className={layout.anywhere}>{row.shippedTo ?? '–'}</span> },
  { id: 'shippedAt', title: '寄出时间', width: 156, render: row => <Moment at={row.shippedAt} /> },
  { id: 'signedAt', title: '签收时间', width: 156, render: row => <Moment at={row.signedAt} /> },
  { id: 'request', title: '申请号', isExtra: true, width: 200, render: row => <CopyableId id={row.requestNumber} /> },
]

function ShipmentState({ row }: { row: Row }) {
  if (row.signedAt) return <StateTag tone="good">已签收</StateTag>
  return row.shippedAt ? <StateTag tone="progress">已寄出</StateTag> : <StateTag tone="waiting">待寄出</StateTag>
}

/** Paper invoices and the state of their shipment. */
export function ShipmentList() {
  const list = useListState({ tab: '' })
  const query = useCall(invoiceShipmentCalls.list, {})
  return (
    <ListPage
      id="invoice-shipments"
      title={title}
      note={note}
      tabs={tabs}
      list={{ ...list, isFiltered: false }}
      query={query}
      columns={columns}
      rowKey={row => row.requestId}
      emptyState={{ title: '还没有寄送记录', text: '申请纸质发票并开具后，快递公司和运单号会出现在这里。电子发票直接发到邮箱。' }}
      errorTitle="寄送记录没能加载"
    />
  )
}
