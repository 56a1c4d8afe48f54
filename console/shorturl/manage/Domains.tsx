import { CapabilityNote } from '#console/shared/CapabilityNote.tsx'
import { linkDomainCalls } from '#contract/links/link-domain.ts'
import { useCall } from '#ui/call.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { ListTabs } from '#ui/list/ListTabs.tsx'
import { useListState } from '#ui/list/list-state.ts'
import layout from '#ui/theme/layout.module.css'
import { useMay } from '../../session.ts'
import { AddDomain } from './AddDomain.tsx'
import { manageTabs } from './links.ts'
import style from './Manage.module.css'
import { OwnDomain } from './OwnDomain.tsx'
import { TargetDomain } from './TargetDomain.tsx'

/** 域名: short domains of the account's links, and verified target domains. */
export function Domains() {
  const list = useListState({ tab: '' })
  const query = useCall(linkDomainCalls.list, {}, { staleTimeMs: 0, refetchInterval: 30_000 })
  const mayWrite = useMay('link.write')
  const { data, error } = query
  return (
    <>
      <PageHead title="短链管理" note="用自己的域名做短链，让收件人一眼认出您；验证目标域名，创建短链免审核。" />
      <div className={layout.stack16}>
        <ListTabs tabs={manageTabs} list={list} />
        {error && !data ? <ErrorPanel title="域名没能加载" error={error} onRetry={() => void query.refetch()} /> : null}
        {data ? (
          <>
            <Panel
              title="短链域名"
              note="把您的域名（例如 go.example.com）用 CNAME 指向平台，就能在它上面创建短链。域名生效后平台自动申请 HTTPS 证书，您不用提供。"
            >
              {data.cname === null ? <p className={style.warn}>平台还没有配置公网短链域名，添加的域名暂时不能验证。</p> : null}
              <CapabilityNote capability="domain.add" />
              {mayWrite ? <AddDomain kind="own" /> : null}
              {data.rows.length === 0 ? <p className={style.note}>还没有添加域名，短链使用平台域名。</p> : null}
              <ul className={`${layout.list} ${style.list}`}>
                {data.rows.map(domain => (
                  <OwnDomain key={domain.domain} domain={domain} cname={data.cname} mayWrite={mayWrite} />
                ))}
              </ul>
            </Panel>
            <Panel title="目标域名" note="在域名上添加一条 TXT 记录，证明它属于您。验证后，指向它和它下级域名的短链立即生效，不用等审核。">
              {mayWrite ? <AddDomain kind="target" /> : null}
              {data.targets.length === 0 ? <p className={style.note}>还没有验证目标域名，新短链的目标网址由平台审核。</p> : null}
              <ul className={`${layout.list} ${style.list}`}>
                {data.targets.map(domain => (
                  <TargetDomain key={domain.domain} domain={domain} mayWrite={mayWrite} />
                ))}
              </ul>
            </Panel>
          </>
        ) : error ? null : (
          <div className={style.waiting} />
        )}
      </div>
    </>
  )
}
