import type { ReactNode } from 'react'
import { endedCount, type StatisticsMeasures } from '#contract/messages/statistics.ts'
import { terms } from '#contract/terms.ts'
import { Count, Share } from '#ui/display/Count.tsx'
import { changeText, signedTenths } from '#ui/display/change.ts'
import { durationText } from '#ui/display/duration.ts'
import { type FigureFacts, Figures } from '#ui/display/Figures.tsx'
import { Money } from '#ui/display/Money.tsx'
import { metrics } from './metric.ts'

/** The totals of a period, each compared with the previous period. */
export function TotalFigures({ totals, before }: { totals: StatisticsMeasures | undefined; before: StatisticsMeasures | undefined }) {
  const figure = (
    label: string,
    show: (one: StatisticsMeasures) => ReactNode,
    note: (one: StatisticsMeasures, old: StatisticsMeasures) => ReactNode,
  ) => ({ label, value: totals ? show(totals) : null, note: totals ? before && note(totals, before) : null }) satisfies FigureFacts
  return (
    <Figures
      figures={[
        figure(terms.accepted, one => <Count count={one.acceptedCount} />, changeOf('acceptedCount')),
        figure(terms.delivered, one => <Count count={one.deliveredCount} />, changeOf('deliveredCount')),
        figure(terms.rate, one => <Share part={one.deliveredCount} whole={endedCount(one)} />, rateChange),
        figure(terms.failed, one => <Count count={one.failedCount} />, changeOf('failedCount')),
        figure(terms.unknown, one => <Count count={one.unknownCount} />, changeOf('unknownCount')),
        figure(
          terms.charged,
          one => <Count count={one.chargedSegmentCount} />,
          one => (
            <>
              {terms.balancePaid} <Money hao={one.costHao} />
            </>
          ),
        ),
        figure(
          terms.latencyP50,
          one => (one.p50Ms === null ? '–' : durationText(one.p50Ms)),
          one => (one.p95Ms === null ? '还没有送达' : `95%在${durationText(one.p95Ms)}内`),
        ),
      ]}
    />
  )
}

const changeOf =
  (measure: 'acceptedCount' | 'deliveredCount' | 'failedCount' | 'unknownCount') => (one: StatisticsMeasures, old: StatisticsMeasures) =>
    changeText(one[measure], old[measure])

function rateChange(one: StatisticsMeasures, old: StatisticsMeasures): string {
  const [now, before] = [metrics.rate.of(one), metrics.rate.of(old)]
  if (now === null || before === null) return '成功÷有结果'
  const change = signedTenths(now - before)
  return change === '' ? '与上期持平' : `较上期 ${change}个百分点`
}
