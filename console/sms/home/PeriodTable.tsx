import { PageLink } from '#console/shared/PageLink.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import type { smsHomeCalls } from '#contract/messages/sms-home.ts'
import { endedCount } from '#contract/messages/statistics.ts'
import { terms } from '#contract/terms.ts'
import { Share, thousands } from '#ui/Count.tsx'
import { durationText } from '#ui/duration.ts'
import layout from '#ui/layout.module.css'
import { Term } from '#ui/Term.tsx'
import { keysOf } from '#values/keys.ts'
import { formatYuan } from '#values/money.ts'
import { homePeriodNames } from '../../shared/labels/messages.ts'
import style from './SmsHome.module.css'

type Periods = CallAnswerWire<typeof smsHomeCalls.overview>['periods']

const heads = [
  terms.accepted,
  terms.delivered,
  terms.failed,
  terms.unknown,
  terms.waiting,
  terms.rate,
  terms.charged,
  terms.balancePaid,
  terms.latency,
]

/** Totals for the usual periods, each with a link to its analysis. */
export function PeriodTable({ periods }: { periods: Periods }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={layout.scroll} tabIndex={0} aria-label="各时段汇总">
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">时段</th>
            {heads.map(head => (
              <th key={head} scope="col">
                <Term word={head} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keysOf(homePeriodNames).map(period => {
            const { from, to, measures } = periods[period]
            return (
              <tr key={period}>
                <th scope="row">
                  <PageLink to="/sms/smsTotal" query={{ from, to }}>
                    {homePeriodNames[period]}
                  </PageLink>
                </th>
                <td>{thousands(measures.acceptedCount)}</td>
                <td>{thousands(measures.deliveredCount)}</td>
                <td>{thousands(measures.failedCount)}</td>
                <td>{thousands(measures.unknownCount)}</td>
                <td>{thousands(measures.waitingCount)}</td>
                <td>
                  <Share part={measures.deliveredCount} whole={endedCount(measures)} />
                </td>
                <td>{thousands(measures.chargedSegmentCount)}</td>
                <td>{formatYuan(measures.costHao)}</td>
                <td>{measures.p50Ms === null ? '–' : durationText(measures.p50Ms)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
