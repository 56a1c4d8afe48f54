import { useCall } from '#console/call.ts'
import { Count } from '#console/ui/Count.tsx'
import { ListPage } from '#console/ui/ListPage.tsx'
import type { ListColumn } from '#console/ui/list-columns.tsx'
import { useListState } from '#console/ui/list-state.ts'
import { Moment } from '#console/ui/Moment.tsx'
import { StateTag } from '#console/ui/StateTag.tsx'
import type { Got } from '#contract/call.ts'
import { operatorChannelCalls } from '#contract/operator-channel.ts'
import { operatorNames } from '#values/phone.ts'

type Channel = Got<typeof operatorChannelCalls.list>['rows'][number]

const refreshMs = 5_000
const kindNames = { code: '验证码', notice: '通知', marketing: '推广' } as const

const State = ({ row }: { row: Channel }) => {
  if (!row.isEnabled) return <StateTag tone="ended">已停用</StateTag>
  if (!row.isHeld) return <StateTag tone="bad">无人值守</StateTag>
  return row.state === 'up' ? <StateTag tone="good">已连接</StateTag> : <StateTag tone="bad">未连接</StateTag>
}

const columns: ListColumn<Channel>[] = [
  { id: 'name', title: '通道', isAlways: true, width: 140, render: row => row.name },
  { id: 'state', title: '状态', isAlways: true, width: 100, render: row => <State row={row} /> },
  {
    id: 'detail',
    title: '说明',
    width: 200,
    render: row => (row.isEnabled && !row.isHeld ? '没有发送程序在运行，短信会排队等待' : (row.stateDetail ?? '–')),
  },
  { id: 'stateAt', title: '状态时间', width: 170, render: row => <Moment at={row.stateAt} /> },
  { id: 'address', title: '地址', width: 180, render: row => `${row.protocol.toUpperCase()} ${row.host}:${row.port}` },
  { id: 'system', title: '账号', width: 110, render: row => row.systemId },
  { id: 'sender', title: '接入号', width: 120, render: row => row.senderNumber },
  { id: 'kinds', title: '类型', width: 160, render: row => row.kinds.map(kind => kindNames[kind]).join('、') },
  { id: 'operators', title: '运营商', width: 180, render: row => row.operators.map(name => operatorNames[name].slice(2)).join('、') },
  { id: 'rate', title: '限速', isNumber: true, width: 110, render: row => <Count count={row.ratePerSecond} unit="条/秒" /> },
  { id: 'window', title: '窗口', isNumber: true, width: 80, render: row => <Count count={row.windowSize} /> },
  { id: 'binds', title: '连接数', isNumber: true, width: 80, render: row => <Count count={row.bindCount} /> },
]

/** 通道状态: the ways to the carriers as dispatch last saw them. Nothing is changed here. */
export function Page() {
  const list = useListState({})
  const query = useCall(operatorChannelCalls.list, {}, { refetchInterval: refreshMs })
  const data = query.data ? { rows: query.data.rows, nextCursor: null } : undefined
  return (
    <ListPage
      id="operator-channel"
      title="通道状态"
      note="每5秒更新一次。"
      list={list}
      query={{ ...query, data }}
      columns={columns}
      rowKey={row => row.channelId}
      emptyState={{ title: '还没有通道', text: '通道由部署人员在服务器上添加；添加后在这里查看连接情况。' }}
      errorTitle="通道状态没能加载"
    />
  )
}
