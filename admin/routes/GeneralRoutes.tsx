import { Button } from 'antd'
import type { Route } from '#admin/channels/channel.ts'
import { type Channel, type Kind, kindNames, kinds } from '#admin/channels/channel.ts'
import { RuledTable } from '#admin/ui/RuledTable.tsx'
import style from '#admin/ui/Tables.module.css'
import layout from '#ui/theme/layout.module.css'
import { type Carrier, carrierNames, carriers } from '#values/phone.ts'
import { ChannelOrder } from './ChannelOrder.tsx'
import type { AskedRoute } from './route.ts'

export interface RoutesProps {
  routes: readonly Route[]
  channels: readonly Channel[]
  /** Null: read-only. */
  onEdit: ((asked: AskedRoute) => void) | null
  onRemove: ((route: Route) => void) | null
}

/** Table of kinds and carriers: the channels of each, in order. */
export function GeneralRoutes({ routes, channels, onEdit, onRemove }: RoutesProps) {
  const routeOf = (kind: Kind, carrier: Carrier) =>
    routes.find(one => one.kind === kind && one.carrier === carrier && one.province === null && one.accountId === null)
  const cellOf = (kind: Kind) => (carrier: Carrier) => {
    const route = routeOf(kind, carrier)
    const name = `${kindNames[kind]} · ${carrierNames[carrier]}`
    const asked: AskedRoute = {
      kind,
      carrier,
      province: null,
      accountId: null,
      accountName: null,
      channelIds: route?.channelIds ?? [],
      preference: route?.preference ?? { by: 'order' },
      routeId: route?.routeId ?? null,
      isGeneral: true,
    }
    return (
      <>
        {route ? <ChannelOrder route={route} channels={channels} /> : <Automatic kind={kind} carrier={carrier} channels={channels} />}
        {onEdit ? (
          <Button type="link" size="small" className={style.act ?? ''} aria-label={`设置${name}`} onClick={() => onEdit(asked)}>
            设置
          </Button>
        ) : null}
        {route && onRemove ? (
          <Button type="link" size="small" danger aria-label={`清除${name}`} onClick={() => onRemove(route)}>
            清除
          </Button>
        ) : null}
      </>
    )
  }
  return (
    <RuledTable
      label="通用路由表"
      rows={carriers}
      rowKey={carrier => carrier}
      columns={[
        { title: '运营商', isName: true, render: carrier => carrierNames[carrier] },
        ...kinds.map(kind => ({ title: kindNames[kind], isWide: true, render: cellOf(kind) })),
      ]}
    />
  )
}

/** Without a route: how many channels are candidates. */
function Automatic({ kind, carrier, channels }: { kind: Kind; carrier: Carrier; channels: readonly Channel[] }) {
  const fitting = channels.filter(one => one.isEnabled && one.kinds.includes(kind) && one.carriers.includes(carrier))
  if (fitting.length === 0) return <span className={layout.bad}>没有可用的通道</span>
  return <span className={style.none}>自动：{fitting.map(one => one.name).join('、')}</span>
}
