import { App, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CallAnswerWire } from '#contract/call.ts'
import { linkCalls } from '#contract/links/link.ts'
import { dnsProblemText, linkDomainCalls } from '#contract/links/link-domain.ts'
import { useAct, useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { pathTo } from '../../paths.ts'
import { linkDomainStateTags } from '../../shared/labels/links.ts'
import { DnsRecord } from './DnsRecord.tsx'
import { IcpLine } from './IcpLine.tsx'
import style from './Manage.module.css'

type Own = CallAnswerWire<typeof linkDomainCalls.list>['rows'][number]
const answers = [linkDomainCalls.list, linkDomainCalls.https, linkCalls.choices]

/** One short domain: state, problem, DNS record, and actions. */
export function OwnDomain({ domain: one, cname, mayWrite }: { domain: Own; cname: string | null; mayWrite: boolean }) {
  const { message } = App.useApp()
  const [asking, setAsking] = useState<'disable' | 'remove' | null>(null)
  const check = useAct(linkDomainCalls.check, {
    invalidates: answers,
    onDone: ({ problem }) => {
      if (problem === null) void message.success(`域名 ${one.shown} 已生效`)
    },
  })
  const { tone, name } = linkDomainStateTags[one.state]
  const isOff = one.state === 'disabled'
  return (
    <li>
      <span className={`${layout.line12} ${style.line}`}>
        <b>{one.shown}</b>
        {one.shown === one.domain ? null : <small>{one.domain}</small>}
        <StateTag tone={one.isDisabledByCheck ? 'bad' : tone}>{name}</StateTag>
        {one.linkCount > 0 ? (
          <Link to={pathTo('/shorturl/manage', { domain: one.domain })}>{thousands(one.linkCount)} 个短链</Link>
        ) : (
          <small>没有短链</small>
        )}
      </span>
      {one.isDisabledByCheck ? (
        <p className={style.warn}>
          连续 {limits.domainFailures} 天检查没有通过，已自动停用，上面的短链不能访问。改好记录后点“检查并启用”。
        </p>
      ) : one.state === 'verified' && one.problem && one.problem.kind !== 'timeout' ? (
        <p className={style.warn}>最近一次检查没有通过：连续 {limits.domainFailures} 天不通过会自动停用。</p>
      ) : null}
      {one.problem && cname ? <p className={style.warn}>{dnsProblemText(one.problem, 'CNAME')}</p> : null}
      {cname && (one.state !== 'verified' || one.problem) ? <DnsRecord host={one.domain} type="CNAME" value={cname} /> : null}
      {one.state === 'verified' ? <Https domain={one.domain} /> : null}
      <p className={style.note}>
        {one.checkedAt ? (
          <>
            检查于 <Moment at={one.checkedAt} />
          </>
        ) : (
          '还没有检查过'
        )}
        {one.state === 'pending' ? '；添加后三天内每十分钟自动检查一次' : one.state === 'verified' ? '；每天自动检查' : ''}
      </p>
      <IcpLine kind="own" domain={one} mayWrite={mayWrite} />
      {mayWrite ? (
        <span className={style.acts}>
          <Button size="small" loading={check.isPending} onClick={() => check.mutate({ domain: one.domain })}>
            {isOff ? '检查并启用' : '立即检查'}
          </Button>
          {isOff ? null : (
            <Button size="small" onClick={() => setAsking('disable')}>
              停用
            </Button>
          )}
          <Button size="small" danger onClick={() => setAsking('remove')}>
            删除
          </Button>
        </span>
      ) : null}
      <FormRefusal error={check.error} />
      {asking ? <Asking act={asking} domain={one} onClose={() => setAsking(null)} /> : null}
    </li>
  )
}

const httpsRefreshMs = 60_000

/** Whether the domain's links open by HTTPS. */
function Https({ domain }: { domain: string }) {
  const { data } = useCall(linkDomainCalls.https, { domain }, { staleTimeMs: httpsRefreshMs, refetchInterval: httpsRefreshMs })
  if (!data || data.outcome === 'unchecked') return null
  if (data.outcome === 'works') return <p className={style.note}>HTTPS 可用</p>
  return (
    <p className={style.warn}>
      HTTPS 还不可用：证书在域名生效后自动申请，通常几分钟。在此之前，短链只能用 http:// 打开。
      {data.outcome === 'certificate' ? '域名有 CAA 记录时，请确认它允许申请证书的机构。' : null}
    </p>
  )
}

function Asking({ act, domain, onClose }: { act: 'disable' | 'remove'; domain: Own; onClose: () => void }) {
  const done = { invalidates: answers, onDone: onClose }
  const disable = useAct(linkDomainCalls.disable, done)
  const remove = useAct(linkDomainCalls.remove, done)
  const verb = act === 'disable' ? '停用' : '删除'
  const count = thousands(domain.linkCount)
  const words = {
    disable:
      domain.linkCount > 0
        ? `上面的 ${count} 个短链会立即不能访问，启用后恢复；短链和访问数据都保留。`
        : '停用后不能在它上面创建短链，可以随时启用。',
    remove:
      domain.linkCount > 0
        ? `上面还有 ${count} 个短链，不能删除。请先删除这些短链，或改为停用域名。`
        : '删除后可以重新添加，需要重新验证。',
  }
  const isRefused = act === 'remove' && domain.linkCount > 0
  return (
    <Dialog
      open
      title={`${verb}域名 ${domain.shown}${isRefused ? '' : '吗？'}`}
      okText={verb}
      cancelText="返回"
      okButtonProps={{ danger: true, hidden: isRefused }}
      confirmLoading={disable.isPending || remove.isPending}
      onOk={() => (act === 'disable' ? disable : remove).mutate({ domain: domain.domain })}
      onCancel={onClose}
    >
      <p>{words[act]}</p>
      <FormRefusal error={disable.error ?? remove.error} />
    </Dialog>
  )
}
