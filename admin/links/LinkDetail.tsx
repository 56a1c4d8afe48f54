import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import table from '#admin/ui/Tables.module.css'
import { adminLinkCalls } from '#contract/links/admin-link.ts'
import { useCall } from '#ui/call.ts'
import { Count } from '#ui/display/Count.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { State, StateTag } from '#ui/display/StateTag.tsx'
import { Timeline } from '#ui/display/Timeline.tsx'
import { linkStateTags } from '#ui/labels/links.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { isKeyOf } from '#values/keys.ts'
import { accountStateTags } from '../ui/labels/account.ts'
import { linkDecisionTags } from '../ui/labels/links.ts'
import { DayBars } from './DayBars.tsx'
import { type LinkDetail as Detail, type LinkAct, linkActs, possibleActs, shortOf } from './link.ts'
import { TargetText } from './TargetText.tsx'

interface LinkDetailProps {
  accountId: string
  linkId: string
  onAct: (act: LinkAct, link: Detail) => void
  onClose: () => void
}

/** One link: owner, target, visits, decisions; the kill switch in the footer. */
export function LinkDetail({ accountId, linkId, onAct, onClose }: LinkDetailProps) {
  const query = useCall(adminLinkCalls.one, { accountId, linkId })
  const link = query.data
  return (
    <DetailDrawer
      onClose={onClose}
      title={link ? shortOf(link.shortUrl) : '短链接详情'}
      query={query}
      actions={
        link
          ? possibleActs(link).map(act => (
              <Button key={act} danger={linkActs[act].isDanger} onClick={() => onAct(act, link)}>
                {linkActs[act].name}
              </Button>
            ))
          : null
      }
    >
      {one => (
        <>
          <Warnings link={one} />
          <Facts facts={factsOf(one)} />
          <Section title="近30天访问">
            <Facts
              facts={[
                fact('访问次数', <Count count={one.visits.pv} />),
                fact('访客数', <Count count={one.visits.uv} />),
                fact('IP 数', <Count count={one.visits.ip} />),
                fact('程序访问', <Count count={one.visits.bots} />),
              ]}
            />
            <DayBars days={one.visitDays} />
          </Section>
          <Section title="审核与处置">
            <Timeline
              steps={one.decisions.map((step, index) => ({
                key: `${step.at} ${index}`,
                tone: linkDecisionTags[step.decision].tone,
                title: `${linkDecisionTags[step.decision].name}${step.isOwn ? '' : '（同域名一起）'}（${step.staffName ?? '自动'}）`,
                at: step.at,
                children: step.reason,
              }))}
            />
            {one.decisions.length === 0 ? '还没有审核或处置记录。' : null}
          </Section>
        </>
      )}
    </DetailDrawer>
  )
}

function Warnings({ link }: { link: Detail }) {
  const hints = link.hosts.flatMap(host => host.hints)
  return (
    <div className={`${layout.below16} ${layout.stack8} ${table.warnings}`}>
      {link.stop ? <Alert type="error" showIcon title={`这个客户的全部短链接已停用：${link.stop.reason}`} /> : null}
      {link.openReportCount > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={
            <>
              有 {link.openReportCount} 条举报等待处理，<Link to={pathTo('/link-reports')}>去处理</Link>
            </>
          }
        />
      ) : null}
      {hints.map(hint => (
        <Alert key={hint} type="warning" showIcon title={hint} />
      ))}
    </div>
  )
}

function factsOf(one: Detail): [string, ReactNode][] {
  const state = linkStateTags[one.state]
  const others = one.hosts.slice(1).map(host => host.shown)
  return [
    fact('状态', <State tag={state} />),
    fact('原因', one.reason),
    fact('客户', <Link to={pathTo('/customers', { id: one.accountId })}>{one.accountName}</Link>),
    fact('认证主体', one.attestedName ?? <StateTag tone="waiting">未认证</StateTag>),
    fact('账户状态', isKeyOf(accountStateTags, one.accountState) ? accountStateTags[one.accountState].name : one.accountState),
    fact('目标网址', <TargetText target={one.target} />),
    fact(
      '目标域名',
      one.hosts[0] && one.hosts[0].shown !== one.hosts[0].host ? `${one.hosts[0].shown}（${one.hosts[0].host}）` : one.hosts[0]?.host,
    ),
    fact('其他去向', others.length > 0 ? others.join('、') : null),
    fact('免审域名', one.vouchedDomain),
    fact('标题', one.title || null),
    fact('创建时间', <Moment at={one.createdAt} />),
    fact('开始时间', one.startsAt ? <Moment at={one.startsAt} /> : null),
    fact('结束时间', one.endsAt ? <Moment at={one.endsAt} /> : null),
  ]
}
