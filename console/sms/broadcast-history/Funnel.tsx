import { Count, Share, thousands } from '#ui/Count.tsx'
import type { Detail } from './BroadcastDetail.tsx'
import style from './History.module.css'

/**
 * Funnel from all numbers to those delivered and those that opened the link, as shares of the first step (openings of
 * the delivered); losses are beside each step.
 */
export function Funnel({ one }: { one: Pick<Detail, 'recipientCount' | 'counts' | 'clicks'> }) {
  const { recipientCount, counts, clicks } = one
  const steps: { name: string; count: number; out: string | null; of?: number }[] = [
    { name: '号码', count: recipientCount, out: counts.refused > 0 ? `拦截 ${counts.refused.toLocaleString('en-US')}` : null },
    { name: '已提交', count: counts.submitted, out: counts.canceled > 0 ? `取消 ${counts.canceled.toLocaleString('en-US')}` : null },
    {
      name: '成功',
      count: counts.delivered,
      out: outOf([
        ['失败', counts.failed],
        ['未知', counts.unknown],
      ]),
    },
    ...(clicks
      ? [
          {
            name: '点击',
            count: clicks.clickedCount,
            out: `占成功的比例，共点击 ${clicks.clickCount.toLocaleString('en-US')} 次`,
            of: counts.delivered,
          },
        ]
      : []),
  ]
  return (
    <ol className={style.funnel}>
      {steps.map(({ name, count, out, of = recipientCount }) => (
        <li key={name} data-step={name}>
          <span className={style.step}>{name}</span>
          <div className={style.track} aria-hidden="true">
            <div style={{ width: `${(count / Math.max(1, recipientCount)) * 100}%` }} />
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

const outOf = (parts: readonly [string, number][]) =>
  parts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${thousands(count)}`)
    .join('，') || null
