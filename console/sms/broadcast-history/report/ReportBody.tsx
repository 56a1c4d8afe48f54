import type { ReactNode } from 'react'
import type { MessagesOf } from '#console/shared/messages-of.ts'
import { messageKinds } from '#contract/content/template.ts'
import { composeContent } from '#contract/content/template-text.ts'
import { terms } from '#contract/terms.ts'
import { Count, Share, thousands } from '#ui/display/Count.tsx'
import { Facts } from '#ui/display/Facts.tsx'
import { type FigureFacts, Figures } from '#ui/display/Figures.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { ExactAmounts, Money } from '#ui/display/Money.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { TemplateText } from '#ui/display/TemplateText.tsx'
import layout from '#ui/theme/layout.module.css'
import { nightChoiceNames } from '../../../shared/labels/broadcast.ts'
import { consentChoiceNames, repeatChoiceNames } from '../../../shared/labels/recipients.ts'
import { endedOf, timingWords } from '../../broadcast-task/broadcast.ts'
import { Breakdown } from './Breakdown.tsx'
import { Cost } from './Cost.tsx'
import { Curve } from './Curve.tsx'
import { Funnel } from './Funnel.tsx'
import type { BreakdownFacts, ReportFacts } from './facts.ts'
import style from './Report.module.css'

interface ReportBodyProps {
  one: ReportFacts
  /** Who sent it; null where that is nobody's business. */
  memberName: string | null
  breakdown: BreakdownFacts | undefined
  /** Failure causes, which members can look into. */
  causes: ReactNode
  leftOut: ReactNode
  /** Addresses of the messages behind a figure. */
  messagesOf?: MessagesOf
  /** Clicks and replies, for members. */
  children?: ReactNode
}

const noMessages = () => undefined

/** A broadcast's results: figures, funnel, curve, causes, breakdowns, cost, content. */
export function ReportBody({ one, memberName, breakdown, causes, leftOut, messagesOf = noMessages, children }: ReportBodyProps) {
  return (
    <ExactAmounts>
      <Figures figures={figuresOf(one)} />
      <div className={style.top}>
        <Panel title="发送过程">{breakdown ? <Curve breakdown={breakdown} hasLink={one.clicks !== null} /> : null}</Panel>
        <Panel title="漏斗">
          <Funnel one={one} messagesOf={messagesOf} />
        </Panel>
        {causes}
        <div className={`${layout.stack16} ${style.aside}`}>
          <Cost one={one} />
          <Panel title="内容">
            <TemplateText text={composeContent(one.signatureText, one.templateText, one.kind)} />
          </Panel>
          <Panel title="任务">
            <Facts facts={factsOf(one, memberName)} />
          </Panel>
        </div>
      </div>
      {breakdown ? <Breakdown breakdown={breakdown} messagesOf={messagesOf} /> : null}
      <div className={style.rest}>
        {children}
        {leftOut}
      </div>
    </ExactAmounts>
  )
}

export function figuresOf(one: ReportFacts): FigureFacts[] {
  const { counts, clicks, phoneCount, kind } = one
  return [
    { label: '号码数', value: <Count count={phoneCount} /> },
    { label: terms.submitted, value: <Count count={counts.submitted} /> },
    { label: terms.delivered, value: <Count count={counts.delivered} /> },
    { label: terms.rate, value: <Share part={counts.delivered} whole={endedOf(counts)} /> },
    ...(clicks ? [{ label: terms.clickers, value: <Count count={clicks.clickedCount} unit="人" /> }] : []),
    kind === 'marketing'
      ? { label: '退订', value: <Count count={one.optOutCount} /> }
      : { label: '回复', value: <Count count={one.replyCount} /> },
    { label: terms.balancePaid, value: <Money hao={one.postedHao} /> },
  ]
}

const factsOf = (one: ReportFacts, memberName: string | null) => [
  fact('类型', messageKinds[one.kind]),
  fact('发送方式', timingWords(one)),
  fact('提交人', memberName),
  fact('提交时间', <Moment at={one.createdAt} />),
  fact('计划时间', one.scheduledAt ? <Moment at={one.scheduledAt} /> : null),
  fact('开始时间', one.startedAt ? <Moment at={one.startedAt} /> : null),
  fact('同号多条', one.repeats && `${thousands(one.repeats.rowCount)} 行，${repeatChoiceNames[one.repeats.choice]}`),
  fact('没有登记同意', one.consent && `${thousands(one.consent.rowCount)} 行，${consentChoiceNames[one.consent.choice]}`),
  fact('当天没有发完的', one.kind === 'marketing' || one.spread ? nightChoiceNames[one.atNight] : null),
  fact('结束时间', one.finishedAt ? <Moment at={one.finishedAt} /> : null),
]
