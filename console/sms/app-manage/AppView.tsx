import { Suspense } from 'react'
import { Link } from 'react-router'
import { type AppDetail, appCalls } from '#contract/apps/app.ts'
import { CopyableId, CopyButton } from '#ui/CopyButton.tsx'
import { useCall } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { Tabs } from '#ui/display/Tabs.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { pathTo } from '../../paths.ts'
import { appKindNames, appStateTags } from '../../shared/labels/apps.ts'
import { AppActions } from './AppActions.tsx'
import style from './AppManage.module.css'
import { Keys } from './Keys.tsx'

const Samples = lazyPart('Samples', () => import('./Samples.tsx'))
const Requests = lazyPart('Requests', () => import('./Requests.tsx'))
const SignatureCheck = lazyPart('SignatureCheck', () => import('./SignatureCheck.tsx'))

const tabs = [
  { key: '', label: '访问密钥' },
  { key: 'sample', label: '示例代码' },
  { key: 'request', label: '请求日志' },
  { key: 'signature', label: '签名校验' },
] as const

/** One app: its ids, its keys, code samples that run unchanged, its last requests. */
export function AppView({ appId }: { appId: string }) {
  const [{ tab }, change] = useUrlState({ tab: '' })
  const { data: app, error, refetch } = useCall(appCalls.find, { appId }, { refetchInterval: 30_000 })
  const shown = tabs.some(({ key }) => key === tab) ? tab : ''
  const back = (
    <Link className={style.back} to={pathTo('/sms/app-manage')}>
      ← 全部应用
    </Link>
  )
  if (!app)
    return error ? (
      <>
        {back}
        <PageHead title="应用" />
        <ErrorPanel title="应用没能加载" error={error} onRetry={() => void refetch()} />
      </>
    ) : (
      <PageSkeleton />
    )
  return (
    <>
      {back}
      <PageHead title={app.name} note={app.note} action={<AppActions app={app} />} />
      <Facts app={app} />
      {app.disabledWhy ? <p className={style.warn}>已停用：{app.disabledWhy}</p> : null}
      <Tabs isPage label="应用" tabs={tabs} current={shown} onChoose={tab => change({ tab })} />
      {shown === '' ? <Keys app={app} /> : null}
      <Suspense fallback={<PageSkeleton />}>
        {shown === 'sample' ? <Samples app={app} /> : null}
        {shown === 'request' ? <Requests app={app} /> : null}
        {shown === 'signature' ? <SignatureCheck app={app} /> : null}
      </Suspense>
    </>
  )
}

function Facts({ app }: { app: AppDetail }) {
  return (
    <dl className={style.facts}>
      <div>
        <dt>状态</dt>
        <dd>
          <State tag={appStateTags[app.state]} />
        </dd>
      </div>
      <div>
        <dt>类型</dt>
        <dd>{appKindNames[app.kind]}</dd>
      </div>
      <div>
        <dt>SdkAppId</dt>
        <dd>
          <CopyableId id={app.number} />
        </dd>
      </div>
      <div>
        <dt>接口地址</dt>
        <dd>
          <code>{app.openUrl}</code>
          <CopyButton text={app.openUrl} label="复制接口地址" />
        </dd>
      </div>
      <div>
        <dt>创建时间</dt>
        <dd>
          <Moment at={app.createdAt} />
        </dd>
      </div>
    </dl>
  )
}
