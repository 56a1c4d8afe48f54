import { App } from 'antd'
import { type AccessKey, type AppDetail, appCalls, keyStates } from '#contract/app.ts'
import { scopeNames, scopes } from '#contract/app-word.ts'
import { useAct } from '../../call.ts'
import { useMay } from '../../session.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import style from './AppManage.module.css'
import { appAnswers } from './apps.ts'
import type { KeyTask } from './Keys.tsx'

interface KeyLineProps {
  app: AppDetail
  accessKey: AccessKey
  /** Why no further key may work now. */
  refusedBecause: string | null
  onTask: (task: KeyTask) => void
}

/** One key: what it may do, when and from where it was last used. */
export function KeyLine({ app, accessKey: key, refusedBecause, onTask }: KeyLineProps) {
  const { modal, message } = App.useApp()
  const mayWrite = useMay('app.write')
  const told = { invalidates: appAnswers }
  const disable = useAct(appCalls.disableKey, { ...told, onDone: () => void message.success('密钥已停用') })
  const enable = useAct(appCalls.enableKey, { ...told, onDone: () => void message.success('密钥已启用') })
  const remove = useAct(appCalls.deleteKey, { ...told, onDone: () => void message.success('密钥已删除') })
  const input = { appId: app.appId, accessKeyId: key.accessKeyId }
  const onError = (error: Error) => void message.error(error.message)
  const confirm = (title: string, content: string, okText: string, act: typeof disable) =>
    modal.confirm({
      title,
      content,
      okText,
      okButtonProps: { danger: true },
      cancelText: '返回',
      onOk: () => act.mutate(input, { onError }),
    })
  const used = key.lastUsedAt
  const stop = () =>
    confirm(
      '停用这个密钥吗？',
      used
        ? `它最近在${new Date(used).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' })}用过。停用后1秒之内，用它的请求都会被拒绝。`
        : '它还没有用过。',
      '停用',
      disable,
    )
  const actions =
    key.state === 'disabled'
      ? [
          { label: '启用', onClick: () => enable.mutate(input, { onError }), refusedBecause },
          { label: '删除', isDanger: true, onClick: () => confirm('删除这个密钥吗？', '删除后不能恢复。', '删除', remove) },
        ]
      : [
          { label: '轮换', onClick: () => onTask({ kind: 'rotate', key }), refusedBecause },
          { label: '权限', onClick: () => onTask({ kind: 'change', key }) },
          { label: '停用', isDanger: true, onClick: stop },
        ]
  return (
    <li className={style.key} aria-label={key.accessKeyId}>
      <div className={style.keyHead}>
        <span>
          <code>{key.accessKeyId}</code>
          <CopyButton text={key.accessKeyId} />
          <StateTag tone={keyStates[key.state].tone}>{keyStates[key.state].name}</StateTag>
          {key.note ? <strong>{key.note}</strong> : null}
        </span>
        {mayWrite ? <RowActions actions={actions} /> : null}
      </div>
      <dl>
        <div>
          <dt>权限</dt>
          <dd>{key.scopes.length === scopes.length ? '全部' : key.scopes.map(scope => scopeNames[scope]).join('、')}</dd>
        </div>
        <div>
          <dt>最近使用</dt>
          <dd>
            {used ? (
              <>
                <Moment at={used} short /> 来自 {key.lastUsedAddress}
              </>
            ) : (
              '还没有'
            )}
          </dd>
        </div>
        <div>
          <dt>创建</dt>
          <dd>
            <Moment at={key.createdAt} short /> {key.createdBy ?? '平台'}
          </dd>
        </div>
        {key.state === 'ending' ? (
          <div>
            <dt>自动停用</dt>
            <dd>
              <Moment at={key.endsAt} short />
            </dd>
          </div>
        ) : null}
        {key.state === 'disabled' ? (
          <div>
            <dt>停用</dt>
            <dd>
              <Moment at={key.disabledAt} short />
            </dd>
          </div>
        ) : null}
        {key.canSign ? null : (
          <div>
            <dt>用法</dt>
            <dd>只能用于 Authorization: Bearer；要用签名或其他云的SDK，请轮换成新密钥</dd>
          </div>
        )}
      </dl>
    </li>
  )
}
