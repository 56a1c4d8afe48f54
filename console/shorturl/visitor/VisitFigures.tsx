import type { ReactNode } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import type { visitCalls } from '#contract/links/visit.ts'
import { Count } from '#ui/display/Count.tsx'
import { changeText } from '#ui/display/change.ts'
import { Figures } from '#ui/display/Figures.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { keysOf } from '#values/keys.ts'
import { visitLabels } from '../../shared/labels/links.ts'
import style from './Visitor.module.css'

type Facts = CallAnswerWire<typeof visitCalls.figures>
const shown = ['pv', 'uv', 'ip', 'bots'] as const

/** Totals of a period compared with the previous one, with explanations. */
export function VisitFigures({ facts }: { facts: Facts | undefined }) {
  const value = (count: number | undefined): ReactNode => (count === undefined ? null : <Count count={count} />)
  return (
    <>
      <Figures
        hasNotesBelow
        figures={shown.map(figure => ({
          label: visitLabels[figure].name,
          value: value(facts?.totals[figure]),
          note: (facts && changeText(facts.totals[figure], facts.before[figure])) || null,
        }))}
      />
      <details className={style.words}>
        <summary>指标怎么算{facts && !facts.totals.isExact ? '（访客数或IP数超过10万，为估算值）' : ''}</summary>
        <dl>
          {keysOf(visitLabels).map(word => (
            <div key={word}>
              <dt>{visitLabels[word].name}</dt>
              <dd>{visitLabels[word].meaning}</dd>
            </div>
          ))}
          <div>
            <dt>较上期</dt>
            <dd>与所选时间之前同样天数相比；所选时间还没有过完时，上期也只算到同一时刻。</dd>
          </div>
        </dl>
        {facts?.reclassifiedSince ? (
          <p>
            设备、应用、浏览器和机器访问的判断方法更新于 <Moment at={facts.reclassifiedSince} />
            ，未跳转的访问也从这时起记录；更早的访问没有保留浏览器标识，仍按当时的判断统计。
          </p>
        ) : null}
      </details>
    </>
  )
}
