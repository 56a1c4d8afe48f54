import { Select } from 'antd'
import { type ComponentType, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { routes } from '#console/routes.tsx'
import { type AppDetail, appCalls } from '#contract/apps/app.ts'
import { useCall } from '#ui/call.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import layout from '#ui/theme/layout.module.css'
import { useUrlState } from '#ui/url-state.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pathTo } from '../../paths.ts'
import style from './AppConfig.module.css'
import { BasicSection } from './BasicSection.tsx'

type Section = ComponentType<{ app: AppDetail }>

/** Every section of the page, in the order of its menu. */
const sections: readonly { key: string; label: string; parts: readonly Section[] }[] = [
  { key: '', label: '基础', parts: [BasicSection] },
  { key: 'security', label: '安全', parts: [lazyPart('SecuritySection', () => import('./SecuritySection.tsx'))] },
  {
    key: 'limit',
    label: '限额与频控',
    parts: [
      lazyPart('LimitSection', () => import('./LimitSection.tsx')),
      lazyPart('FrequencySection', () => import('./FrequencySection.tsx')),
    ],
  },
  { key: 'hours', label: '发送时段', parts: [lazyPart('HoursSection', () => import('./HoursSection.tsx'))] },
  { key: 'text', label: '签名与模板', parts: [lazyPart('TextSection', () => import('./TextSection.tsx'))] },
  { key: 'blacklist', label: '黑名单', parts: [lazyPart('BlacklistSection', () => import('./BlacklistSection.tsx'))] },
  { key: 'webhook', label: '回调', parts: [lazyPart('Section', () => import('./webhook/Section.tsx'))] },
  { key: 'smpp', label: 'SMPP', parts: [lazyPart('SmppSection', () => import('./esme/Section.tsx'))] },
  { key: 'cmpp', label: 'CMPP', parts: [lazyPart('CmppSection', () => import('./esme/Section.tsx'))] },
  { key: 'vendor', label: '兼容接口', parts: [lazyPart('VendorSection', () => import('./VendorSection.tsx'))] },
]

/** 应用配置: settings of one app, in sections that are saved separately. */
export function Page() {
  const [{ id }, change] = useUrlState({ id: '' })
  const list = useCall(appCalls.list, {})
  const rows = list.data?.rows ?? []
  const appId = id || (rows[0]?.appId ?? '')
  return (
    <>
      <PageHead
        title="应用配置"
        note={routes['/sms/app-config'].note}
        action={
          rows.length > 0 ? (
            <div className={layout.line}>
              <Select
                aria-label="应用"
                className={style.select}
                value={appId}
                onChange={next => change({ id: next })}
                options={rows.map(app => ({ value: app.appId, label: app.name }))}
              />
              <Link to={pathTo('/sms/app-manage', { id: appId })}>密钥与示例</Link>
            </div>
          ) : null
        }
      />
      {list.error && !list.data ? <ErrorPanel title="应用没能加载" error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data && appId === '' ? (
        <Panel title="还没有应用" note="先在应用管理中创建一个应用，再来配置它。">
          <LinkButton type="primary" to={pathTo('/sms/app-manage')}>
            去创建应用
          </LinkButton>
        </Panel>
      ) : null}
      {appId === '' ? null : <Config key={appId} appId={appId} />}
    </>
  )
}

function Config({ appId }: { appId: string }) {
  const [{ tab }, change] = useUrlState({ tab: '' })
  const { data: app, error, refetch } = useCall(appCalls.find, { appId })
  const shown = sections.find(({ key }) => key === tab) ?? firstOrThrow(sections)
  const navigate = useNavigate()
  if (!app)
    return error ? (
      <ErrorPanel
        title="应用没能加载"
        error={error}
        onRetry={() => void refetch()}
        onBack={() => void navigate(pathTo('/sms/app-manage'))}
      />
    ) : (
      <PageSkeleton />
    )
  return (
    <div className={style.layout}>
      <nav className={style.menu} aria-label="应用配置">
        {sections.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            className={style.entry}
            aria-current={key === shown.key ? 'page' : undefined}
            onClick={() => change({ tab: key })}
          >
            {label}
          </button>
        ))}
      </nav>
      <div className={`${layout.stack16} ${layout.shrink} ${layout.measure}`}>
        <Suspense fallback={<PageSkeleton />}>
          {shown.parts.map((Part, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a section are never reordered.
            <Part key={`${shown.key}${place}`} app={app} />
          ))}
        </Suspense>
      </div>
    </div>
  )
}
