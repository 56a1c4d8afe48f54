import { App, Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type AppDetail, appCalls } from '#contract/app.ts'
import { useAct } from '../../call.ts'
import { pathTo } from '../../paths.ts'
import { useMay } from '../../session.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { useReachable } from '../../ui/PageLink.tsx'
import { appAnswers } from './apps.ts'
import { RenameDialog } from './RenameDialog.tsx'

/** What is done with a whole app. */
export function AppActions({ app }: { app: AppDetail }) {
  const [isRenaming, setRenaming] = useState(false)
  const { modal, message } = App.useApp()
  const navigate = useNavigate()
  const mayWrite = useMay('app.write')
  const isReachable = useReachable()
  const told = { invalidates: appAnswers }
  const disable = useAct(appCalls.disable, { ...told, onDone: () => void message.success('已停用，所有接口都不再受理它的请求') })
  const enable = useAct(appCalls.enable, { ...told, onDone: () => void message.success('已启用') })
  const remove = useAct(appCalls.delete, {
    invalidates: [appCalls.list],
    onDone: () => {
      void message.success('已删除')
      void navigate(pathTo('/sms/app-manage'))
    },
  })
  const onError = (error: Error) => void message.error(error.message)
  const { appId } = app
  const confirm = (title: string, content: string, okText: string, act: typeof disable | typeof remove) =>
    modal.confirm({
      title,
      content,
      okText,
      okButtonProps: { danger: true },
      cancelText: '返回',
      onOk: () => act.mutate({ appId }, { onError }),
    })
  return (
    <>
      {isReachable('/sms/app-config') ? <LinkButton to={pathTo('/sms/app-config', { id: appId })}>配置</LinkButton> : null}
      {mayWrite ? <Button onClick={() => setRenaming(true)}>改名</Button> : null}
      {mayWrite && app.state === 'enabled' ? (
        <Button
          danger
          onClick={() =>
            confirm(
              `停用应用“${app.name}”吗？`,
              '1秒之内，所有密钥和接口（含SMPP）都不再受理它的请求；已受理的短信照常发送。可以随时启用。',
              '停用',
              disable,
            )
          }
        >
          停用
        </Button>
      ) : null}
      {mayWrite && app.state === 'disabled' ? (
        <>
          <Button onClick={() => enable.mutate({ appId }, { onError })} loading={enable.isPending}>
            启用
          </Button>
          <Button
            danger
            disabled={app.scheduledCount > 0}
            title={app.scheduledCount > 0 ? `还有${app.scheduledCount}个定时请求没有发送` : undefined}
            onClick={() =>
              confirm(`删除应用“${app.name}”吗？`, '它的密钥和配置一起删除，不能恢复；发送记录、账单和统计保留它的名称。', '删除', remove)
            }
          >
            删除
          </Button>
        </>
      ) : null}
      {isRenaming ? <RenameDialog app={app} onClose={() => setRenaming(false)} /> : null}
    </>
  )
}
