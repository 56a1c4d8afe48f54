import { terms } from '#contract/terms.ts'
import { Count, Share, thousands } from '#ui/Count.tsx'
import layout from '#ui/layout.module.css'
import type { ReportFacts } from './facts.ts'
import style from './Report.module.css'

type FunnelFacts = Pick<ReportFacts, 'recipientCount' | 'counts' | 'clicks' | 'kind' | 'replyCount' | 'optOutCount'>

/** Funnel from all numbers to those who clicked and replied; what is lost is beside each step. */
export function Funnel({ one }: { one: FunnelFacts }) {
  const { recipientCount } = one
  return (
    <ol className={`${layout.list} ${layout.stack8} ${style.funnel}`}>
      {stepsOf(one).map(({ name, count, out, of = recipientCount }) => (
        <li key={name} data-step={name}>
          <span className={layout.soft}>{name}</span>
          <div className={style.track} aria-hidden="true">
            {count > 0 ? <div style={{ width: `max(2px, ${Math.min(100, (count / Math.max(1, recipientCount)) * 100)}%)` }} /> : null}
          </div>
          <span className={style.stepCount}>
            <Count count={count} /> · <Share part={count} whole={of} />
          </span>
          {out ? <span className={style.out}>{out}</span> : null}
        </li>
      ))}
    </ol>
  )
}

interface Step {
  name: string
  count: number
  out: string | null
  /** What its share is of; all numbers when it isn't set. */
  of?: number
}

function stepsOf({ recipientCount, counts, clicks, kind, replyCount, optOutCount }: FunnelFacts): Step[] {
  const waiting = Math.max(0, recipientCount - counts.submitted - counts.refused - counts.canceled)
  const awaited = Math.max(0, counts.submitted - counts.delivered - counts.failed - counts.unknown)
  const submittedOut = outOf([
    [terms.refused, counts.refused],
    [terms.canceled, counts.canceled],
    ['还没有提交', waiting],
  ])
  const deliveredOut = outOf([
    [terms.failed, counts.failed],
    [terms.unknown, counts.unknown],
    [terms.awaiting, awaited],
  ])
  const of = counts.delivered
  const clickedOut = clicks ? `占成功的比例，共点击 ${thousands(clicks.clickCount)} 次` : null
  return [
    { name: '号码', count: recipientCount, out: null },
    { name: terms.submitted, count: counts.submitted, out: submittedOut },
    { name: terms.delivered, count: counts.delivered, out: deliveredOut },
    ...(clicks ? [{ name: terms.clickers, count: clicks.clickedCount, out: clickedOut, of }] : []),
    { name: '回复', count: replyCount, out: kind === 'marketing' ? `退订 ${thousands(optOutCount)} 个号码` : null, of },
  ]
}

const outOf = (parts: readonly [string, number][]) =>
  parts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${thousands(count)}`)
    .join('，') || null
