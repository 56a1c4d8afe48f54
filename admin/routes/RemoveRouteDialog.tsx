import type { Route } from '#admin/channels/channel.ts'
import { channelAnswers } from '#admin/channels/channel.ts'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminRouteCalls } from '#contract/messages/admin-channel.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { carrierNames } from '#values/phone.ts'

/** 删除路由: the more general ones apply again. */
export function RemoveRouteDialog({ route, name, onClose }: { route: Route; name: string; onClose: () => void }) {
  const act = useDialogAct(adminRouteCalls.remove, { invalidates: channelAnswers, done: '路由已删除', onClose })
  const isGeneral = route.accountId === null && route.province === null
  return (
    <ActForm<{ reason: string }>
      title={`删除路由：${[route.accountName, name, carrierNames[route.carrier], route.province].filter(Boolean).join(' · ')}`}
      okText="删除"
      isDanger
      consequence={isGeneral ? '删除后由支持该类型和运营商、已连接的通道发送。' : '删除后按更通用的路由发送。'}
      reasonHint="记入操作记录，其他运营人员会看到。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ routeId: route.routeId, reason })}
      onClose={onClose}
    />
  )
}
