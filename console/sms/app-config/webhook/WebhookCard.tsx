import { App, Button } from 'antd'
import { webhookFormats } from '#contract/push/push.ts'
import { type Webhook, webhookCalls } from '#contract/push/webhook.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useAct } from '#ui/call.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { type RowAction, RowActions } from '#ui/list/RowActions.tsx'
import { useConfirm } from '#ui/overlay/confirm.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { useMay } from '../../../session.ts'
import type { WebhookTask } from './Section.tsx'
import style from './Webhook.module.css'
import { namesOfKinds, stateOfWebhook, webhookAnswers } from './webhooks.ts'

interface WebhookCardProps {
  webhook: Webhook
  onTask: (task: WebhookTask) => void
  onSecret: (secret: string) => void
}

/** One webhook with its state and actions. */
export function WebhookCard(props: WebhookCardProps) {
  const { webhook, onTask } = props
  const state = stateOfWebhook(webhook)
  const actions = useWebhookActions(props)
  return (
    <li className={style.card}>
      <div className={`${layout.line12} ${style.head}`}>
        <State tag={state} />
        <code>{webhook.url}</code>
        <CopyButton text={webhook.url} label="复制回调地址" />
      </div>
      <Facts
        facts={[
          ['格式', webhookFormats[webhook.format].name],
          ['事件', namesOfKinds(webhook.kinds)],
          ['等待推送', `${webhook.waitingCount.toLocaleString('zh-CN')}个`],
          [
            '未送达',
            <Button key="parked" type="link" size="small" className={style.count} onClick={() => onTask({ kind: 'parked', webhook })}>
              {webhook.parkedCount.toLocaleString('zh-CN')}个
            </Button>,
          ],
          ['最近成功', webhook.lastSuccessAt ? <Moment key="success" at={webhook.lastSuccessAt} /> : '还没有'],
          ['失败开始于', webhook.failingSince ? <Moment key="failing" at={webhook.failingSince} /> : null],
          ['下次尝试', webhook.failingSince && webhook.nextTryAt ? <Moment key="next" at={webhook.nextTryAt} /> : null],
          [
            '旧密钥签名到',
            webhook.previousUntil && Date.parse(webhook.previousUntil) > Date.now() ? (
              <Moment key="old" at={webhook.previousUntil} />
            ) : null,
          ],
        ]}
      />
      {webhook.disabledWhy === 'failing' ? (
        <p className={style.note}>
          连续{limits.webhookFailingHours}小时没有一次成功，已自动停用。新的事件照样保留{limits.parkedEventDays}
          天，修好后启用，再到“未送达”中重新推送。
        </p>
      ) : null}
      <RowActions actions={actions} />
    </li>
  )
}

/** Members without write permission can only read the log. */
function useWebhookActions({ webhook, onTask, onSecret }: WebhookCardProps): RowAction[] {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const mayWrite = useMay('app.write')
  const options = { invalidates: webhookAnswers }
  const change = useAct(webhookCalls.switch, options)
  const remove = useAct(webhookCalls.remove, { ...options, onDone: () => void message.success('已删除') })
  const reveal = useAct(webhookCalls.secret, { ...options, onDone: ({ secret }) => onSecret(secret) })
  const onError = (error: { code?: string; message: string }) => {
    if (error.code !== 'step_up_required') void message.error(error.message)
  }
  const { webhookId } = webhook
  const turnOn = () =>
    change.mutate(
      { webhookId, isEnabled: true },
      {
        onError,
        onSuccess: () => void message.success(webhook.parkedCount > 0 ? '已启用。未送达的事件可在“未送达”中重新推送' : '已启用'),
      },
    )
  const turnOff = () => confirm(questions.turnOff, () => change.mutate({ webhookId, isEnabled: false }, { onError }))
  const log: RowAction = { label: '推送日志', onClick: () => onTask({ kind: 'attempts', webhook }) }
  if (!mayWrite) return [log]
  return [
    { label: '测试', onClick: () => onTask({ kind: 'test', webhook }) },
    log,
    { label: '修改', onClick: () => onTask({ kind: 'change', webhook }) },
    { label: '查看签名密钥', onClick: () => reveal.mutate({ webhookId, isRenewed: false }, { onError }) },
    {
      label: '更换签名密钥',
      onClick: () => confirm(questions.renew, () => reveal.mutate({ webhookId, isRenewed: true }, { onError })),
    },
    webhook.state === 'enabled' ? { label: '停用', onClick: turnOff, isDanger: true } : { label: '启用', onClick: turnOn },
    { label: '删除', isDanger: true, onClick: () => confirm(questions.remove, () => remove.mutate({ webhookId }, { onError })) },
  ]
}

const questions = {
  turnOff: {
    title: '停用这个回调地址吗？',
    content: '停用后，新的状态报告和上行短信等待接口拉取；正在等待的事件转为未送达。',
    okText: '停用',
  },
  renew: {
    title: '更换签名密钥吗？',
    content: '生成新密钥；24小时内同时用新旧两个密钥签名，请在此期间换到您的程序里。',
    okText: '更换',
  },
  remove: {
    title: '删除这个回调地址吗？',
    content: '推送日志和未送达的事件一起删除；正在等待的状态报告和上行短信可用接口拉取。',
    okText: '删除',
  },
} as const
