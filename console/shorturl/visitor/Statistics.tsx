import { Suspense, useEffect, useRef } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { visitCalls } from '#contract/links/visit.ts'
import { queryOfWeek } from '#contract/messages/drill-down.ts'
import { invalidate, useListCall } from '#ui/call.ts'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { RankedBars } from '#ui/display/RankedBars.tsx'
import { WeekHeat } from '#ui/display/WeekHeat.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import type { ListState } from '#ui/list/list-state.ts'
import { queryClient } from '../../session.ts'
import { visitLabels } from '../../shared/labels/links.ts'
import { Breakdown } from './Breakdown.tsx'
import { MissedPanel } from './MissedPanel.tsx'
import { TrendPanel } from './TrendPanel.tsx'
import { VisitFigures } from './VisitFigures.tsx'
import { VisitList } from './VisitList.tsx'
import { dayCount, daysOf, type FilterValues, grainOf, periodOf, refreshMs, type Subject, type View, visitsPath } from './view.ts'

const FunnelPanel = lazyPart('FunnelPanel', () => import('./FunnelPanel.tsx'))

const minuteRefreshMs = 15_000
const figuresRefreshMs = 10_000

interface StatisticsProps {
  list: ListState<FilterValues>
  /** Not known yet. */
  subject: Subject | undefined
  view: View
  setView: (change: Partial<View>) => void
}

/** All statistics of a subject's visits in a period. */
export function Statistics({ list, subject, view, setView }: StatisticsProps) {
  const period = periodOf(list.values)
  const days = daysOf(list.values)
  const by = grainOf(view.by, days)
  const showsBots = view.bots === '1'
  const figures = useListCall(visitCalls.figures, period, { refetchInterval: figuresRefreshMs })
  useFollowing(figures.isPlaceholderData ? undefined : figures.data)
  const trend = useListCall(visitCalls.trend, { ...period, by }, { refetchInterval: by === 'minute' ? minuteRefreshMs : refreshMs })
  const visitsOf = (query: Partial<FilterValues>) => visitsPath(list.values, query)
  if (figures.error && !figures.data)
    return <ErrorPanel error={figures.error} onRetry={() => void figures.refetch()} title="统计没能加载" />
  // Figures that come first would be replaced by the page of a subject without visits.
  if (!subject) return <PageSkeleton />
  return (
    <>
      <VisitFigures facts={figures.data} />
      <Panels layout="one">
        <TrendPanel
          query={trend}
          metric={view.metric}
          grain={by}
          days={dayCount(days)}
          showsBots={showsBots}
          visitsOf={visitsOf}
          onChange={setView}
        />
      </Panels>
      {subject.broadcastId ? (
        <Panels layout="one">
          <Suspense>
            <FunnelPanel broadcastId={subject.broadcastId} refreshMs={refreshMs} />
          </Suspense>
        </Panels>
      ) : null}
      <Breakdown period={period} visitsOf={visitsOf} link={subject.link} view={view} setView={setView} />
      <MissedPanel missed={trend.data?.missed} period={period} />
      <Panels layout="wide">
        <WeekHeat
          title="各时段访问"
          what="访问"
          unit="次"
          week={trend.data?.week}
          linkOf={(weekday, hour) => visitsOf(queryOfWeek(weekday, hour))}
        />
        <Panel title="新老访客" note="回访访客此前30天也来过">
          <RankedBars bars={visitorBars(figures.data)} emptyText={figures.data ? '这段时间没有访问。' : ''} />
        </Panel>
      </Panels>
      <VisitList list={list} showsBots={showsBots} isLive={view.live === '1'} onLive={isOn => setView({ live: isOn ? '1' : '' })} />
    </>
  )
}

/** When the totals change, their breakdowns are reloaded, so that a page never contradicts itself for long. */
function useFollowing(facts: CallAnswerWire<typeof visitCalls.figures> | undefined): void {
  const visits = facts ? facts.totals.pv + facts.totals.bots : null
  const before = useRef(visits)
  useEffect(() => {
    if (visits === null || visits === before.current) return
    if (before.current !== null) invalidate(queryClient, [visitCalls.trend, visitCalls.ranks, visitCalls.list])
    before.current = visits
  }, [visits])
}

function visitorBars(facts: CallAnswerWire<typeof visitCalls.figures> | undefined) {
  if (!facts || facts.newVisitors + facts.returningVisitors === 0) return []
  return (['newVisitors', 'returningVisitors'] as const).map(key => ({ key, label: visitLabels[key].name, count: facts[key] }))
}
