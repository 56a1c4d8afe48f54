import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminChannelCalls, adminRouteCalls } from '#contract/messages/admin-channel.ts'
import { useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import layout from '#ui/theme/layout.module.css'
import { type Channel, channelAnswers, routesWithNoOther, takenByNoOther, type Volume } from './channel.ts'

interface SwitchDialogProps {
  channel: Channel
  all: readonly Channel[]
  volume: Volume | undefined
  onClose: () => void
}

/** 停用 and 启用, with the effect on messages. */
export function SwitchDialog({ channel, all, volume, onClose }: SwitchDialogProps) {
  const { channelId, name, isEnabled } = channel
  const word = isEnabled ? '停用' : '启用'
  const act = useDialogAct(isEnabled ? adminChannelCalls.disable : adminChannelCalls.enable, {
    invalidates: channelAnswers,
    done: `通道“${name}”已${word}，几秒后生效`,
    onClose,
  })
  return (
    <ActForm<{ reason: string }>
      title={`${word}通道“${name}”`}
      okText={word}
      isDanger={isEnabled}
      consequence={isEnabled ? <Disabling channel={channel} all={all} volume={volume} /> : '启用后几秒内开始连接，新的短信按路由使用它。'}
      reasonHint="记入操作记录，其他运营人员会看到。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ channelId, reason })}
      onClose={onClose}
    />
  )
}

function Disabling({ channel, all, volume }: Omit<SwitchDialogProps, 'onClose'>) {
  const { data: routes } = useCall(adminRouteCalls.list, {})
  const alone = routes ? [...routesWithNoOther(channel, all, routes.rows), ...takenByNoOther(channel, all, routes.rows)] : []
  return (
    <>
      <p>
        几秒内断开连接，不再用于新的短信；已提交的等待回执。
        {volume && volume.waiting > 0 ? `正在排队的 ${thousands(volume.waiting)} 条` : '排队的短信'}
        改走路由中的其他通道。
      </p>
      {alone.length > 0 ? (
        <p className={layout.bad}>
          没有其他通道可以发送：{alone.join('、')}。停用后新的会被拒绝，已受理的等到有效期，期间没有通道启用则发不出。
        </p>
      ) : null}
    </>
  )
}
