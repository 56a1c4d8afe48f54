import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { Route } from '#admin/channels/channel.ts'
import { type Channel, kindNames } from '#admin/channels/channel.ts'
import { useMay } from '#admin/session.ts'
import { History } from '#admin/ui/History.tsx'
import { adminChannelCalls, adminRouteCalls } from '#contract/messages/admin-channel.ts'
import { useCall } from '#ui/call.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import layout from '#ui/theme/layout.module.css'
import { GeneralRoutes } from './GeneralRoutes.tsx'
import { ParticularRoutes } from './ParticularRoutes.tsx'
import { RouteTrial } from './RouteTrial.tsx'
import type { AskedRoute } from './route.ts'

const RouteDialog = lazyPart('RouteDialog', () => import('./RouteDialog.tsx'))
const RemoveRouteDialog = lazyPart('RemoveRouteDialog', () => import('./RemoveRouteDialog.tsx'))

const refreshMs = 10_000
const blank: AskedRoute = {
  kind: null,
  carrier: null,
  province: null,
  accountId: null,
  accountName: null,
  channelIds: [],
  preference: { by: 'order' },
  routeId: null,
  isGeneral: false,
}

/** 路由: which channels take which messages, in order; and a trial that explains a number's route. */
export function Page() {
  const routes = useCall(adminRouteCalls.list, {})
  const channels = useCall(adminChannelCalls.list, {}, { refetchInterval: refreshMs })
  const mayWrite = useMay('channel.write')
  const [asked, setAsked] = useState<AskedRoute | null>(null)
  const [removed, setRemoved] = useState<Route | null>(null)
  const failed = [routes, channels].find(query => query.error && !query.data)
  if (failed) return <PageFailure page="路由" query={failed} />
  if (!routes.data || !channels.data) return <PageSkeleton />
  const all: Channel[] = channels.data.rows
  const edit = mayWrite ? setAsked : null
  return (
    <>
      <PageHead
        title="路由"
        note="每条短信按“客户在该省 → 客户 → 该省 → 通用”的顺序找路由，在其中按顺序、比例、成本或到达率选通道；断开或撤量的通道由其他的接替，断开30秒后排队的短信也改道。"
      />
      <div className={`${layout.stack16} ${layout.one}`}>
        <RouteTrial />
        <Panel title="通用路由" note="没有设置路由的，由支持该类型和运营商、已连接的通道发送。">
          <GeneralRoutes routes={routes.data.rows} channels={all} onEdit={edit} onRemove={mayWrite ? setRemoved : null} />
        </Panel>
        <Panel
          title="省份与客户的路由"
          note="排在通用路由之前；都不能发送时，再用通用路由。"
          action={
            mayWrite ? (
              <Button type="primary" onClick={() => setAsked(blank)}>
                新建路由
              </Button>
            ) : null
          }
        >
          <ParticularRoutes routes={routes.data.rows} channels={all} onEdit={edit} onRemove={mayWrite ? setRemoved : null} />
        </Panel>
        <Panel title="修改记录">
          <History call={adminRouteCalls.history} namesObject />
        </Panel>
      </div>
      <Suspense>
        {asked ? <RouteDialog asked={asked} routes={routes.data.rows} channels={all} onClose={() => setAsked(null)} /> : null}
        {removed ? <RemoveRouteDialog route={removed} name={kindNames[removed.kind]} onClose={() => setRemoved(null)} /> : null}
      </Suspense>
    </>
  )
}
