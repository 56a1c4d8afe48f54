import type { ReactNode } from 'react'
import { PageLink } from '#console/shared/PageLink.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import type { smsHomeCalls } from '#contract/messages/sms-home.ts'
import { endedCount } from '#contract/messages/statistics.ts'
import { terms } from '#contract/terms.ts'
import { Share, thousands } from '#ui/display/Count.tsx'
import { durationText } from '#ui/display/duration.ts'
import { ScrollingTable } from '#ui/display/Table.tsx'
import { keysOf } from '#values/keys.ts'
import { formatYuan } from '#values/money.ts'
import { homePeriodNames } from '../../shared/labels/messages.ts'
import style from './SmsHome.module.css'

type Periods = CallAnswerWire<typeof smsHomeCalls.overview>['periods']

type Measures = Periods[keyof Periods]['measures']
const figures: [string, (measures: Measures) => ReactNode][] = [
  [terms.accepted, one => thousands(one.acceptedCount)],
  [terms.delivered, one => thousands(one.deliveredCount)],
  [terms.failed, one => thousands(one.failedCount)],
  [terms.unknown, one => thousands(one.unknownCount)],
  [terms.waiting, one => thousands(one.waitingCount)],
  [terms.rate, one => <Share key="rate" part={one.deliveredCount} whole={endedCount(one)} />],
  [terms.charged, one => thousands(one.chargedSegmentCount)],
  [terms.balancePaid, one => formatYuan(one.costHao)],
  [terms.latency, one => (one.p50Ms === null ? '–' : durationText(one.p50Ms))],
]

/** Totals for the usual periods, each with a link to its analysis. */
export function PeriodTable({ periods }: { periods: Periods }) {
  return (
    <ScrollingTable
      label="各时段汇总"
      className={style.table}
      rows={keysOf(homePeriodNames)}
      rowKey={period => period}
      columns={[
        {
          title: '时段',
          isName: true,
          render: period => (
            <PageLink to="/sms/smsTotal" query={{ from: periods[period].from, to: periods[period].to }}>
              {homePeriodNames[period]}
            </PageLink>
          ),
        },
        ...figures.map(([title, render]) => ({ title, render: (period: keyof Periods) => render(periods[period].measures) })),
      ]}
    />
  )
}
