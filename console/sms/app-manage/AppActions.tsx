import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useReachable } from '#console/shared/PageLink.tsx'
import { type AppDetail, appCalls } from '#contract/apps/app.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { useConfirm } from '#ui/overlay/confirm.ts'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { pathTo } from '../../paths.ts'
import { useMay } from '../../session.ts'
import { appAnswers } from './apps.ts'
import { RenameDialog } from './RenameDialog.tsx'

/** Actions on a whole app. */
export function AppActions({ app }: { app: AppDetail }) {
  const [isRenaming, setRenaming] = useState(false)
  const mayWrite = useMay('app.write')
  const isReachable = useReachable()
  return (
    <>
      {isReachable('/sms/app-config') ? <LinkButton to={pathTo('/sms/app-config', { id: app.appId })}>配置</LinkButton> : null}
      {mayWrite ? (
        <>
          <Button onClick={() => setRenaming(true)}>改名</Button>
          {app.state === 'enabled' ? <DisableButton app={app} /> : null}
          {app.state === 'disabled' ? <DisabledActions app={app} /> : null}
        </>
      ) : null}
      {isRenaming ? <RenameDialog app={app} onClose={() => setRenaming(false)} /> : null}
    </>
  )
}

function DisableButton({ app: { appId, name } }: { app: AppDetail }) {
  const confirm = useConfirm()
  const disable = useMessageAct(appCalls.disable, { invalidates: appAnswers, done: '已停用，所有接口都不再受理它的请求' })
  const question = {
    title: `停用应用“${name}”吗？`,
    content: '1秒之内，所有密钥和接口（含SMPP和CMPP）都不再受理它的请求；已受理的短信照常发送。可以随时启用。',
    okText: '停用',
  }
  return (
    <Button danger onClick={() => confirm(question, () => disable.mutate({ appId }))}>
      停用
    </Button>
  )
}

/** A disabled app is enabled again, or deleted. */
function DisabledActions({ app: { appId, name, scheduledCount } }: { app: AppDetail }) {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const enable = useMessageAct(appCalls.enable, { invalidates: appAnswers, done: '已启用' })
  const remove = useMessageAct(appCalls.delete, {
    invalidates: [appCalls.list],
    done: '已删除',
    onDone: () => navigate(pathTo('/sms/app-manage')),
  })
  const question = {
    title: `删除应用“${name}”吗？`,
    content: '它的密钥和配置一起删除，不能恢复；发送记录、账单和统计保留它的名称。',
    okText: '删除',
  }
  return (
    <>
      <Button onClick={() => enable.mutate({ appId })} loading={enable.isPending}>
        启用
      </Button>
      <Button
        danger
        disabled={scheduledCount > 0}
        title={scheduledCount > 0 ? `还有${scheduledCount}个定时请求没有发送` : undefined}
        onClick={() => confirm(question, () => remove.mutate({ appId }))}
      >
        删除
      </Button>
    </>
  )
}
