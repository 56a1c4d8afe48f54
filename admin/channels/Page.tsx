import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useMay } from '#admin/session.ts'
import style from '#admin/ui/Tables.module.css'
import { adminChannelCalls } from '#contract/messages/admin-channel.ts'
import { protocolName } from '#contract/messages/channel-settings.ts'
import { terms } from '#contract/terms.ts'
import { useCall } from '#ui/call.ts'
import { Count, Share } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { countColumn } from '#ui/list/columns.tsx'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { Overlays } from '#ui/overlay/Overlays.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { type Carrier, carrierShortNames, carriers } from '#values/phone.ts'
import { ChannelState, stateText } from './ChannelState.tsx'
import { type Channel, kindNames, type Volume } from './channel.ts'

const ChannelDetail = lazyPart('ChannelDetail', () => import('./ChannelDetail.tsx'))
const ChannelForm = lazyPart('ChannelForm', () => import('./ChannelForm.tsx'))

const refreshMs = 5_000
/** Each refresh counts the day's messages; once a minute is often enough. */
const volumeRefreshMs = 60_000

const facts: ListColumn<Channel>[] = [
  { id: 'state', onPhone: true, title: '状态', isAlways: true, width: 100, render: row => <ChannelState row={row} /> },
  {
    id: 'detail',
    onPhone: true,
    title: '说明',
    width: 140,
    render: row => (
      <span className={style.clamp} title={stateText(row)}>
        {stateText(row)}
      </span>
    ),
  },
]
const carriersText = (names: readonly Carrier[]) =>
  names.length === carriers.length ? '全部' : names.map(name => carrierShortNames[name]).join('、')
const otherFacts: ListColumn<Channel>[] = [
  { id: 'kinds', onPhone: true, title: '类型', width: 120, render: row => row.kinds.map(kind => kindNames[kind]).join('、') },
  { id: 'carriers', title: '运营商', width: 90, render: row => carriersText(row.carriers) },
  { id: 'rate', title: '限速', isNumber: true, width: 100, isExtra: true, render: row => <Count count={row.ratePerSecond} unit="条/秒" /> },
  { id: 'address', title: '地址', isExtra: true, width: 180, render: row => `${protocolName(row.settings)} ${row.host}:${row.port}` },
  { id: 'sender', title: '接入号', width: 120, isExtra: true, render: row => row.senderNumber },
  { id: 'stateAt', title: '状态时间', width: 156, isExtra: true, render: row => <Moment at={row.stateAt} /> },
  { id: 'system', title: '账号', width: 120, isExtra: true, render: row => row.systemId },
  countColumn(row => row.windowSize, { id: 'window', title: '窗口', width: 80, isExtra: true }),
  countColumn(row => row.bindCount, { id: 'binds', title: '连接数', width: 80, isExtra: true }),
]

/** 通道: the channels with their state as dispatch last reported, and today's volume. */
export function Page() {
  const list = useListState({})
  const [{ id }, setUrl] = useUrlState({ id: '' })
  const mayWrite = useMay('channel.write')
  const [asked, setAsked] = useState<Channel | 'new' | null>(null)
  const query = useCall(adminChannelCalls.list, {}, { refetchInterval: refreshMs })
  const volume = useCall(adminChannelCalls.volume, {}, { refetchInterval: volumeRefreshMs })
  const volumes = new Map((volume.data?.rows ?? []).map(row => [row.channelId, row]))
  const rows = query.data?.rows
  const opened = rows?.find(row => row.channelId === id)
  const today = (title: string, column: string, render: (one: Volume) => ReactNode): ListColumn<Channel> => ({
    id: column,
    onPhone: true,
    title,
    isNumber: true,
    width: 80,
    render: row => {
      const one = volumes.get(row.channelId)
      return one ? render(one) : '–'
    },
  })
  const columns: ListColumn<Channel>[] = [
    {
      id: 'name',
      onPhone: true,
      title: '通道',
      isAlways: true,
      width: 200,
      render: row => (
        <Button type="link" size="small" className={style.open ?? ''} onClick={() => setUrl({ id: row.channelId })}>
          {row.name}
        </Button>
      ),
    },
    ...facts,
    today(`今日${terms.submitted}`, 'submitted', one => <Count count={one.submitted} />),
    today(terms.rate, 'success', one => <Share part={one.delivered} whole={one.ended} />),
    today('排队', 'waiting', one => <Count count={one.waiting} />),
    ...otherFacts,
  ]
  return (
    <ListPage
      id="admin-channel"
      title="通道"
      note="连接状态每5秒更新，发送量每分钟更新；到达率按今日已有结果的短信计算。修改在几秒内生效，不需要重启。"
      action={
        mayWrite ? (
          <Button type="primary" onClick={() => setAsked('new')}>
            新建通道
          </Button>
        ) : null
      }
      list={list}
      query={query}
      columns={columns}
      rowKey={row => row.channelId}
      onOpen={row => setUrl({ id: row.channelId })}
      emptyState={{ title: '还没有通道', text: '新建一个通道，填写运营商给的地址、账号和密码，几秒后就会连接。' }}
      errorTitle="通道没能加载"
    >
      <Overlays>
        {opened ? (
          <ChannelDetail
            channel={opened}
            all={rows ?? []}
            volume={volumes.get(opened.channelId)}
            onEdit={() => setAsked(opened)}
            onClose={() => setUrl({ id: '' })}
          />
        ) : null}
        {asked ? <ChannelForm channel={asked === 'new' ? null : asked} onClose={() => setAsked(null)} /> : null}
      </Overlays>
    </ListPage>
  )
}
