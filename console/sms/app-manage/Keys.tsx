import { Button } from 'antd'
import { useState } from 'react'
import type { AccessKey, AppDetail } from '#contract/apps/app.ts'
import { Panel } from '#ui/display/Panel.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { useMay } from '../../session.ts'
import type { OneTimeSecret } from './apps.ts'
import { KeyForm } from './KeyForm.tsx'
import { KeyLine } from './KeyLine.tsx'
import { showSecret } from './one-time-secret.ts'
import { SecretDialog } from './SecretDialog.tsx'

/** The current task: a new key, a rotation, or a change of scopes. */
export type KeyTask = { kind: 'create' } | { kind: 'rotate' | 'change'; key: AccessKey }

/** 访问密钥: at most two active keys, so that a rotation has no downtime. */
export function Keys({ app }: { app: AppDetail }) {
  const [task, setTask] = useState<KeyTask | null>(null)
  const [newSecret, setNewSecret] = useState<OneTimeSecret | null>(null)
  const mayWrite = useMay('app.write')
  const liveCount = app.keys.filter(key => key.state !== 'disabled').length
  const refusedBecause =
    liveCount >= limits.liveKeys
      ? `最多${limits.liveKeys}个启用的密钥，请先停用一个`
      : app.keys.length >= limits.keys
        ? `最多${limits.keys}个密钥，请先删除停用的`
        : null
  return (
    <Panel
      title="访问密钥"
      note={`程序用密钥证明自己。一个应用最多${limits.liveKeys}个启用的密钥：轮换时新旧同时有效，换好再停用旧的，不中断业务。停用在1秒内生效。`}
      action={
        mayWrite ? (
          <Button
            type="primary"
            disabled={refusedBecause !== null}
            title={refusedBecause ?? undefined}
            onClick={() => setTask({ kind: 'create' })}
          >
            创建密钥
          </Button>
        ) : null
      }
    >
      {app.keys.length === 0 ? <p className={layout.lead}>还没有密钥，程序不能调用。请创建一个。</p> : null}
      <ul className={`${layout.list} ${layout.stack12}`}>
        {app.keys.map(key => (
          <KeyLine key={key.accessKeyId} app={app} accessKey={key} refusedBecause={refusedBecause} onTask={setTask} />
        ))}
      </ul>
      {task ? (
        <KeyForm
          app={app}
          task={task}
          onClose={() => setTask(null)}
          onMade={made => {
            setTask(null)
            setNewSecret(made)
          }}
        />
      ) : null}
      {newSecret ? (
        <SecretDialog
          secret={newSecret}
          onClose={() => {
            showSecret(newSecret)
            setNewSecret(null)
          }}
        />
      ) : null}
    </Panel>
  )
}
