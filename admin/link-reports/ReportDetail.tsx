import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { shortOf } from '#admin/links/link.ts'
import { TargetText } from '#admin/links/TargetText.tsx'
import { pathTo } from '#admin/paths.ts'
import style from '#admin/ui/Tables.module.css'
import type { ReportOutcome } from '#contract/links/admin-link-report.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { State } from '#ui/display/StateTag.tsx'
import { Timeline } from '#ui/display/Timeline.tsx'
import { linkStateTags } from '#ui/labels/links.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { reportKinds } from '#values/report-kind.ts'
import { reportOutcomeTags } from '../ui/labels/links.ts'
import type { ReportedLink } from './report.ts'

interface ReportDetailProps {
  row: ReportedLink
  isHandled: boolean
  onAct: (outcome: ReportOutcome) => void
  onClose: () => void
}

/** A reported link: its target, and each report. */
export function ReportDetail({ row, isHandled, onAct, onClose }: ReportDetailProps) {
  const state = linkStateTags[row.state]
  return (
    <DetailDrawer
      onClose={onClose}
      title={shortOf(row.shortUrl)}
      actions={
        isHandled ? null : (
          <>
            <Button danger disabled={row.state === 'blocked' || row.state === 'rejected'} onClick={() => onAct('link_blocked')}>
              封禁短链接
            </Button>
            <Button danger onClick={() => onAct('domain_blocked')}>
              封禁目标域名
            </Button>
            <Button onClick={() => onAct('dismissed')}>不予处理</Button>
          </>
        )
      }
    >
      <div className={`${layout.below16} ${layout.stack8} ${style.warnings}`}>
        {row.isFlagged ? <Alert type="error" showIcon title="24小时内有3个以上不同地址举报，请优先处理。" /> : null}
        {row.hints.map(hint => (
          <Alert key={hint} type="warning" showIcon title={hint} />
        ))}
      </div>
      <Facts
        facts={[
          fact('状态', <State tag={state} />),
          fact('客户', <Link to={pathTo('/customers', { id: row.accountId })}>{row.accountName}</Link>),
          fact('目标网址', <TargetText target={row.target} />),
          fact('目标域名', row.shown === row.host ? row.host : `${row.shown}（${row.host}）`),
          fact('标题', row.title || null),
          fact('短链接', <Link to={pathTo('/links', { of: row.accountId, id: row.linkId })}>查看访问与处置记录</Link>),
        ]}
      />
      <Section title="举报内容">
        <Timeline
          steps={row.reports.map((report, index) => ({
            key: `${report.at} ${index}`,
            tone: report.outcome ? reportOutcomeTags[report.outcome].tone : 'waiting',
            title: `${reportKinds[report.kind]}（${report.address}）`,
            at: report.at,
            children: (
              <>
                {report.words ? <div>{report.words}</div> : null}
                {report.contact ? <div>联系方式：{report.contact}</div> : null}
                {report.outcome ? (
                  <div>
                    {reportOutcomeTags[report.outcome].name}（{report.staffName ?? '–'}）：{report.remark}
                  </div>
                ) : null}
              </>
            ),
          }))}
        />
      </Section>
    </DetailDrawer>
  )
}
