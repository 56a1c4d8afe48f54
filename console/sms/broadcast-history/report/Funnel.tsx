import { Fragment } from 'react'
import type { MessagesOf } from '#console/shared/messages-of.ts'
import type { MessageQuery } from '#contract/messages/drill-down.ts'
import { terms } from '#contract/terms.ts'
import { Count, Share, thousands } from '#ui/display/Count.tsx'
import { LinkOr } from '#ui/LinkOr.tsx'
import layout from '#ui/theme/layout.module.css'
import type { ReportFacts } from './facts.ts'
import style from './Report.module.css'

type FunnelFacts = Pick<ReportFacts, 'recipientCount' | 'counts' | 'clicks' | 'kind' | 'replyCount' | 'optOutCount'>

/** Funnel from all messages to those who clicked and replied; what is lost is beside each step. */
export function Funnel({ one, messagesOf }: { one: FunnelFacts; messagesOf: MessagesOf }) {
  const { recipientCount } = one
  return (
    <ol className={`${layout.list} ${layout.stack8} ${style.funnel}`}>
      {stepsOf(one).map(({ name, count, out, query, of = recipientCount }) => (
        <li key={name} data-step={name}>
          <span className={layout.soft}>{name}</span>
          <div className={style.track} aria-hidden="true">
            {count > 0 ? <div style={{ width: `max(2px, ${Math.min(100, (count / Math.max(1, recipientCount)) * 100)}%)` }} /> : null}
          </div>
          <span className={style.stepCount}>
            <LinkOr to={count > 0 ? messagesOf(query) : undefined}>
              <Count count={count} />
            </LinkOr>{' '}
            · <Share part={count} whole={of} />
          </span>
          {out.length > 0 ? (
            <span className={style.out}>
              {out.map(({ text, query: own }, place) => (
                <Fragment key={text}>
                  {place > 0 ? '，' : ''}
                  <LinkOr to={messagesOf(own)}>{text}</LinkOr>
                </Fragment>
              ))}
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

interface Lost {
  text: string
  query: MessageQuery | null
}

interface Step {
  name: string
  count: number
  out: Lost[]
  /** Filters of its messages; null: they can't be listed by one. */
  query: MessageQuery | null
  /** What its share is of; all messages when it isn't set. */
  of?: number
}

function stepsOf({ recipientCount, counts, clicks, kind, replyCount, optOutCount }: FunnelFacts): Step[] {
  const waiting = Math.max(0, recipientCount - counts.submitted - counts.refused - counts.canceled)
  const awaited = Math.max(0, counts.submitted - counts.delivered - counts.failed - counts.unknown)
  const submittedOut = outOf([
    [terms.refused, counts.refused, 'refused'],
    [terms.canceled, counts.canceled, 'canceled'],
    ['还没有提交', waiting, null],
  ])
  const deliveredOut = outOf([
    [terms.failed, counts.failed, 'failed'],
    [terms.unknown, counts.unknown, 'unknown'],
    [terms.awaiting, awaited, null],
  ])
  const of = counts.delivered
  const clickedOut = clicks ? [{ text: `占成功的比例，共点击 ${thousands(clicks.clickCount)} 次`, query: null }] : []
  return [
    { name: '短信', count: recipientCount, out: [], query: {} },
    { name: terms.submitted, count: counts.submitted, out: submittedOut, query: null },
    { name: terms.delivered, count: counts.delivered, out: deliveredOut, query: { state: 'delivered' } },
    ...(clicks ? [{ name: terms.clickers, count: clicks.clickedCount, out: clickedOut, query: { clicked: 'yes' }, of }] : []),
    {
      name: '回复',
      count: replyCount,
      out: kind === 'marketing' ? [{ text: `退订 ${thousands(optOutCount)} 个号码`, query: null }] : [],
      query: null,
      of,
    },
  ]
}

const outOf = (parts: readonly [name: string, count: number, state: string | null][]): Lost[] =>
  parts
    .filter(([, count]) => count > 0)
    .map(([name, count, state]) => ({ text: `${name} ${thousands(count)}`, query: state === null ? null : { state } }))
