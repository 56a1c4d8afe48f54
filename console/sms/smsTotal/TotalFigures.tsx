import type { ReactNode } from 'react'
import { endedCount, type StatisticsMeasures } from '#contract/statistics.ts'
import { Count, Segments, Share } from '../../ui/Count.tsx'
import { type FigureFacts, Figures } from '../../ui/Figures.tsx'
import { Money } from '../../ui/Money.tsx'
import { durationText } from '../delivery/delivery.ts'
import { metrics } from './metric.ts'

/** The sums of a period, each against the period before. */
export function TotalFigures({ totals, before }: { totals: StatisticsMeasures | undefined; before: StatisticsMeasures | undefined }) {
  const figure = (
    label: string,
    show: (one: StatisticsMeasures) => ReactNode,
    note: (one: StatisticsMeasures, old: StatisticsMeasures) => ReactNode,
  ) => ({ label, value: totals ? show(totals) : null, note: totals && before ? note(totals, before) : undefined }) satisfies FigureFacts
  return (
    <Figures
      figures={[
        figure('提交', one => <Count count={one.acceptedCount} unit="条短信" />, changeOf('acceptedCount')),
        figure('成功', one => <Count count={one.deliveredCount} />, changeOf('deliveredCount')),
        figure('到达率', one => <Share part={one.deliveredCount} whole={endedCount(one)} />, rateChange),
        figure('失败', one => <Count count={one.failedCount} />, changeOf('failedCount')),
        figure('未知', one => <Count count={one.unknownCount} />, changeOf('unknownCount')),
        figure('拦截', one => <Count count={one.refusedCount} />, changeOf('refusedCount')),
        figure(
          '扣费条数',
          one => <Segments count={one.chargedSegmentCount} />,
          one => (
            <>
              余额支付 <Money hao={one.costHao} />
            </>
          ),
        ),
        figure(
          '到达耗时（中位数）',
          one => (one.p50Ms === null ? '–' : durationText(one.p50Ms)),
          one => (one.p95Ms === null ? '还没有送达' : `95%在${durationText(one.p95Ms)}内`),
        ),
      ]}
    />
  )
}

const changeOf =
  (measure: 'acceptedCount' | 'deliveredCount' | 'failedCount' | 'unknownCount' | 'refusedCount') =>
  (one: StatisticsMeasures, old: StatisticsMeasures) =>
    changeText(one[measure], old[measure])

/** `较上期 ＋12.3%`: with a sign, so that no colour has to say whether more is better. */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? '上期同为0' : '上期为0'
  const percent = ((now - before) / before) * 100
  return `较上期${signed(percent)}%`
}

function rateChange(one: StatisticsMeasures, old: StatisticsMeasures): string {
  const [now, before] = [metrics.rate.of(one), metrics.rate.of(old)]
  if (now === null || before === null) return '成功÷有结果'
  return `较上期${signed(now - before)}个百分点`
}

const signed = (value: number) => {
  const text = Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1)
  return value >= 0.05 ? `＋${text}` : value <= -0.05 ? text.replace('-', '－') : '±0.0'
}
