import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { routes } from '#console/routes.tsx'
import { NextStep } from '#console/shared/NextStep.tsx'
import { PageLink } from '#console/shared/PageLink.tsx'
import { type AppRow, appCalls } from '#contract/apps/app.ts'
import { terms } from '#contract/terms.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { useCall } from '#ui/call.ts'
import { Count, Segments, Share } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { State, StateTag } from '#ui/display/StateTag.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { ListPage } from '#ui/list/ListPage.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { useListState } from '#ui/list/list-state.ts'
import { limits } from '#values/limits.ts'
import { pathTo } from '../../paths.ts'
import { useMay } from '../../session.ts'
import { allowlistModeNames, appKindNames, appStateTags } from '../../shared/labels/apps.ts'
import style from './AppManage.module.css'

const CreateApp = lazyPart('CreateApp', () => import('./CreateApp.tsx'))

const columns: ListColumn<AppRow>[] = [
  {
    id: 'name',
    title: '应用',
    isAlways: true,
    fixed: 'start',
    width: 170,
    render: app => (
      <span className={style.app}>
        <Link to={pathTo('/sms/app-manage', { id: app.appId })}>{app.name}</Link>
        {app.note ? <small>{app.note}</small> : null}
      </span>
    ),
  },
  { id: 'number', title: 'SdkAppId', width: 134, render: app => <CopyableId id={app.number} /> },
  { id: 'kind', title: '类型', width: 60, render: app => appKindNames[app.kind] },
  {
    id: 'state',
    title: '状态',
    width: 100,
    render: app => (
      <>
        <State tag={appStateTags[app.state]} />
        {app.otpPausedUntil && Date.parse(app.otpPausedUntil) > Date.now() ? <StateTag tone="bad">验证码已暂停</StateTag> : null}
      </>
    ),
  },
  {
    id: 'today',
    title: '今日短信',
    isNumber: true,
    width: 110,
    render: ({ today, dailySegments }) => (
      <span className={style.name}>
        <Segments count={today.segmentCount} />
        {dailySegments === null ? null : (
          <small>
            限额 <Count count={dailySegments} />
          </small>
        )}
      </span>
    ),
  },
  {
    id: 'rate',
    title: `今日${terms.rate}`,
    isNumber: true,
    width: 90,
    render: ({ today }) => (today.deliveredRate === null ? '–' : <Share part={today.deliveredRate} whole={1} />),
  },
  { id: 'keys', title: '启用的密钥', isNumber: true, width: 100, render: app => <Count count={app.liveKeyCount} unit="个" /> },
  { id: 'allowlist', title: 'IP白名单', width: 90, render: app => allowlistModeNames[app.allowlistMode] },
  {
    id: 'signature',
    title: '默认签名',
    width: 120,
    isExtra: true,
    render: app => (app.defaultSignature ? `【${app.defaultSignature}】` : '–'),
  },
  { id: 'used', title: '最近调用', width: 156, render: app => (app.lastUsedAt ? <Moment at={app.lastUsedAt} /> : '还没有') },
  { id: 'created', title: '创建时间', width: 160, isExtra: true, render: app => <Moment at={app.createdAt} /> },
  {
    id: 'actions',
    title: '操作',
    isAlways: true,
    fixed: 'end',
    width: 160,
    render: app => (
      <span className={style.title}>
        <Link to={pathTo('/sms/app-manage', { id: app.appId })}>密钥与示例</Link>
        <PageLink to="/sms/app-config" query={{ id: app.appId }}>
          配置
        </PageLink>
      </span>
    ),
  },
]

/** All apps of the account; they are few. */
export function AppList() {
  const list = useListState({})
  const [isCreating, setCreating] = useState(false)
  const mayWrite = useMay('app.write')
  const query = useCall(appCalls.list, {}, { refetchInterval: 30_000 })
  const navigate = useNavigate()
  const isFull = (query.data?.rows.length ?? 0) >= limits.apps
  const create = mayWrite ? (
    <Button
      type="primary"
      disabled={isFull}
      title={isFull ? `最多${limits.apps}个应用，请先删除不再使用的` : undefined}
      onClick={() => setCreating(true)}
    >
      创建应用
    </Button>
  ) : null
  return (
    <ListPage
      id="apps"
      title="应用管理"
      note={routes['/sms/app-manage'].note}
      action={create}
      list={list}
      query={query}
      columns={columns}
      rowKey={app => app.appId}
      onOpen={app => void navigate(pathTo('/sms/app-manage', { id: app.appId }))}
      emptyState={{
        title: '还没有应用',
        text: '创建一个应用，复制密钥和示例代码，就能从您的程序发出第一条短信；还缺的签名、模板等，示例旁边会写明。可以先用测试应用，不花钱。',
        action: create,
      }}
      next={<NextStep of="apps" />}
      errorTitle="应用没能加载"
    >
      {isCreating ? (
        <Suspense>
          <CreateApp onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </ListPage>
  )
}
