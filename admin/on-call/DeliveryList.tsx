import { systemAlertKinds } from '#contract/home/system-alert.ts'
import { adminOnCallCalls } from '#contract/on-call/admin-on-call.ts'
import { send, useListCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { keyOf, optionsOf } from '#ui/form/options.ts'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import type { ListState } from '#ui/list/list-state.ts'
import { type Delivery, deliveryStateTags, occasionNames, onCallTabs } from './on-call.ts'

const columns: ListColumn<Delivery>[] = [
  { id: 'createdAt', title: '时间', onPhone: true, isAlways: true, width: 150, render: row => <Moment at={row.createdAt} /> },
  { id: 'receiver', title: '接收方', onPhone: true, width: 130, render: row => row.receiverName },
  { id: 'occasion', title: '通知', width: 90, render: row => occasionNames[row.occasion] },
  {
    id: 'alert',
    title: '告警',
    onPhone: true,
    isAlways: true,
    card: 'name',
    width: 200,
    render: ({ alert }) => (alert ? `${systemAlertKinds[alert.kind].name}${alert.subject === '' ? '' : `（${alert.subject}）`}` : '测试'),
  },
  { id: 'detail', title: '内容', width: 260, render: row => row.alert?.detail ?? '–' },
  { id: 'beganAt', title: '告警开始', isExtra: true, width: 150, render: row => (row.alert ? <Moment at={row.alert.beganAt} /> : '–') },
  {
    id: 'state',
    title: '状态',
    onPhone: true,
    isAlways: true,
    width: 100,
    render: row => <StateTag tone={deliveryStateTags[row.state].tone}>{deliveryStateTags[row.state].name}</StateTag>,
  },
  { id: 'failure', title: '对方的回答', width: 220, render: row => row.failure ?? '–' },
]

/** 发送记录: every notice with its outcome, the newest first. */
export function DeliveryList({ list }: { list: ListState<{ tab: string; state: string }> }) {
  const filter = { state: keyOf(deliveryStateTags, list.values.state) }
  const query = useListCall(adminOnCallCalls.deliveries, { ...filter, ...list.page })
  return (
    <ListPage
      id="admin-on-call-log"
      title="值班通知"
      note="每一次通知发给了谁、结果如何，保留90天。邮件显示发信服务器的结果。"
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.deliveryId}
      readPage={page => send(adminOnCallCalls.deliveries, { ...filter, ...page })}
      tabs={onCallTabs}
      filters={[{ kind: 'select', name: 'state', label: '状态', options: optionsOf(deliveryStateTags) }]}
      emptyState={{ title: '还没有发送过通知', text: '有告警，或点接收方的“测试”后，会出现在这里。' }}
      errorTitle="发送记录没能加载"
    />
  )
}
