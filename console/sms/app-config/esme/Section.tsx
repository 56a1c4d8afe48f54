import { App, Button } from 'antd'
import { useState } from 'react'
import type { AppDetail } from '#contract/apps/app.ts'
import { type EsmeProtocol, ingressNames } from '#contract/apps/app-labels.ts'
import { cmppAccessNumberOf, type EsmeDetail, esmeCalls } from '#contract/apps/esme.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useAct, useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useConfirm } from '#ui/overlay/confirm.ts'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import layout from '#ui/theme/layout.module.css'
import { useMay } from '../../../session.ts'
import { sessionKindNames } from '../../../shared/labels/apps.ts'
import { CmppUsage } from './CmppUsage.tsx'
import style from './Esme.module.css'
import { LimitForm } from './LimitForm.tsx'
import { type EsmeCredentials, PasswordDialog } from './PasswordDialog.tsx'
import { loginNames, versionNames } from './protocol.ts'
import { SmppUsage } from './SmppUsage.tsx'

const answers = [esmeCalls.find]
const usages = { smpp: SmppUsage, cmpp: CmppUsage }

export const SmppSection = ({ app }: { app: AppDetail }) => <Section app={app} protocol="smpp" />
export const CmppSection = ({ app }: { app: AppDetail }) => <Section app={app} protocol="cmpp" />

/** SMPP or CMPP: the app's account, its current sessions, its limits, and how to use it. */
function Section({ app, protocol }: { app: AppDetail; protocol: EsmeProtocol }) {
  const { appId } = app
  const name = ingressNames[protocol]
  const { data, error, refetch } = useCall(esmeCalls.find, { appId, protocol }, { refetchInterval: 5_000 })
  // The password stays in the configuration below until the page closes; it is never stored.
  const [credentials, setCredentials] = useState<EsmeCredentials | null>(null)
  const [isKept, setKept] = useState(false)
  const showCredentials = (next: EsmeCredentials) => {
    setCredentials(next)
    setKept(false)
  }
  const Usage = usages[protocol]
  const mayWrite = useMay('app.write')
  const open = useAct(esmeCalls.open, { invalidates: answers, onDone: showCredentials })
  const { message } = App.useApp()
  if (!data) return error ? <ErrorPanel title={`${name}没能加载`} error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
  const onError = (problem: Error) => void message.error(problem.message)
  return (
    <div className={`${layout.stack16} ${layout.shrink}`}>
      {data.account ? (
        <Account app={app} protocol={protocol} esme={data} account={data.account} onCredentials={showCredentials} />
      ) : (
        <Panel
          title={versionNames[protocol]}
          note={`程序已经用${name}发送短信的，开通后改地址、${loginNames[protocol]}和密码即可。状态报告和上行短信从同一条连接收取，断线期间的由我们保管，连上后补发。`}
          action={
            mayWrite ? (
              <Button type="primary" loading={open.isPending} onClick={() => open.mutate({ appId, protocol }, { onError })}>
                {`开通${name}`}
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
            label={`${name}连接`}
            rows={data.sessions}
            rowKey={session => session.sessionId}
            emptyText={data.waitingCount > 0 ? `没有连接，${data.waitingCount}条状态报告或上行短信等待接收` : '没有连接'}
            columns={[
              { title: '方式', render: session => sessionKindNames[session.kind] },
              { title: '来源地址', render: session => session.address },
              { title: '连接时间', render: session => <Moment at={session.startedAt} /> },
              { title: '提交', isNumber: true, render: session => session.submittedCount.toLocaleString('zh-CN') },
              { title: '接收', isNumber: true, render: session => session.deliveredCount.toLocaleString('zh-CN') },
            ]}
          />
        </Panel>
      ) : null}
      {data.account && mayWrite ? (
        <LimitForm key={JSON.stringify(data.account)} appId={appId} protocol={protocol} account={data.account} />
      ) : null}
      <Usage
        app={app}
        address={data.address}
        loginName={data.account?.loginName ?? loginNames[protocol]}
        password={credentials?.password ?? null}
        cmppVersion={data.account?.cmppVersion ?? null}
      />
      {credentials && !isKept ? (
        <PasswordDialog protocol={protocol} address={data.address} credentials={credentials} onClose={() => setKept(true)} />
      ) : null}
    </div>
  )
}

interface AccountProps {
  app: AppDetail
  protocol: EsmeProtocol
  esme: EsmeDetail
  account: NonNullable<EsmeDetail['account']>
  onCredentials: (credentials: EsmeCredentials) => void
}

function Account({ app: { appId }, protocol, esme, account, onCredentials }: AccountProps) {
  const name = ingressNames[protocol]
  const confirm = useConfirm()
  const mayWrite = useMay('app.write')
  const reset = useMessageAct(esmeCalls.resetPassword, { invalidates: answers, onDone: onCredentials })
  const ingress = useMessageAct(esmeCalls.setIngress, { invalidates: answers })
  const sessionCount = esme.sessions.length
  const close = () =>
    confirm(
      {
        title: `关闭${name}吗？`,
        content: sessionCount > 0 ? `现有的${sessionCount}条连接会在几秒内断开。` : '关闭后程序不能连接，可以随时再打开。',
        okText: '关闭',
      },
      () => ingress.mutate({ appId, protocol, isOpen: false }),
    )
  const renew = () =>
    confirm({ title: '重置密码吗？', content: '旧密码立即失效，用它的连接会在几秒内断开。新密码只显示一次。', okText: '重置密码' }, () =>
      reset.mutate({ appId, protocol }),
    )
  return (
    <Panel
      title={versionNames[protocol]}
      action={
        mayWrite ? (
          <span className={layout.row}>
            <Button onClick={renew} loading={reset.isPending}>
              重置密码
            </Button>
            {esme.isOpen ? (
              <Button danger onClick={close} loading={ingress.isPending}>
                关闭
              </Button>
            ) : (
              <Button type="primary" loading={ingress.isPending} onClick={() => ingress.mutate({ appId, protocol, isOpen: true })}>
                打开
              </Button>
            )}
          </span>
        ) : null
      }
    >
      <AccountFacts protocol={protocol} esme={esme} account={account} />
    </Panel>
  )
}

function AccountFacts({ protocol, esme, account }: Pick<AccountProps, 'protocol' | 'esme' | 'account'>) {
  return (
    <dl className={style.facts}>
      <div>
        <dt>状态</dt>
        <dd>
          <SessionTag esme={esme} />
        </dd>
      </div>
      <Copied name="地址" value={esme.address} />
      <Copied name={loginNames[protocol]} value={account.loginName} />
      {protocol === 'cmpp' ? <Copied name="接入号" value={cmppAccessNumberOf(account.loginName)} /> : null}
      <div>
        <dt>密码</dt>
        <dd>
          只在生成时显示，上次生成 <Moment at={account.passwordChangedAt} />
        </dd>
      </div>
      <div>
        <dt>等待接收</dt>
        <dd>{esme.waitingCount === 0 ? '没有' : `${esme.waitingCount.toLocaleString('zh-CN')}条状态报告或上行短信`}</dd>
      </div>
      <div>
        <dt>自由内容</dt>
        <dd>{account.allowsFreeText ? '可以发送没有模板的内容' : '内容须与已通过的模板一致；需要放开请联系客服'}</dd>
      </div>
    </dl>
  )
}

function SessionTag({ esme: { isOpen, sessions } }: { esme: EsmeDetail }) {
  if (!isOpen) return <StateTag tone="ended">已关闭</StateTag>
  return sessions.length > 0 ? (
    <StateTag tone="good">已连接{sessions.length}条</StateTag>
  ) : (
    <StateTag tone="waiting">已开通，没有连接</StateTag>
  )
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
