import type { ReactNode } from 'react'
import { type AccessKey, type AppDetail, appCalls } from '#contract/apps/app.ts'
import { scopeNames, scopes } from '#contract/apps/app-labels.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { type RowAction, RowActions } from '#ui/list/RowActions.tsx'
import { useConfirm } from '#ui/overlay/confirm.ts'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { useMay } from '../../session.ts'
import { keyStateTags } from '../../shared/labels/apps.ts'
import style from './AppManage.module.css'
import { appAnswers } from './apps.ts'
import type { KeyTask } from './Keys.tsx'

interface KeyLineProps {
  app: AppDetail
  accessKey: AccessKey
  /** Why no further key may be active now. */
  refusedBecause: string | null
  onTask: (task: KeyTask) => void
}

/** One key: its scopes, and when and from where it was last used. */
export function KeyLine({ accessKey: key, ...props }: KeyLineProps) {
  const mayWrite = useMay('app.write')
  const actions = useKeyActions({ accessKey: key, ...props })
  return (
    <li className={style.key} aria-label={key.accessKeyId}>
      <div className={style.keyHead}>
        <span>
          <code>{key.accessKeyId}</code>
          <CopyButton text={key.accessKeyId} />
          <State tag={keyStateTags[key.state]} />
          {key.note ? <strong>{key.note}</strong> : null}
        </span>
        {mayWrite ? <RowActions actions={actions} /> : null}
      </div>
      <dl>
        <Fact name="权限">{key.scopes.length === scopes.length ? '全部' : key.scopes.map(scope => scopeNames[scope]).join('、')}</Fact>
        <Fact name="最近使用">
          {key.lastUsedAt ? (
            <>
              <Moment at={key.lastUsedAt} /> 来自 {key.lastUsedAddress}
            </>
          ) : (
            '还没有'
          )}
        </Fact>
        <Fact name="创建">
          <Moment at={key.createdAt} /> {key.createdBy ?? '平台'}
        </Fact>
        {key.state === 'ending' ? (
          <Fact name="自动停用">
            <Moment at={key.endsAt} />
          </Fact>
        ) : null}
        {key.state === 'disabled' ? (
          <Fact name="停用">
            <Moment at={key.disabledAt} />
          </Fact>
        ) : null}
        {key.canSign ? null : <Fact name="用法">只能用于 Authorization: Bearer；要用签名或其他云的SDK，请轮换成新密钥</Fact>}
      </dl>
    </li>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function useKeyActions({ app, accessKey: key, refusedBecause, onTask }: KeyLineProps): RowAction[] {
  const confirm = useConfirm()
  const options = { invalidates: appAnswers }
  const disable = useMessageAct(appCalls.disableKey, { ...options, done: '密钥已停用' })
  const enable = useMessageAct(appCalls.enableKey, { ...options, done: '密钥已启用' })
  const remove = useMessageAct(appCalls.deleteKey, { ...options, done: '密钥已删除' })
  const input = { appId: app.appId, accessKeyId: key.accessKeyId }
  const askDeletion = () =>
    confirm({ title: `删除密钥“${key.accessKeyId}”？`, content: '删除后不能恢复。', okText: '删除' }, () => remove.mutate(input))
  const askStop = () =>
    confirm({ title: `停用密钥“${key.accessKeyId}”？`, content: stopMeans(key), okText: '停用' }, () => disable.mutate(input))
  if (key.state === 'disabled')
    return [
      { label: '启用', onClick: () => enable.mutate(input), refusedBecause },
      { label: '删除', isDanger: true, onClick: askDeletion },
    ]
  return [
    { label: '轮换', onClick: () => onTask({ kind: 'rotate', key }), refusedBecause },
    { label: '权限', onClick: () => onTask({ kind: 'change', key }) },
    { label: '停用', isDanger: true, onClick: askStop },
  ]
}

function stopMeans({ lastUsedAt }: AccessKey): string {
  if (!lastUsedAt) return '它还没有用过。'
  return `它最近在 ${formatChinaTime(new Date(lastUsedAt))} 用过。停用后1秒之内，用它的请求都会被拒绝。`
}
