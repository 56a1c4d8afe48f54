import { App, Button } from 'antd'
import { useState } from 'react'
import type { AppDetail } from '#contract/apps/app.ts'
import { type SmppDetail, smppCalls } from '#contract/apps/smpp.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useAct, useCall } from '#ui/call.ts'
import { useConfirm } from '#ui/confirm.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import layout from '#ui/layout.module.css'
import { Moment } from '#ui/Moment.tsx'
import { PageSkeleton } from '#ui/PageSkeleton.tsx'
import { Panel } from '#ui/Panel.tsx'
import { PlainTable } from '#ui/PlainTable.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import { useMay } from '../../../session.ts'
import { bindKindNames } from '../../../shared/labels/apps.ts'
import { LimitForm } from './LimitForm.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import style from './Smpp.module.css'
import { Usage } from './Usage.tsx'

const answers = [smppCalls.find]

/** SMPP: the app's account for binds, its current sessions, its limits, and how to use it. */
export function Section({ app }: { app: AppDetail }) {
  const { appId } = app
  const { data, error, refetch } = useCall(smppCalls.find, { appId }, { refetchInterval: 5_000 })
  // The password stays in the configuration below until the page closes; it is never stored.
  const [credentials, setCredentials] = useState<{ systemId: string; password: string } | null>(null)
  const [isKept, setKept] = useState(false)
  const showCredentials = (next: { systemId: string; password: string }) => {
    setCredentials(next)
    setKept(false)
  }
  const mayWrite = useMay('app.write')
  const open = useAct(smppCalls.open, { invalidates: answers, onDone: showCredentials })
  const { message } = App.useApp()
  if (!data) return error ? <ErrorPanel title="SMPP没能加载" error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
  const onError = (problem: Error) => void message.error(problem.message)
  return (
    <div className={`${layout.stack16} ${layout.shrink}`}>
      {data.account ? (
        <Account app={app} smpp={data} account={data.account} onCredentials={showCredentials} />
      ) : (
        <Panel
          title="SMPP 3.4"
          note="程序已经用SMPP发送短信的，开通后改地址、系统ID和密码即可。状态报告和上行短信从同一条连接收取，断线期间的由我们保管，连上后补发。"
          action={
            mayWrite ? (
              <Button type="primary" loading={open.isPending} onClick={() => open.mutate({ appId }, { onError })}>
                开通SMPP
              </Button>
            ) : null
          }
        >
          {mayWrite ? null : <p className={`${layout.flush} ${layout.soft}`}>还没有开通。开通需要“管理应用与密钥”的权限。</p>}
        </Panel>
      )}
      {data.account ? (
        <Panel title="当前连接" note="程序断开或15秒没有音讯，就不在这里了。">
          <PlainTable
            label="SMPP连接"
            rows={data.binds}
            rowKey={bind => bind.bindId}
            emptyText={data.waitingCount > 0 ? `没有连接，${data.waitingCount}条状态报告或上行短信等待接收` : '没有连接'}
            columns={[
              { title: '方式', render: bind => bindKindNames[bind.kind] },
              { title: '来源地址', render: bind => bind.address },
              { title: '连接时间', render: bind => <Moment at={bind.boundAt} short /> },
              { title: '提交', isNumber: true, render: bind => bind.submittedCount.toLocaleString('zh-CN') },
              { title: '接收', isNumber: true, render: bind => bind.deliveredCount.toLocaleString('zh-CN') },
            ]}
          />
        </Panel>
      ) : null}
      {data.account && mayWrite ? <LimitForm key={JSON.stringify(data.account)} appId={appId} account={data.account} /> : null}
      <Usage app={app} address={data.address} systemId={data.account?.systemId ?? '系统ID'} password={credentials?.password ?? null} />
      {credentials && !isKept ? <PasswordDialog address={data.address} credentials={credentials} onClose={() => setKept(true)} /> : null}
    </div>
  )
}

interface AccountProps {
  app: AppDetail
  smpp: SmppDetail
  account: NonNullable<SmppDetail['account']>
  onCredentials: (credentials: { systemId: string; password: string }) => void
}

function Account({ app: { appId }, smpp, account, onCredentials }: AccountProps) {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const mayWrite = useMay('app.write')
  const reset = useAct(smppCalls.resetPassword, { invalidates: answers, onDone: onCredentials })
  const ingress = useAct(smppCalls.setIngress, { invalidates: answers })
  const failed = { onError: (error: Error) => void message.error(error.message) }
  const bindCount = smpp.binds.length
  const close = () =>
    confirm(
      {
        title: '关闭SMPP吗？',
        content: bindCount > 0 ? `现有的${bindCount}条连接会在几秒内断开。` : '关闭后程序不能连接，可以随时再打开。',
        okText: '关闭',
      },
      () => ingress.mutate({ appId, isOpen: false }, failed),
    )
  const renew = () =>
    confirm({ title: '重置密码吗？', content: '旧密码立即失效，用它的连接会在几秒内断开。新密码只显示一次。', okText: '重置密码' }, () =>
      reset.mutate({ appId }, failed),
    )
  return (
    <Panel
      title="SMPP 3.4"
      action={
        mayWrite ? (
          <span className={layout.row}>
            <Button onClick={renew} loading={reset.isPending}>
              重置密码
            </Button>
            {smpp.isOpen ? (
              <Button danger onClick={close} loading={ingress.isPending}>
                关闭
              </Button>
            ) : (
              <Button type="primary" loading={ingress.isPending} onClick={() => ingress.mutate({ appId, isOpen: true }, failed)}>
                打开
              </Button>
            )}
          </span>
        ) : null
      }
    >
      <AccountFacts smpp={smpp} account={account} />
    </Panel>
  )
}

function AccountFacts({ smpp, account }: Pick<AccountProps, 'smpp' | 'account'>) {
  return (
    <dl className={style.facts}>
      <div>
        <dt>状态</dt>
        <dd>
          <BoundTag smpp={smpp} />
        </dd>
      </div>
      <Copied name="地址" value={smpp.address} />
      <Copied name="系统ID" value={account.systemId} />
      <div>
        <dt>密码</dt>
        <dd>
          只在生成时显示，上次生成 <Moment at={account.passwordChangedAt} short />
        </dd>
      </div>
      <div>
        <dt>等待接收</dt>
        <dd>{smpp.waitingCount === 0 ? '没有' : `${smpp.waitingCount.toLocaleString('zh-CN')}条状态报告或上行短信`}</dd>
      </div>
      <div>
        <dt>自由内容</dt>
        <dd>{account.allowsFreeText ? '可以发送没有模板的内容' : '内容须与已通过的模板一致；需要放开请联系客服'}</dd>
      </div>
    </dl>
  )
}

function BoundTag({ smpp: { isOpen, binds } }: { smpp: SmppDetail }) {
  if (!isOpen) return <StateTag tone="ended">已关闭</StateTag>
  return binds.length > 0 ? <StateTag tone="good">已连接{binds.length}条</StateTag> : <StateTag tone="waiting">已开通，没有连接</StateTag>
}

function Copied({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
        <CopyButton text={value} label={`复制${name}`} />
      </dd>
    </div>
  )
}
