import { Link } from 'react-router'
import type { Got } from '#contract/call.ts'
import { deliveryCalls, inboundEffectNames } from '#contract/delivery.ts'
import { useCall } from '../../call.ts'
import { pathTo } from '../../paths.ts'
import { ExportButton } from '../../ui/ExportButton.tsx'
import { ListPage } from '../../ui/ListPage.tsx'
import type { ListColumn } from '../../ui/list-columns.tsx'
import { useListState } from '../../ui/list-state.ts'
import { Moment } from '../../ui/Moment.tsx'
import { Phone } from '../../ui/Phone.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import style from './Delivery.module.css'
import { daysFilter, periodOf, phoneFilter } from './delivery.ts'
import { useDeliveryTabs } from './tabs.ts'

type Row = Got<typeof deliveryCalls.inbound>['rows'][number]
const refreshMs = 10_000

const columns: ListColumn<Row>[] = [
  { id: 'receivedAt', title: '收到时间', isAlways: true, width: 160, render: row => <Moment at={row.receivedAt} /> },
  { id: 'phone', title: '手机号', isAlways: true, width: 120, render: row => <Phone phone={row.phone} /> },
  { id: 'text', title: '回复内容', isAlways: true, width: 260, render: row => <div className={style.reply}>{row.text}</div> },
  { id: 'signature', title: '回复的签名', width: 140, render: row => row.signatureText ?? '' },
  {
    id: 'effect',
    title: '效果',
    width: 120,
    render: row => (row.effect ? <StateTag tone="ended">{inboundEffectNames[row.effect] ?? row.effect}</StateTag> : ''),
  },
  {
    id: 'message',
    title: '对应的短信',
    width: 110,
    render: row =>
      row.messageId ? <Link to={pathTo('/sms/delivery', { messageId: row.messageId, id: row.messageId })}>查看短信</Link> : '',
  },
]

/** 收到的回复: what phones sent back, and what it brought about. */
export function InboundList() {
  const own = useListState({ phone: '', from: '', to: '' })
  const { list, tabs } = useDeliveryTabs(own)
  const { phone, from, to } = own.values
  const filter = { ...(phone ? { phone } : {}), ...periodOf({ from, to }) }
  const query = useCall(deliveryCalls.inbound, { ...filter, ...own.page }, { refetchInterval: own.turn.isFirst ? refreshMs : false })
  return (
    <ListPage
      id="inbound"
      title="发送记录"
      note="收件人回复的短信。回复R、T、TD、退订等会自动加入黑名单，不再收到该签名的推广短信。"
      action={<ExportButton source="inbound" filter={filter} />}
      tabs={tabs}
      filters={[phoneFilter, daysFilter(phone.length === 11 ? '收到时间：不限' : '收到时间：近7天')]}
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.inboundId}
      emptyState={{ title: '近7天没有收到回复', text: '收件人回复您的短信后，内容会出现在这里。更早的回复请选择收到时间。' }}
      errorTitle="收到的回复没能加载"
    />
  )
}
